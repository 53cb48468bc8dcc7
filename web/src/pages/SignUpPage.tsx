import { useState } from 'react';
import { Link } from 'wouter';

import { GoogleButton } from '../features/session/GoogleButton.tsx';
import { entryAddress } from '../features/session/remembered-path.ts';
import { SignUpForm } from '../features/session/SignUpForm.tsx';
import { EntryScreen } from './EntryScreen.tsx';

export function SignUpPage() {
  const [acceptedTos, setAcceptedTos] = useState(false);
  return (
    <EntryScreen
      title="Crear cuenta"
      links={
        <span>
          ¿Ya tenés cuenta? <Link href={entryAddress('/ingresar')}>Ingresá</Link>
        </span>
      }
    >
      <SignUpForm acceptedTos={acceptedTos} onAccept={setAcceptedTos} />
      <GoogleButton disabled={!acceptedTos} isSignUp />
    </EntryScreen>
  );
}
