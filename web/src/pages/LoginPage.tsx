import { Link } from 'wouter';

import { GoogleButton } from '../features/session/GoogleButton.tsx';
import { LoginForm } from '../features/session/LoginForm.tsx';
import { wayInAddress } from '../features/session/remembered-path.ts';
import { WayIn } from './WayIn.tsx';

export function LoginPage() {
  return (
    <WayIn
      title="Ingresar"
      links={
        <>
          <Link href="/recuperar">¿Olvidé mi contraseña?</Link>
          <span>
            ¿No tenés cuenta? <Link href={wayInAddress('/registrar')}>Registrate</Link>
          </span>
          <Link href="/reportar">Reportar contenido</Link>
        </>
      }
    >
      <LoginForm />
      <GoogleButton />
    </WayIn>
  );
}
