import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

import styles from './PersonRow.module.css';

export function PersonSkeletons({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Cargando…</VisuallyHidden>
      {Array.from({ length: count }, (_, n) => (
        <div key={n} className={styles.row}>
          <div className={styles.person}>
            <Skeleton width={44} height={44} round />
            <div className={styles.text}>
              <Skeleton width="45%" height={20} />
              <span className={styles.bio}>
                <Skeleton width="70%" height={18} />
              </span>
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
