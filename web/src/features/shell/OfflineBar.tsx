import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { staleAnswer } from '../../api/stale-answer.ts';

import styles from './OfflineBar.module.css';

export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine && !staleAnswer.read());
  if (online) return null;
  return (
    <p role="status" data-offline className={styles.bar}>
      <WifiOff size={16} aria-hidden />
      Sin conexión. Lo que ves puede no estar al día.
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  const unsubscribe = staleAnswer.subscribe(listener);
  return () => {
    unsubscribe();
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
