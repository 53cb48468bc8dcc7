import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';

import { limits } from '../../../contract/src/rules/limits.ts';
import { dropLinkToken, hideLinkToken, readLinkToken } from '../features/password-reset/link-token.ts';
import { RequestLinkForm } from '../features/password-reset/RequestLinkForm.tsx';
import { ResetPasswordForm } from '../features/password-reset/ResetPasswordForm.tsx';
import { FormError } from '../features/session/FormError.tsx';
import { useSession } from '../features/session/use-session.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EntryCard } from './EntryCard.tsx';

type Step = { at: 'ask'; dead?: string } | { at: 'sent' } | { at: 'set'; token: string } | { at: 'done' };

export function RecoverPage() {
  const [step, setStep] = useState<Step>(() => {
    const token = readLinkToken();
    return token === null ? { at: 'ask' } : { at: 'set', token };
  });
  useEffect(hideLinkToken, []);

  const leave = (next: Step) => {
    dropLinkToken();
    setStep(next);
  };

  switch (step.at) {
    case 'ask':
      return (
        <EntryCard title="Recuperar la contraseña" links={<WayBack />}>
          {step.dead ? (
            <div ref={focus} tabIndex={-1}>
              <FormError id="dead-link">{step.dead}</FormError>
            </div>
          ) : (
            <p>Decinos con qué email te registraste y te mandamos un enlace para elegir otra contraseña.</p>
          )}
          <RequestLinkForm onSent={() => setStep({ at: 'sent' })} />
        </EntryCard>
      );
    case 'sent':
      return (
        <EntryCard title="Revisá tu correo" links={<WayBack />}>
          <Notice>Si hay una cuenta con ese email, te enviamos un enlace para cambiar la contraseña.</Notice>
          <p>
            El enlace vence en {limits.passwordLinkMinutes} minutos. Si no llega enseguida, fijate en el
            correo no deseado.
          </p>
          <Button variant="quiet" onClick={() => setStep({ at: 'ask' })}>
            Pedir otro enlace
          </Button>
        </EntryCard>
      );
    case 'set':
      return (
        <EntryCard title="Elegí una contraseña nueva" links={<WayBack />}>
          <ResetPasswordForm
            token={step.token}
            onDone={() => leave({ at: 'done' })}
            onDead={(dead) => leave({ at: 'ask', dead })}
          />
        </EntryCard>
      );
    case 'done':
      return (
        <EntryCard title="Contraseña guardada">
          <Notice>Ya podés ingresar con tu contraseña nueva.</Notice>
          <ButtonLink href="/ingresar" variant="primary" wide>
            Ingresar
          </ButtonLink>
        </EntryCard>
      );
  }
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p ref={focus} tabIndex={-1} role="status">
      {children}
    </p>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

function WayBack() {
  const { user } = useSession();
  return user ? <Link href="/feed">Volver al inicio</Link> : <Link href="/ingresar">Volver a ingresar</Link>;
}
