import { limits } from '../../../../contract/src/rules/limits.ts';
import { reportReasons, type ReportReason } from '../../../../contract/src/rules/reports.ts';
import { codePoints, cutText } from '../../../../contract/src/rules/text.ts';
import { atMost } from '../../ui/forms/max-length.ts';
import { RadioList } from '../../ui/forms/RadioList.tsx';
import { TextAreaField } from '../../ui/forms/TextAreaField.tsx';

export type ReportDraft = { reason: ReportReason | null; note: string };

type Props = {
  draft: ReportDraft;
  onChange: (draft: ReportDraft) => void;
  error: string | undefined;
  readOnly: boolean;
};

const reasons = Object.entries(reportReasons) as [ReportReason, string][];
const urgent: ReadonlySet<ReportReason | null> = new Set(['violence', 'minors']);

export function ReportFields({ draft, onChange, error, readOnly }: Props) {
  const length = codePoints(draft.note);
  return (
    <>
      <RadioList
        label="Motivo"
        options={reasons}
        value={draft.reason}
        onChange={(reason) => onChange({ ...draft, reason })}
        error={error}
        disabled={readOnly}
      />
      {urgent.has(draft.reason) && (
        <p role="status">
          <strong>Si hay alguien en peligro, llamá primero al 911.</strong>
        </p>
      )}
      <TextAreaField
        label="Contanos más (opcional)"
        aside={`${length}/${limits.reportNote}`}
        ref={atMost(limits.reportNote)}
        readOnly={readOnly}
        value={draft.note}
        onChange={(event) => onChange({ ...draft, note: cutText(event.target.value, limits.reportNote) })}
      />
    </>
  );
}
