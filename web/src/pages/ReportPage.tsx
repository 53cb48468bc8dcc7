import { useState } from 'react';
import { Link } from 'wouter';

import { PublicReportForm } from '../features/reports/PublicReportForm.tsx';
import { thanks } from '../features/reports/thanks.ts';
import { useSession } from '../features/session/use-session.ts';
import { Button } from '../ui/Button.tsx';
import { EntryCard } from './EntryCard.tsx';

export function ReportPage() {
  const { user } = useSession();
  const [receipt, setReceipt] = useState<{ already: boolean } | null>(null);
  const wayBack = user ? (
    <Link href="/feed">Volver al inicio</Link>
  ) : (
    <Link href="/ingresar">Volver a ingresar</Link>
  );
  if (receipt) {
    return (
      <EntryCard title="Reporte recibido" links={wayBack}>
        <p ref={focus} tabIndex={-1} role="status">
          {thanks(receipt.already)}
        </p>
        <Button variant="quiet" onClick={() => setReceipt(null)}>
          Reportar otra cosa
        </Button>
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Reportar contenido" links={wayBack}>
      <p>
        Si viste algo que rompe las <Link href="/terminos">reglas</Link> o la ley, o que es tuyo y se publicó
        sin tu permiso, contanos dónde está. No hace falta tener una cuenta.
      </p>
      <PublicReportForm onSent={(already) => setReceipt({ already })} />
    </EntryCard>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
