import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

import styles from './Admin.module.css';

export function UserSkeletons({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Cargando…</VisuallyHidden>
      {Array.from({ length: count }, (_, n) => (
        <div key={n} className={styles.user}>
          <div className={styles.person}>
            <Skeleton width={36} height={36} round />
            <div className={styles.text}>
              <Skeleton width="55%" height={18} />
              <Skeleton width="75%" height={16} />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
