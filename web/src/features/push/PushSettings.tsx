import type { PushPreferences } from '../../../../contract/src/calls/push.ts';
import { useStore } from '../../state/create-store.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSession } from '../session/use-session.ts';
import { deactivatePush, pushState } from './push-store.ts';
import { PushButton } from './PushButton.tsx';
import { QuietHours } from './QuietHours.tsx';
import { usePushPreferences } from './use-push-preferences.ts';

import styles from './PushSettings.module.css';

const kinds: readonly { kind: Exclude<keyof PushPreferences, 'quiet'>; label: string }[] = [
  { kind: 'like', label: 'Me gusta' },
  { kind: 'comment', label: 'Comentarios' },
  { kind: 'repost', label: 'Reposts' },
  { kind: 'mention', label: 'Menciones' },
  { kind: 'quote', label: 'Citas' },
  { kind: 'follow', label: 'Seguidores nuevos' },
];

export function PushSettings() {
  const { user, config } = useSession();
  return user && config?.pushPublicKey ? <Section /> : null;
}

function Section() {
  const state = useStore(pushState);
  const { preferences, isError, refetch, change, saving } = usePushPreferences();
  return (
    <section className={styles.section} aria-labelledby="push-title">
      <h2 id="push-title" className={styles.title}>
        Notificaciones
      </h2>
      <p className={styles.hint}>Elegí qué te avisamos en tus dispositivos cuando no estás en el sitio.</p>
      <div className={styles.device}>
        <PushButton />
        {state === 'on' && (
          <>
            <span>Este dispositivo recibe tus notificaciones.</span>
            <Button size="small" onClick={() => void deactivatePush()}>
              Desactivar
            </Button>
          </>
        )}
      </div>
      {isError && !preferences && (
        <ErrorState onRetry={() => void refetch()}>No se pudieron cargar tus preferencias.</ErrorState>
      )}
      {!isError && !preferences && <Skeleton height={240} />}
      {preferences && (
        <>
          <fieldset className={styles.kinds}>
            <legend className={styles.legend}>Avisarme de</legend>
            {kinds.map(({ kind, label }) => (
              <Checkbox
                key={kind}
                checked={preferences[kind]}
                onChange={(event) => change({ [kind]: event.target.checked })}
              >
                {label}
              </Checkbox>
            ))}
          </fieldset>
          <QuietHours quiet={preferences.quiet} onChange={(quiet) => change({ quiet })} />
        </>
      )}
      <output className={styles.message} data-state={saving}>
        {saving === 'saved' && 'Preferencias guardadas ✅'}
        {saving === 'failed' && 'No se pudo guardar. Intentá de nuevo.'}
      </output>
    </section>
  );
}
