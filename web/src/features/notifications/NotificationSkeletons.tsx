import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

import styles from './NotificationRow.module.css';

export function NotificationSkeletons({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Cargando…</VisuallyHidden>
      {Array.from({ length: count }, (_, n) => (
        <div key={n} className={styles.row}>
          <div className={styles.link}>
            <Skeleton width={44} height={44} round />
            <div className={styles.words}>
              <Skeleton width="85%" height={18} />
              <span className={styles.line}>
                <Skeleton width="45%" height={16} />
              </span>
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
