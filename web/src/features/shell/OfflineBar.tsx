import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { isAnswerKept, subscribeKept } from '../../api/kept-answer.ts';

import styles from './OfflineBar.module.css';

/** Over what was already loaded, while there is no network or what is shown was kept from when there was. */
export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine && !isAnswerKept());
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
  const end = subscribeKept(listener);
  return () => {
    end();
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
