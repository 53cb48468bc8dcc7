import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { abbreviate } from '../../../../contract/src/rules/counters.ts';

import styles from './ProfileHeader.module.css';

export function ProfileCounts({ profile }: { profile: Profile }) {
  return (
    <ul className={styles.counts}>
      <Count n={profile.followersCount} name="Seguidores" />
      <Count n={profile.followingCount} name="Seguidos" />
      <Count n={profile.postsCount} name="Publicaciones" />
    </ul>
  );
}

function Count({ n, name }: { n: number; name: string }) {
  const full = `${n} ${name}`;
  return (
    <li title={full} aria-label={full}>
      <b className={styles.number}>{abbreviate(n)}</b> {name}
    </li>
  );
}
