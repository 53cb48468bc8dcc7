import { Link } from 'wouter';

import { fanOf } from '../../../../contract/src/rules/clubs/fan-of.ts';
import { ClubBadge } from './ClubBadge.tsx';
import { useHiddenClubs } from './clubs-store.ts';
import { useClubs } from './use-clubs.ts';

import styles from './FanLine.module.css';

/** 'Hincha de …' under the handle of a profile, a link to the club's page. */
export function FanLine({ club }: { club: string | undefined }) {
  return club !== undefined && <Line slug={club} />;
}

// Only a profile with a club loads the list of clubs, which a site without clubs refuses.
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
