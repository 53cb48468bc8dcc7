import { useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import { ApiError, mayHaveArrived } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { atMost } from '../../ui/forms/max-length.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { toast } from '../../ui/overlays/dialogs.ts';
import { checkSignUp } from './check-entry.ts';
import { signUpErrors } from './entry-errors.ts';
import { EntryForm } from './EntryForm.tsx';
import { deletionCancelledText } from './google-window.ts';
import { LegalLink } from './LegalLink.tsx';
import { rememberedPath } from './remembered-path.ts';
import { beginNewSession, takeOverSession } from './session-store.ts';
import { useEntryForm } from './use-entry-form.ts';
import { useFeature } from './use-session.ts';

import styles from './EntryForm.module.css';

type Props = {
  acceptedTos: boolean;
  onAccept: (accepted: boolean) => void;
};

type Credentials = { email: string; password: string };

/** The page holds `acceptedTos`, because it gates Google as well. */
export function SignUpForm({ acceptedTos, onAccept }: Props) {
  const [displayName, setDisplayName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [, navigate] = useLocation();
  const isPublic = useFeature('publico');
  const unanswered = useRef<Credentials>(null);
  const entry = useEntryForm({
    values: { displayName, email, password, acceptedTos },
    check: checkSignUp,
    explain: signUpErrors,
    send: async (values) => {
      // Before the session exists: otherwise the guard of this page would redirect to the feed.
      const leave = () =>
        navigate('/editar', { replace: true, state: { isNew: true, from: rememberedPath() } });
      try {
        const answer = await command('signUp', values);
        leave();
        beginNewSession(answer);
      } catch (error) {
        if (mayHaveArrived(error)) unanswered.current = values;
        const isOwn = isTaken(error) && isSame(values, unanswered.current);
        if (!isOwn || !(await enter(values, leave))) throw error;
      }
    },
  });

  const { errors } = entry;

  // Browsers ignore Enter while the submit button is disabled, so the error about the terms would never show.
  const submitByEnter = (event: KeyboardEvent) => {
    const inField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === 'Enter' && inField && !acceptedTos) void entry.submit();
  };

  return (
    <EntryForm
      entry={entry}
      action="Registrarme"
      errorId="sign-up-error"
      missing={acceptedTos ? undefined : 'Para registrarte, aceptá los Términos y la Privacidad.'}
      onKeyDown={submitByEnter}
      aria-labelledby="page-title"
    >
      <TextField
        label="Nombre visible"
        name="displayName"
        autoComplete="name"
        ref={atMost(limits.displayName)}
        value={displayName}
        onChange={(event) => setDisplayName(cutText(event.target.value, limits.displayName))}
        error={errors.displayName}
        required
      />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={errors.email}
        required
      />
      <PasswordField
        label="Contraseña"
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password}
        hint={errors.password ? undefined : `Al menos ${limits.passwordMin} caracteres.`}
        required
      />
      <Checkbox
        name="acceptedTos"
        checked={acceptedTos}
        onChange={(event) => onAccept(event.target.checked)}
        error={acceptedTos ? undefined : errors.terms}
        required
      >
        Acepto los <LegalLink href="/terminos">Términos</LegalLink> y la{' '}
        <LegalLink href="/privacidad">Privacidad</LegalLink>
      </Checkbox>
      {isPublic && (
        <p className={styles.hint}>
          Lo que publicás lo puede leer cualquiera; lo cambiás cuando quieras en Cuenta.
        </p>
      )}
    </EntryForm>
  );
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'auth/email-already-in-use';
}

function isSame(values: Credentials, earlier: Credentials | null): boolean {
  return values.email === earlier?.email && values.password === earlier.password;
}

/** Signs in to the account that an attempt without an answer made. @returns false when it is somebody else's */
async function enter({ email, password }: Credentials, leave: () => void): Promise<boolean> {
  try {
    const { deletionCancelled } = await command('signIn', { email, password });
    if (deletionCancelled) toast(deletionCancelledText);
  } catch (error) {
    if (error instanceof ApiError && error.code.startsWith('auth/')) return false;
    throw error;
  }
  return takeOverSession(leave);
}
