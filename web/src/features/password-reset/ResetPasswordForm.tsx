import { useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { FormError } from '../session/FormError.tsx';
import { loadSession } from '../session/session-store.ts';
import { useEntryForm } from '../session/use-entry-form.ts';
import { checkNewPassword, resetErrors } from './reset-errors.ts';

import styles from './ResetPassword.module.css';

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
  const { form, errors, busy, onSubmit } = useEntryForm({
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
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <PasswordField
        label="Contraseña nueva"
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password}
        hint={errors.password ? undefined : `Al menos ${limits.passwordMin} caracteres.`}
        required
      />
      <FormError id="reset-error">{errors.form}</FormError>
      <Button type="submit" variant="primary" wide busy={busy}>
        Guardar contraseña
      </Button>
    </form>
  );
}
