import { Link } from 'wouter';

import { fanOf } from '../../../../contract/src/rules/clubs/fan-of.ts';
import { ClubBadge } from './ClubBadge.tsx';
import { useHiddenClubs } from './clubs-store.ts';
import { useClubs } from './use-clubs.ts';

import styles from './FanLine.module.css';

export function FanLine({ club }: { club: string | undefined }) {
  return club !== undefined && <Line slug={club} />;
}

// Loads the list only for a profile with a club, because a site without clubs refuses it.
function Line({ slug }: { slug: string }) {
  const club = useClubs()?.bySlug.get(slug);
  if (useHiddenClubs()) return null;
  return (
    <p className={styles.line}>
      <Link href={`/club/${slug}`} className={styles.link}>
        <ClubBadge slug={slug} decorative />
        {club && fanOf(club)}
      </Link>
    </p>
  );
}
