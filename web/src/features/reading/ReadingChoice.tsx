import { useState } from 'react';

import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { RadioList } from '../../ui/forms/RadioList.tsx';
import { toast } from '../../ui/overlays/dialogs.ts';
import { useSession } from '../session/use-session.ts';
import { chooseReading, type Reading } from './choose-reading.ts';

import styles from './Reading.module.css';

const readers = [
  ['anyone', 'Cualquiera, también sin cuenta'],
  ['members', 'Solo quienes tienen cuenta'],
] as const;

export function ReadingChoice() {
  const { user } = useSession();
  const [pending, setPending] = useState<Reading | null>(null);
  const current = { publicReading: user?.publicReading === true, indexable: user?.indexable === true };
  const { publicReading, indexable } = pending ?? current;

  const choose = async (choice: Reading) => {
    // A disabled control would lose the focus.
    if (pending) return;
    setPending(choice);
    if (await chooseReading(choice)) toast('Guardado', { type: 'success' });
    setPending(null);
  };

  return (
    <div className={styles.choice}>
      <RadioList
        label="Quién puede leerte"
        isLabelHidden
        options={readers}
        value={publicReading ? 'anyone' : 'members'}
        onChange={(value) => void choose({ publicReading: value === 'anyone', indexable: false })}
      />
      <Checkbox
        checked={publicReading && indexable}
        disabled={!publicReading}
        onChange={(event) => void choose({ publicReading, indexable: event.target.checked })}
      >
        Que los buscadores muestren mi perfil y mis publicaciones
      </Checkbox>
      <p className={styles.note}>Quien ya guardó o compartió algo tuyo puede conservarlo.</p>
    </div>
  );
}
