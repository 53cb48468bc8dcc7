import { useState } from 'react';

import { command } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { alertDialog, confirmDialog } from '../../ui/overlays/dialogs.ts';
import { openModal } from '../../ui/overlays/modals.ts';
import { FormError } from '../session/FormError.tsx';
import { useEntryForm } from '../session/use-entry-form.ts';
import { checkReport, reportErrors } from './report-errors.ts';
import type { ReportTarget } from './report-target.ts';
import { type ReportDraft, ReportFields } from './ReportFields.tsx';
import { thanks } from './thanks.ts';

import dialog from '../../ui/overlays/Dialog.module.css';

export function openReportDialog(target: ReportTarget): void {
  openModal((close) => <ReportDialog target={target} onClose={close} />);
}

function ReportDialog({ target, onClose }: { target: ReportTarget; onClose: () => void }) {
  const [draft, setDraft] = useState<ReportDraft>({ reason: null, note: '' });
  const { form, errors, busy, onSubmit } = useEntryForm({
    values: draft,
    check: checkReport,
    explain: reportErrors,
    send: async ({ reason, note }) => {
      if (reason === null) return;
      const { already } = await command('reportContent', { ...target, reason, note });
      onClose();
      void alertDialog(thanks(already));
    },
  });

  const close = async () => {
    if (busy) return;
    const keep =
      draft.note.trim() !== '' && !(await confirmDialog('¿Querés descartar el reporte?', { danger: true }));
    if (!keep) onClose();
  };

  return (
    <Dialog title={titleOf(target)} onClose={() => void close()}>
      <form ref={form} noValidate className={dialog.form} onSubmit={onSubmit}>
        <ReportFields draft={draft} onChange={setDraft} error={errors.reason} readOnly={busy} />
        <FormError id="report-error">{errors.form}</FormError>
        <div className={dialog.actions}>
          <Button onClick={() => void close()}>Cancelar</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Enviar reporte
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function titleOf(target: ReportTarget): string {
  if ('uid' in target) return 'Reportar perfil';
  return target.commentId === undefined ? 'Reportar publicación' : 'Reportar comentario';
}
