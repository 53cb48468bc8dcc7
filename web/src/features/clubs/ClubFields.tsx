import { clubTooSoonText } from '../../../../contract/src/rules/clubs/club-change.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { ClubPicker } from './ClubPicker.tsx';
import { useClubChoice } from './use-club-choice.ts';

import styles from './ClubFields.module.css';

type Props = {
  /** Undefined until it is read, as is `show`. */
  club: string | null | undefined;
  show: boolean | undefined;
  error?: string | undefined;
  onChange: (change: { club?: string | null; showClub?: boolean }) => void;
};

export function ClubFields({ club, show, error, onChange }: Props) {
  const { own, retry, isFetching } = useClubChoice();
  const changeableAt = own?.changeableAt;
  return (
    <>
      <ClubPicker
        club={club}
        onPick={(next) => onChange({ club: next })}
        error={error}
        hint={changeableAt && !error && clubTooSoonText(new Date(changeableAt))}
        disabled={!own}
      />
      {retry && (
        <p role="alert" className={styles.failed}>
          No se pudo cargar.
          <Button size="small" busy={isFetching} onClick={retry}>
            Reintentar
          </Button>
        </p>
      )}
      <Checkbox
        checked={show ?? false}
        disabled={!own}
        onChange={(event) => onChange({ showClub: event.target.checked })}
      >
        Mostrar mi cuadro
      </Checkbox>
    </>
  );
}
