import { useState } from 'react';
import { Link } from 'wouter';

import { GoogleButton } from '../features/session/GoogleButton.tsx';
import { SignUpForm } from '../features/session/SignUpForm.tsx';
import { EntryCard } from './EntryCard.tsx';

export function SignUpPage() {
  const [acceptedTos, setAcceptedTos] = useState(false);
  return (
    <EntryCard
      title="Crear cuenta"
      links={
        <span>
          ¿Ya tenés cuenta? <Link href="/ingresar">Ingresá</Link>
        </span>
      }
    >
      <SignUpForm acceptedTos={acceptedTos} onAccept={setAcceptedTos} />
      <GoogleButton disabled={!acceptedTos} isSignUp />
    </EntryCard>
  );
}
