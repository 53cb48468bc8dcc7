import { useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { checkNewPassword } from '../session/check-entry.ts';
import { EntryForm } from '../session/EntryForm.tsx';
import { loadSession } from '../session/session-store.ts';
import { useEntryForm } from '../session/use-entry-form.ts';
import { resetErrors } from './reset-errors.ts';

type Props = {
  token: string;
  onDone: () => void;
  /** The link is used or expired. */
  onDead: (reason: string) => void;
};

export function ResetPasswordForm({ token, onDone, onDead }: Props) {
  const [password, setPassword] = useState('');
  const entry = useEntryForm({
    values: { password },
    check: checkNewPassword,
    explain: resetErrors,
    send: async (values) => {
      try {
        await command('resetPassword', { token, ...values });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') return onDead(error.message);
        throw error;
      }
      onDone();
      // The reset ended every session of the account, perhaps this browser's.
      await loadSession();
    },
  });

  return (
    <EntryForm entry={entry} action="Guardar contraseña" errorId="reset-error">
      <PasswordField
        label="Contraseña nueva"
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={entry.errors.password}
        hint={entry.errors.password ? undefined : `Al menos ${limits.passwordMin} caracteres.`}
        required
      />
    </EntryForm>
  );
}
