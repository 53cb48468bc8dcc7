import { BellRing } from 'lucide-react';

import { useStore } from '../../state/create-store.ts';
import { Button } from '../../ui/Button.tsx';
import { activatePush, pushState } from './push-store.ts';

import styles from './PushSettings.module.css';

export function PushButton() {
  const state = useStore(pushState);
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
