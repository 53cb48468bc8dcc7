import { useEffect, useState } from 'react';

import { ignoreApiError } from '../../../api/api-error.ts';
import { command, query } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { openQuestion } from '../../../ui/overlays/modals.ts';
import { CurrentPasswordField } from '../CurrentPasswordField.tsx';
import { type EntryErrors, proofErrors } from '../entry-errors.ts';
import { FormError } from '../FormError.tsx';
import { useEntryForm } from '../use-entry-form.ts';
import { useGoogleSignIn } from '../use-google-sign-in.ts';

import dialog from '../../../ui/overlays/Dialog.module.css';

export async function askForProof(): Promise<boolean> {
  const account = await query('getAccount', {}).catch(ignoreApiError);
  if (!account) return false;
  const Proof = account.hasPassword ? PasswordProof : GoogleProof;
  return openQuestion(false, (end) => (
    <Dialog title="Confirmá que sos vos" onClose={() => end(false)}>
      <p>
        Pasó más de una hora desde que ingresaste. Para seguir con la administración, mostranos que sos vos.
      </p>
      <Proof onEnd={end} />
    </Dialog>
  ));
}

type Props = { onEnd: (success: boolean) => void };

function PasswordProof({ onEnd }: Props) {
  const [password, setPassword] = useState('');
  const { form, errors, busy, onSubmit } = useEntryForm({
    values: { password },
    check: ({ password: input }): EntryErrors => (input === '' ? { password: 'Escribí tu contraseña.' } : {}),
    explain: proofErrors,
    send: async (values) => {
      await command('confirmPassword', values);
      onEnd(true);
    },
  });
  return (
    <form ref={form} className={dialog.form} onSubmit={onSubmit} noValidate>
      <CurrentPasswordField value={password} onType={setPassword} error={errors.password} />
      <FormError id="proof-error">{errors.form}</FormError>
      <div className={dialog.actions}>
        <Button onClick={() => onEnd(false)}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Confirmar
        </Button>
      </div>
    </form>
  );
}

function GoogleProof({ onEnd }: Props) {
  const { begin, isWaiting, error } = useGoogleSignIn({ isSignUp: false });
  const [hasBegun, setHasBegun] = useState(false);
  useEffect(() => {
    if (hasBegun && !isWaiting)
      void query('getAccount', {}).then(({ recentSignIn }) => recentSignIn && onEnd(true), ignoreApiError);
  }, [hasBegun, isWaiting, onEnd]);
  return (
    <div className={dialog.form}>
      <FormError id="proof-error">{error}</FormError>
      <div className={dialog.actions}>
        <Button onClick={() => onEnd(false)}>Cancelar</Button>
        <Button
          variant="primary"
          busy={isWaiting}
          onClick={() => {
            begin();
            setHasBegun(true);
          }}
        >
          Continuar con Google
        </Button>
      </div>
    </div>
  );
}
