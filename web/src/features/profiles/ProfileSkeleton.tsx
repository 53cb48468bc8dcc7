import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { PostSkeletons } from '../posts/card/PostSkeleton.tsx';

import styles from './ProfileHeader.module.css';

export function ProfileSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Cargando…</VisuallyHidden>
      <div className={styles.header}>
        <div className={styles.cover} />
        <div className={styles.row}>
          <div className={styles.avatar}>
            <Skeleton width={88} height={88} round />
          </div>
          <Skeleton width={110} height={44} />
        </div>
        <div className={styles.name}>
          <Skeleton width="45%" height={26} />
        </div>
        <div className={styles.handle}>
          <Skeleton width="30%" height={20} />
        </div>
        <div className={styles.counts}>
          <Skeleton width="70%" height={26} />
        </div>
      </div>
      <PostSkeletons count={3} />
    </div>
  );
}
