import { Link } from 'wouter';

import { fanOf } from '../../../../contract/src/rules/clubs/fan-of.ts';
import { ClubBadge } from './ClubBadge.tsx';
import { useHiddenClubs } from './clubs-store.ts';
import { useClubs } from './use-clubs.ts';

import styles from './FanLine.module.css';

/** 'Hincha de …' under the handle of a profile, a link to the club's page. */
export function FanLine({ club: slug }: { club: string | undefined }) {
  const club = useClubs()?.bySlug.get(slug ?? '');
  const hidden = useHiddenClubs();
  if (slug === undefined || hidden) return null;
  return (
    <p className={styles.line}>
      <Link href={`/club/${slug}`} className={styles.link}>
        <ClubBadge slug={slug} decorative />
        {club && fanOf(club)}
      </Link>
    </p>
  );
}
