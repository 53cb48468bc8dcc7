import { useEffect } from 'react';

import { Button } from '../../ui/Button.tsx';
import { FormError } from '../session/FormError.tsx';
import { useGoogleSignIn } from '../session/use-google-sign-in.ts';
import { invalidateAccount } from './use-account.ts';

import styles from './Account.module.css';

export function GoogleProof() {
  const { begin, isWaiting, error } = useGoogleSignIn({ isSignUp: false });
  useEffect(() => {
    if (!isWaiting) void invalidateAccount();
  }, [isWaiting]);
  return (
    <div className={styles.form}>
      <p>Para confirmar que sos vos, ingresá otra vez con Google.</p>
      <FormError id="proof-error">{error}</FormError>
      <div className={styles.actions}>
        <Button busy={isWaiting} onClick={begin}>
          Continuar con Google
        </Button>
      </div>
    </div>
  );
}
