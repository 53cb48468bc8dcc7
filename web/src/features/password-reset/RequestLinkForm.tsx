import { useState } from 'react';

import { command } from '../../api/client.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { EntryForm } from '../session/EntryForm.tsx';
import { useEntryForm } from '../session/use-entry-form.ts';
import { checkLinkRequest, requestErrors } from './reset-errors.ts';

type Props = { onSent: () => void };

export function RequestLinkForm({ onSent }: Props) {
  const [email, setEmail] = useState('');
  const entry = useEntryForm({
    values: { email },
    check: checkLinkRequest,
    explain: requestErrors,
    send: async (values) => {
      await command('requestPasswordReset', values);
      onSent();
    },
  });

  return (
    <EntryForm entry={entry} action="Enviar enlace" errorId="request-error" aria-labelledby="page-title">
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={entry.errors.email}
        required
      />
    </EntryForm>
  );
}
