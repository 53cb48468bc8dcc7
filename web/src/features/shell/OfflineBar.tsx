import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import styles from './OfflineBar.module.css';

/** Over what was already loaded, while the machine has no network. */
export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
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
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
