import { Link } from 'wouter';

import { GoogleButton } from '../features/session/GoogleButton.tsx';
import { LoginForm } from '../features/session/LoginForm.tsx';
import { entryAddress } from '../features/session/remembered-path.ts';
import { EntryScreen } from './EntryScreen.tsx';

export function LoginPage() {
  return (
    <EntryScreen
      title="Ingresar"
      links={
        <>
          <Link href="/recuperar">¿Olvidé mi contraseña?</Link>
          <span>
            ¿No tenés cuenta? <Link href={entryAddress('/registrar')}>Registrate</Link>
          </span>
          <Link href="/reportar">Reportar contenido</Link>
        </>
      }
    >
      <LoginForm />
      <GoogleButton />
    </EntryScreen>
  );
}
