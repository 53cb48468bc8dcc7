import { useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import { command } from '../../api/client.ts';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { atMost } from '../../ui/forms/max-length.ts';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { checkSignUp } from './check-entry.ts';
import { signUpErrors } from './entry-errors.ts';
import { EntryForm } from './EntryForm.tsx';
import { LegalLink } from './LegalLink.tsx';
import { rememberedPath } from './remembered-path.ts';
import { beginNewSession } from './session-store.ts';
import { useEntryForm } from './use-entry-form.ts';
import { useFeature } from './use-session.ts';

import styles from './EntryForm.module.css';

type Props = {
  acceptedTos: boolean;
  onAccept: (accepted: boolean) => void;
};

/** The page holds `acceptedTos`, because it gates Google as well. */
export function SignUpForm({ acceptedTos, onAccept }: Props) {
  const [displayName, setDisplayName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [, navigate] = useLocation();
  const isPublic = useFeature('publico');
  const entry = useEntryForm({
    values: { displayName, email, password, acceptedTos },
    check: checkSignUp,
    explain: signUpErrors,
    send: async (values) => {
      const answer = await command('signUp', values);
      // Before the session exists: otherwise the guard of this page would redirect to the feed.
      navigate('/editar', { replace: true, state: { isNew: true, from: rememberedPath() } });
      beginNewSession(answer);
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
