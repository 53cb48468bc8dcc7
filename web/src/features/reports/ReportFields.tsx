import { useId } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { reportReasons, type ReportReason } from '../../../../contract/src/rules/reports.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import { TextAreaField } from '../../ui/TextAreaField.tsx';

import styles from './ReportFields.module.css';

export type ReportDraft = { reason: ReportReason | null; note: string };

type Props = {
  draft: ReportDraft;
  onChange: (draft: ReportDraft) => void;
  error: string | undefined;
  readOnly: boolean;
};

const reasons = Object.entries(reportReasons) as [ReportReason, string][];
const urgent: ReadonlySet<ReportReason | null> = new Set(['violence', 'minors']);

/** Why something is reported, and what else there is to say. */
export function ReportFields({ draft, onChange, error, readOnly }: Props) {
  const id = useId();
  const length = codePoints(draft.note);
  return (
    <>
      <div
        role="radiogroup"
        aria-labelledby={`${id}-legend`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        tabIndex={-1}
        className={styles.reasons}
      >
        <p id={`${id}-legend`} className={styles.legend}>
          Motivo
        </p>
        {reasons.map(([reason, label]) => (
          <label key={reason} className={styles.reason}>
            <input
              type="radio"
              name={id}
              checked={draft.reason === reason}
              disabled={readOnly}
              onChange={() => onChange({ ...draft, reason })}
            />
            {label}
          </label>
        ))}
        {error && (
          <p id={`${id}-error`} className={styles.error}>
            {error}
          </p>
        )}
      </div>
      {urgent.has(draft.reason) && (
        <p role="status" className={styles.urgent}>
          Si hay alguien en peligro, llamá primero al 911.
        </p>
      )}
      <TextAreaField
        label="Contanos más (opcional)"
        aside={`${length}/${limits.reportNote}`}
        maxLength={limits.reportNote + draft.note.length - length}
        readOnly={readOnly}
        value={draft.note}
        onChange={(event) => onChange({ ...draft, note: event.target.value })}
      />
    </>
  );
}
