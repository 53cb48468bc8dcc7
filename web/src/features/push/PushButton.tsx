import { BellRing } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { Button } from '../../ui/Button.tsx';
import { activatePush, readPushState, subscribePushState } from './push-store.ts';

import styles from './PushSettings.module.css';

/** Asks for notifications on this device; nothing where they are on, or cannot be. */
export function PushButton() {
  const state = useSyncExternalStore(subscribePushState, readPushState);
  if (state === 'denied') {
    return <p className={styles.hint}>Las notificaciones están bloqueadas en este navegador.</p>;
  }
  if (state !== 'ask' && state !== 'busy') return null;
  return (
    <Button size="small" wide busy={state === 'busy'} onClick={() => void activatePush()}>
      <BellRing size={16} aria-hidden />
      Activar notificaciones
    </Button>
  );
}
