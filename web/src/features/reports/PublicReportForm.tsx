import { useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { command } from '../../api/client.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { useLeaveQuestion } from '../../ui/overlays/use-leave-question.ts';
import { EntryForm } from '../session/EntryForm.tsx';
import { publicUrl } from '../session/session-store.ts';
import { useEntryForm } from '../session/use-entry-form.ts';
import { useSession } from '../session/use-session.ts';
import { checkPublicReport, publicReportErrors } from './report-errors.ts';
import { type ReportDraft, ReportFields } from './ReportFields.tsx';

type Props = { onSent: (already: boolean) => void };

export function PublicReportForm({ onSent }: Props) {
  const { user } = useSession();
  const [url, setUrl] = useState('');
  const [draft, setDraft] = useState<ReportDraft>({ reason: null, note: '' });
  const [email, setEmail] = useState('');
  const entry = useEntryForm({
    values: { url, email, ...draft },
    check: (values) => checkPublicReport(values, publicUrl()),
    explain: publicReportErrors,
    send: async ({ reason, note }) => {
      if (reason === null) return;
      const answerTo = email.trim() === '' ? {} : { email };
      onSent((await command('sendPublicReport', { url, reason, note, ...answerTo })).already);
    },
  });
  const { errors, busy } = entry;
  useLeaveQuestion([url, draft.note, email].some((text) => text.trim() !== ''));

  return (
    <EntryForm
      entry={entry}
      action="Enviar reporte"
      errorId="public-report-error"
      aria-labelledby="page-title"
    >
      <TextField
        label="Dirección"
        name="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.linkFieldLength}
        hint={`La de la publicación o el perfil. Empieza con ${publicUrl()}/p/ o ${publicUrl()}/@`}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={errors.url}
        readOnly={busy}
        required
      />
      <ReportFields draft={draft} onChange={setDraft} error={errors.reason} readOnly={busy} />
      {!user && (
        <TextField
          label="Email (opcional)"
          type="email"
          name="email"
          autoComplete="email"
          hint="Por si querés que te contestemos. No lo usamos para otra cosa."
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errors.email}
          readOnly={busy}
        />
      )}
    </EntryForm>
  );
}
