import { useState } from 'react';

import type { Account } from '../../../../contract/src/calls/account-life.ts';
import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { command } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { alertDialog, confirmDialog, toast } from '../../ui/overlays/dialogs.ts';
import { CurrentPasswordField } from '../session/CurrentPasswordField.tsx';
import type { EntryErrors } from '../session/entry-errors.ts';
import { FormError } from '../session/FormError.tsx';
import { keepPushOff } from '../session/push-off.ts';
import { endSession } from '../session/session-store.ts';
import { useEntryForm } from '../session/use-entry-form.ts';
import { deletionErrors } from './account-errors.ts';
import { dayOf } from './dates.ts';
import { GoogleProof } from './GoogleProof.tsx';
import { followLostAnswer } from './lost-answer.ts';
import { Section } from './Section.tsx';
import { invalidateAccount } from './use-account.ts';

import styles from './Account.module.css';

type Props = { account: Account; user: Profile };

export function DeleteSection({ account, user }: Props) {
  const { canBeDeleted, hasPassword, recentSignIn } = account;
  if (!canBeDeleted) {
    return (
      <Section title="Eliminar cuenta">
        <p className={styles.hint}>El sitio necesita esta cuenta: no se puede eliminar.</p>
      </Section>
    );
  }
  return (
    <Section title="Eliminar cuenta">
      <ul className={styles.points}>
        <li>Tu perfil y todo lo que publicaste dejan de verse en el momento.</li>
        <li>
          Tenés {limits.deletionDays} días para arrepentirte: si ingresás, la cuenta sigue como estaba. Tu
          @usuario y tu email quedan reservados.
        </li>
        <li>Después borramos todo, también tus imágenes y videos. Eso no se puede deshacer.</li>
        <li>Si querés llevarte tus datos, descargalos antes.</li>
      </ul>
      {hasPassword || recentSignIn ? <DeleteForm user={user} hasPassword={hasPassword} /> : <GoogleProof />}
    </Section>
  );
}

function DeleteForm({ user, hasPassword }: { user: Profile; hasPassword: boolean }) {
  const [password, setPassword] = useState('');
  const { form, errors, busy, onSubmit } = useEntryForm({
    values: { password },
    check: ({ password: input }): EntryErrors =>
      hasPassword && input === '' ? { password: 'Escribí tu contraseña.' } : {},
    explain: deletionErrors,
    send: async (values) => {
      // Names the account, because the Google sign-in may belong to another one.
      const isSure = await confirmDialog(
        `¿Eliminar la cuenta ${displayHandle(user.handle) || user.displayName}? Si no volvés a ingresar en ${limits.deletionDays} días, se borra todo lo que tiene.`,
        { confirm: 'Eliminar' },
      );
      if (!isSure) return;
      const deletion = keepPushOff(() =>
        command('deleteAccount', { uid: user.uid, ...(hasPassword && values) }),
      );
      const { deletionAt } = await followLostAnswer(deletion, leave).catch(async (error: unknown) => {
        // The sign-in may no longer be recent enough.
        await invalidateAccount();
        throw error;
      });
      endSession();
      toast(`Tu cuenta se elimina el ${dayOf(deletionAt)}. Si ingresás antes, la cuenta sigue.`, {
        durationMs: 10_000,
      });
    },
  });
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate aria-label="Eliminar cuenta">
      {hasPassword && <CurrentPasswordField value={password} onType={setPassword} error={errors.password} />}
      <FormError id="deletion-error">{errors.form}</FormError>
      <div className={styles.actions}>
        <Button type="submit" variant="danger" busy={busy}>
          Eliminar mi cuenta
        </Button>
      </div>
    </form>
  );
}

function leave(): void {
  endSession();
  void alertDialog(
    `Se cerró tu sesión: es probable que tu cuenta ya haya quedado para eliminar. Si ingresás en los próximos ${limits.deletionDays} días, la cuenta sigue.`,
  );
}
