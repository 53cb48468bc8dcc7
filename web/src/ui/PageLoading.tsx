import { Spinner } from './Spinner.tsx';

import styles from './PageLoading.module.css';

/** In the place of a screen whose program is on its way; unseen for the first moment. */
export function PageLoading() {
  return (
    <div className={styles.place}>
      <Spinner size={28} label="Cargando…" />
    </div>
  );
}
