import { useState } from 'react';

import { Button } from '../../ui/Button.tsx';
import { FormError } from './FormError.tsx';
import { LegalLink } from './LegalLink.tsx';
import { useGoogleSignIn } from './use-google-sign-in.ts';
import { useSession } from './use-session.ts';

import styles from './EntryForm.module.css';

type Props = { disabled?: boolean; isSignUp?: boolean };

/** Without Google configured the button says so instead of hiding. */
export function GoogleButton({ disabled = false, isSignUp = false }: Props) {
  const { config } = useSession();
  const { begin, isWaiting, error } = useGoogleSignIn({ isSignUp });
  const [asked, setAsked] = useState(false);
  const isAvailable = config?.googleSignIn !== false;
  return (
    <div className={styles.google}>
      <p className={styles.or}>o</p>
      <Button wide disabled={disabled} onClick={isAvailable ? begin : () => setAsked(true)}>
        Continuar con Google
      </Button>
      <p role="status" className={isWaiting ? styles.note : 'visually-hidden'}>
        {isWaiting && 'Terminá de ingresar en la ventana de Google.'}
      </p>
      <FormError id="google-error">
        {error ?? (asked && !isAvailable && 'El ingreso con Google no está disponible en este sitio.')}
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
