import { useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { EntryForm } from '../session/EntryForm.tsx';
import { loadSession } from '../session/session-store.ts';
import { useEntryForm } from '../session/use-entry-form.ts';
import { checkNewPassword, resetErrors } from './reset-errors.ts';

type Props = {
  /** From the one-use link. */
  token: string;
  onDone: () => void;
  /** The link was used or is too old: `why` says so. */
  onDead: (why: string) => void;
};

/** A new password for the account of a link. */
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
      // It ended every session of the account, perhaps the one of this browser.
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
