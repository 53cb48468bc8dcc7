import { clubTooSoonText } from '../../../../contract/src/rules/clubs/club-change.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { ClubPicker } from './ClubPicker.tsx';
import { useClubList } from './use-club-list.ts';
import { useOwnClub } from './use-own-club.ts';

import styles from './ClubFields.module.css';

type Props = {
  /** Undefined until it is read, as is `show`. */
  club: string | null | undefined;
  show: boolean | undefined;
  error?: string | undefined;
  onChange: (change: { club?: string | null; showClub?: boolean }) => void;
};

export function ClubFields({ club, show, error, onChange }: Props) {
  const { own, retry, isFetching } = useOwnClub();
  const list = useClubList();
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
      {(retry ?? list.retry) && (
        <p role="alert" className={styles.failed}>
          No se pudo cargar.
          <Button
            size="small"
            busy={isFetching || list.isFetching}
            onClick={() => {
              list.retry?.();
              retry?.();
            }}
          >
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
