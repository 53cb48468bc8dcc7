import { useEffect, useEffectEvent, useState } from 'react';

import { Button } from '../../ui/Button.tsx';
import { FormError } from './FormError.tsx';
import { LegalLink } from './LegalLink.tsx';
import { useGoogleSignIn } from './use-google-sign-in.ts';
import { useSession } from './use-session.ts';

import styles from './EntryForm.module.css';

type Props = { disabled?: boolean; isSignUp?: boolean };

/** Without Google configured the button is disabled and says so when it is focused or pressed. */
export function GoogleButton({ disabled = false, isSignUp = false }: Props) {
  const { config } = useSession();
  const { begin, isWaiting, error, forgetError } = useGoogleSignIn({ isSignUp });
  const [showsReason, setShowsReason] = useState(false);
  const isAvailable = config?.googleSignIn !== false;
  const explain = () => setShowsReason(true);

  // Input in a field dismisses the error.
  const forget = useEffectEvent(() => {
    setShowsReason(false);
    forgetError();
  });
  useEffect(() => {
    document.addEventListener('input', forget);
    return () => document.removeEventListener('input', forget);
  }, []);

  return (
    <div className={styles.google}>
      <p className={styles.or}>o</p>
      {isAvailable ? (
        <Button wide disabled={disabled} onClick={begin}>
          Continuar con Google
        </Button>
      ) : (
        <Button
          wide
          aria-disabled
          aria-describedby={showsReason ? 'google-error' : undefined}
          onFocus={explain}
          onClick={explain}
        >
          Continuar con Google
        </Button>
      )}
      <p role="status" className={isWaiting ? styles.note : 'visually-hidden'}>
        {isWaiting && 'Terminá de ingresar en la ventana de Google.'}
      </p>
      <FormError id="google-error">
        {error ?? (showsReason && !isAvailable && 'El ingreso con Google no está disponible en este sitio.')}
      </FormError>
      {isAvailable && !isSignUp && (
        <p className={styles.note}>
          Si es tu primera vez, al continuar con Google aceptás los{' '}
          <LegalLink href="/terminos">Términos</LegalLink> y la{' '}
          <LegalLink href="/privacidad">Privacidad</LegalLink>.
        </p>
      )}
    </div>
  );
}
