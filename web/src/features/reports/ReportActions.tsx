import { useState } from 'react';

import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { isDecided } from '../../../../contract/src/rules/reports.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import { loadTextDraft, newTextDraft, saveTextDraft } from '../../state/text-draft.ts';
import { Button } from '../../ui/Button.tsx';
import { atMost } from '../../ui/forms/max-length.ts';
import { TextAreaField } from '../../ui/forms/TextAreaField.tsx';
import { ownerOf } from '../session/session-state.ts';
import { useSession } from '../session/use-session.ts';
import { addReportNote, decideReport, deleteReported, setReportedSuspended } from './handle-report.ts';

import styles from './ReportEntry.module.css';

export function ReportActions({ report }: { report: ReportCase }) {
  const session = useSession();
  const { user } = session;
  const key = `tablon.report-note.${ownerOf(session) ?? ''}.${report.id}`;
  const [note, setNote] = useState(() => loadTextDraft(key).text);
  const [busy, setBusy] = useState(false);
  const { state, kind, author, isThere } = report;

  const run = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    await work();
    setBusy(false);
  };
  /** An admin may look at the content before sending it, or another admin may be faster. */
  const write = (text: string) => {
    setNote(text);
    saveTextDraft(key, newTextDraft(text));
  };
  /** The note is sent with the step, and stays after a failure. */
  const withNote = (work: (text: string) => Promise<boolean>) =>
    void run(async () => {
      if (await work(note)) write('');
    });

  return (
    <>
      <TextAreaField
        label="Nota"
        rows={2}
        ref={atMost(limits.reportNote)}
        readOnly={busy}
        value={note}
        onChange={(event) => write(cutText(event.target.value, limits.reportNote))}
      />
      <div className={styles.actions}>
        {state === 'new' && (
          <Button
            aria-disabled={busy}
            onClick={() => withNote((text) => decideReport(report, 'reviewing', text))}
          >
            Tomar
          </Button>
        )}
        {!isDecided(state) && (
          <>
            <Button
              aria-disabled={busy}
              onClick={() => withNote((text) => decideReport(report, 'upheld', text))}
            >
              Con medidas
            </Button>
            <Button
              aria-disabled={busy}
              onClick={() => withNote((text) => decideReport(report, 'dismissed', text))}
            >
              Sin medidas
            </Button>
          </>
        )}
        <Button
          variant="quiet"
          aria-disabled={busy || note.trim() === ''}
          onClick={() => note.trim() !== '' && withNote((text) => addReportNote(report, text))}
        >
          Agregar nota
        </Button>
      </div>
      <div className={styles.actions}>
        {kind !== 'profile' && isThere && (
          <Button
            variant="danger"
            aria-disabled={busy}
            onClick={() => void run(() => deleteReported(report))}
          >
            {kind === 'post' ? 'Eliminar post' : 'Eliminar comentario'}
          </Button>
        )}
        {author.isThere && author.uid !== user?.uid && (
          <Button
            variant={author.suspended ? 'secondary' : 'danger'}
            aria-disabled={busy}
            onClick={() => void run(() => setReportedSuspended(report, !author.suspended))}
          >
            {author.suspended ? 'Reactivar' : 'Suspender'}
          </Button>
        )}
      </div>
    </>
  );
}
