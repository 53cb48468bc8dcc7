import { useRef, useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { ApiError, mayHaveArrived } from '../../api/api-error.ts';
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

const probablySaved =
  'Es probable que tu contraseña nueva ya esté guardada: probá ingresar con ella. Si no, pedí otro enlace.';

export function ResetPasswordForm({ token, onDone, onDead }: Props) {
  const [password, setPassword] = useState('');
  const isUnanswered = useRef(false);
  const entry = useEntryForm({
    values: { password },
    check: checkNewPassword,
    explain: resetErrors,
    send: async (values) => {
      try {
        await command('resetPassword', { token, ...values });
        onDone();
      } catch (error) {
        if (mayHaveArrived(error)) isUnanswered.current = true;
        if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
        if (!isUnanswered.current) return onDead(error.message);
        onDead(probablySaved);
      }
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
