import { Link, useLocation } from 'wouter';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { abbreviate } from '../../../../contract/src/rules/counters.ts';
import type { ProfileTab } from './profile-tab-names.ts';

import styles from './ProfileHeader.module.css';

export function ProfileCounts({ profile }: { profile: Profile }) {
  return (
    <ul className={styles.counts}>
      <Count n={profile.followersCount} name="Seguidores" tab="seguidores" />
      <Count n={profile.followingCount} name="Seguidos" tab="seguidos" />
      <Count n={profile.postsCount} name="Publicaciones" tab="publicaciones" />
    </ul>
  );
}

function Count({ n, name, tab }: { n: number; name: string; tab: ProfileTab }) {
  const [path] = useLocation();
  const full = `${n} ${name}`;
  return (
    <li>
      <Link href={`${path}?tab=${tab}`} replace title={full} aria-label={full}>
        <b className={styles.number}>{abbreviate(n)}</b> {name}
      </Link>
    </li>
  );
}
