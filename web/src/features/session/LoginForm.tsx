import { useState } from 'react';

import { command } from '../../api/client.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { toast } from '../../ui/overlays/dialogs.ts';
import { checkSignIn } from './check-entry.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { signInErrors } from './entry-errors.ts';
import { EntryForm } from './EntryForm.tsx';
import { deletionCancelledText } from './google-window.ts';
import { beginSession } from './session-store.ts';
import { useEntryForm } from './use-entry-form.ts';

export function LoginForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const entry = useEntryForm({
    values: { email, password },
    check: checkSignIn,
    explain: signInErrors,
    send: async (values) => {
      const { user, deletionCancelled } = await command('signIn', values);
      await beginSession(user);
      if (deletionCancelled) toast(deletionCancelledText);
    },
  });
  const { errors } = entry;
  const incomplete = errors.form !== undefined && (email.trim() === '' || password === '');
  const describedBy = incomplete ? 'login-error' : undefined;

  return (
    <EntryForm entry={entry} action="Entrar" errorId="login-error" aria-labelledby="page-title">
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={errors.email}
        required
        aria-invalid={(incomplete && email.trim() === '') || undefined}
        aria-describedby={describedBy}
      />
      <CurrentPasswordField
        value={password}
        onType={setPassword}
        error={errors.password}
        aria-invalid={(incomplete && password === '') || undefined}
        aria-describedby={describedBy}
      />
    </EntryForm>
  );
}
