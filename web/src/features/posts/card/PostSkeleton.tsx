import { Skeleton } from '../../../ui/Skeleton.tsx';

import card from './PostCard.module.css';
import styles from './PostSkeleton.module.css';

export function PostSkeletons({ count }: { count: number }) {
  return (
    <div aria-busy>
      <output className="visually-hidden">Cargando…</output>
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className={card.card} aria-hidden>
          <Skeleton width={44} height={44} round />
          <div className={styles.lines}>
            <Skeleton width="55%" height={14} />
            <Skeleton width="100%" height={14} />
            <Skeleton width="80%" height={14} />
            <Skeleton width="40%" height={14} />
          </div>
        </div>
      ))}
    </div>
  );
}
