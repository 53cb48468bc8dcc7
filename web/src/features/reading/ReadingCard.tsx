import { useId, useState } from 'react';

import { Button } from '../../ui/Button.tsx';
import { useSession } from '../session/use-session.ts';
import { chooseReading } from './choose-reading.ts';

import styles from './Reading.module.css';

/** Asks an account from before the choice existed, once. */
export function ReadingCard() {
  const id = useId();
  const { user } = useSession();
  const [busy, setBusy] = useState(false);

  const answer = async (publicReading: boolean) => {
    if (!user) return;
    setBusy(true);
    await chooseReading(user.uid, { publicReading, indexable: false });
    setBusy(false);
  };

  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.question}>
        ¿Querés que también te lean sin cuenta?
      </h2>
      <p className={styles.note}>Lo cambiás cuando quieras en Cuenta y privacidad.</p>
      <div className={styles.answers}>
        <Button variant="primary" busy={busy} onClick={() => void answer(true)}>
          Sí, cualquiera
        </Button>
        <Button disabled={busy} onClick={() => void answer(false)}>
          No, solo con cuenta
        </Button>
      </div>
    </section>
  );
}
