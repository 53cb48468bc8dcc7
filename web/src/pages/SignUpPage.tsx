import { useState } from 'react';
import { Link } from 'wouter';

import { GoogleButton } from '../features/session/GoogleButton.tsx';
import { wayInAddress } from '../features/session/remembered-path.ts';
import { SignUpForm } from '../features/session/SignUpForm.tsx';
import { WayIn } from './WayIn.tsx';

export function SignUpPage() {
  const [acceptedTos, setAcceptedTos] = useState(false);
  return (
    <WayIn
      title="Crear cuenta"
      links={
        <span>
          ¿Ya tenés cuenta? <Link href={wayInAddress('/ingresar')}>Ingresá</Link>
        </span>
      }
    >
      <SignUpForm acceptedTos={acceptedTos} onAccept={setAcceptedTos} />
      <GoogleButton disabled={!acceptedTos} isSignUp />
    </WayIn>
  );
}
