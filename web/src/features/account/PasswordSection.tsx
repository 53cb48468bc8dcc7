import { useState } from 'react';

import type { Account } from '../../../../contract/src/calls/account-life.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { assertApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { alertDialog, toast } from '../../ui/overlays/dialogs.ts';
import { checkNewPassword } from '../session/check-entry.ts';
import type { EntryErrors } from '../session/entry-errors.ts';
import { EntryForm } from '../session/EntryForm.tsx';
import { reloadSession } from '../session/session-store.ts';
import { useEntryForm } from '../session/use-entry-form.ts';
import { changeErrors } from './account-errors.ts';
import { followLostAnswer } from './lost-answer.ts';
import { Section } from './Section.tsx';
import { invalidateAccount } from './use-account.ts';

import styles from './Account.module.css';

export function PasswordSection({ account }: { account: Account }) {
  return (
    <Section title="Contraseña">
      {account.hasPassword ? <ChangeForm /> : <LinkRequest email={account.email ?? ''} />}
    </Section>
  );
}

type Passwords = { currentPassword: string; password: string };

const nothing: Passwords = { currentPassword: '', password: '' };

function ChangeForm() {
  const [passwords, setPasswords] = useState(nothing);
  const entry = useEntryForm({
    values: passwords,
    check,
    explain: changeErrors,
    send: async (values) => {
      await followLostAnswer(command('changePassword', values), tellOfEnd);
      setPasswords(nothing);
      toast('Contraseña guardada. Cerramos tus otras sesiones.');
      await reloadSession();
      await invalidateAccount();
    },
  });
  const { errors } = entry;
  return (
    <EntryForm entry={entry} action="Cambiar contraseña" errorId="password-error" aria-label="Contraseña">
      <PasswordField
        label="Contraseña actual"
        name="current-password"
        autoComplete="current-password"
        value={passwords.currentPassword}
        onChange={(event) => setPasswords({ ...passwords, currentPassword: event.target.value })}
        error={errors.currentPassword}
        required
      />
      <PasswordField
        label="Contraseña nueva"
        name="new-password"
        autoComplete="new-password"
        value={passwords.password}
        onChange={(event) => setPasswords({ ...passwords, password: event.target.value })}
        error={errors.password}
        hint={errors.password ? undefined : `Al menos ${limits.passwordMin} caracteres.`}
        required
      />
    </EntryForm>
  );
}

function check({ currentPassword, password }: Passwords): EntryErrors {
  return {
    ...(currentPassword === '' && { currentPassword: 'Escribí tu contraseña actual.' }),
    ...checkNewPassword({ password }),
  };
}

function tellOfEnd(): void {
  void alertDialog(
    'Se cerró tu sesión: es probable que la contraseña nueva ya esté guardada. Probá ingresar con ella.',
  );
}

function LinkRequest({ email }: { email: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const send = async () => {
    setState('busy');
    try {
      await command('requestPasswordReset', { email });
      setState('sent');
    } catch (error) {
      assertApiError(error);
      setState('idle');
      toast('No se pudo enviar el enlace. Intentá de nuevo.', { type: 'error' });
    }
  };
  return (
    <>
      <p className={styles.hint}>
        Ingresás con Google y no tenés contraseña. Si querés una, te mandamos un enlace a {email}.
      </p>
      {state === 'sent' ? (
        <p role="status">Te enviamos el enlace. Vence en {limits.passwordLinkMinutes} minutos.</p>
      ) : (
        <div className={styles.actions}>
          <Button busy={state === 'busy'} onClick={() => void send()}>
            Enviar enlace
          </Button>
        </div>
      )}
    </>
  );
}
