import { clubTooSoonText } from '../../../../contract/src/rules/clubs/club-change.ts';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { ClubPicker } from './ClubPicker.tsx';

type Props = {
  club: string | null;
  show: boolean;
  /** When another club can be chosen; null: now. */
  changeableAt: string | null;
  error?: string | undefined;
  onChange: (change: { club?: string | null; showClub?: boolean }) => void;
};

/** The user's club, and whether others see it. */
export function ClubFields({ club, show, changeableAt, error, onChange }: Props) {
  return (
    <>
      <ClubPicker
        club={club}
        onPick={(next) => onChange({ club: next })}
        error={error}
        hint={changeableAt !== null && !error && clubTooSoonText(new Date(changeableAt))}
      />
      <Checkbox checked={show} onChange={(event) => onChange({ showClub: event.target.checked })}>
        Mostrar mi cuadro
      </Checkbox>
    </>
  );
}
