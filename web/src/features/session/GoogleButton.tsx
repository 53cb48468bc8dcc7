import { useState } from 'react';

import { Button } from '../../ui/Button.tsx';
import { FormError } from './FormError.tsx';
import { useSession } from './use-session.ts';

import styles from './EntryForm.module.css';

/** 'Continuar con Google'. A site without it says so instead of hiding the button. */
export function GoogleButton({ disabled = false }: { disabled?: boolean }) {
  const { config } = useSession();
  const [asked, setAsked] = useState(false);
  return (
    <div className={styles.google}>
      <p className={styles.or}>o</p>
      <Button wide disabled={disabled} onClick={() => setAsked(true)}>
        Continuar con Google
      </Button>
      <FormError id="google-error">
        {asked && !config?.googleSignIn && 'El ingreso con Google no está disponible en este sitio.'}
      </FormError>
    </div>
  );
}
