import { Spinner } from './Spinner.tsx';

import styles from './PageLoading.module.css';

export function PageLoading() {
  return (
    <div className={styles.place}>
      <Spinner size={28} label="Cargando…" />
    </div>
  );
}
