import { useState } from 'react';
import { Link, useSearch } from 'wouter';

import { ResetPasswordForm } from '../features/password-reset/ResetPasswordForm.tsx';
import { useSession } from '../features/session/use-session.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EntryCard } from './EntryCard.tsx';

/** /recuperar?token=…: where the link to a new password leads. */
export function RecoverPage() {
  const token = new URLSearchParams(useSearch()).get('token');
  const [done, setDone] = useState(false);
  if (done) {
    return (
      <EntryCard title="Contraseña guardada">
        {/* The form that had the focus is gone. */}
        <p ref={focus} tabIndex={-1}>
          Ya podés ingresar con tu contraseña nueva.
        </p>
        <ButtonLink href="/ingresar" variant="primary" wide>
          Ingresar
        </ButtonLink>
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Recuperar la contraseña" links={<WayBack />}>
      {token ? (
        <ResetPasswordForm token={token} onDone={() => setDone(true)} />
      ) : (
        <p>Por ahora no podemos mandarte un enlace para elegir una contraseña nueva. Lo estamos armando.</p>
      )}
    </EntryCard>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

function WayBack() {
  const { user } = useSession();
  return user ? <Link href="/feed">Volver al inicio</Link> : <Link href="/ingresar">Volver a ingresar</Link>;
}
