import { useState } from 'react';

import type { OwnSession } from '../../../../contract/src/calls/account-life.ts';
import { assertApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { confirmDialog, toast } from '../../ui/overlays/dialogs.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { momentOf } from './dates.ts';
import { Section } from './Section.tsx';
import { invalidateAccount, useSessions } from './use-account.ts';

import styles from './Account.module.css';

export function SessionsSection() {
  const { data, isError, refetch } = useSessions();
  const [busy, setBusy] = useState(false);
  const end = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      assertApiError(error);
      toast('No se pudo cerrar la sesión. Intentá de nuevo.', { type: 'error' });
    }
    await invalidateAccount();
    setBusy(false);
  };
  const endOthers = async () => {
    const isSure = await confirmDialog('¿Cerrar todas tus otras sesiones?', { confirm: 'Cerrar sesiones' });
    if (isSure) await end(() => command('endOtherSessions', {}));
  };
  return (
    <Section title="Sesiones">
      <p className={styles.hint}>Si no reconocés alguna, cerrala y cambiá tu contraseña.</p>
      {isError && !data && (
        <ErrorState onRetry={() => void refetch()}>No se pudieron cargar tus sesiones.</ErrorState>
      )}
      {!isError && !data && <Skeleton height={64} />}
      {data && (
        <ul className={styles.sessions}>
          {data.items.map((session) => (
            <Row
              key={session.id}
              session={session}
              busy={busy}
              onEnd={() => void end(() => command('endSession', { sessionId: session.id }))}
            />
          ))}
        </ul>
      )}
      {data && data.items.length > 1 && (
        <div className={styles.actions}>
          <Button busy={busy} onClick={() => void endOthers()}>
            Cerrar las demás sesiones
          </Button>
        </div>
      )}
    </Section>
  );
}

type Props = { session: OwnSession; busy: boolean; onEnd: () => void };

function Row({ session: { device, current, createdAt, lastSeenAt }, busy, onEnd }: Props) {
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.device}>{device}</p>
        {current ? (
          <p className={styles.here}>Esta sesión</p>
        ) : (
          <p className={styles.hint}>Se usó el {momentOf(lastSeenAt)}</p>
        )}
        <p className={styles.hint}>Empezó el {momentOf(createdAt)}</p>
      </div>
      {!current && (
        <Button size="small" busy={busy} aria-label={`Cerrar la sesión de ${device}`} onClick={onEnd}>
          Cerrar
        </Button>
      )}
    </li>
  );
}
