import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { RadioList } from '../../ui/forms/RadioList.tsx';
import { toast } from '../../ui/overlays/dialogs.ts';
import { useSession } from '../session/use-session.ts';
import { chooseReading, type Reading, useReadingOnItsWay } from './choose-reading.ts';

import styles from './Reading.module.css';

const readers = [
  ['anyone', 'Cualquiera, también sin cuenta'],
  ['members', 'Solo quienes tienen cuenta'],
] as const;

export function ReadingChoice() {
  const { user } = useSession();
  const onItsWay = useReadingOnItsWay();
  const { publicReading, indexable } = onItsWay ?? {
    publicReading: user?.publicReading === true,
    indexable: user?.indexable === true,
  };

  const choose = async (choice: Reading) => {
    if (!user) return;
    const saved = await chooseReading(user.uid, choice);
    // The choice before it says so for both.
    if (saved && !onItsWay) toast('Guardado', { type: 'success' });
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
