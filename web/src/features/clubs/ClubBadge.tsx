import { useHiddenClubs } from './clubs-store.ts';
import { useClubs } from './use-clubs.ts';

import styles from './ClubBadge.module.css';

type Props = {
  slug: string | undefined;
  decorative?: boolean;
};

/** Reserves its space before the clubs are loaded. */
export function ClubBadge({ slug, decorative = false }: Props) {
  return slug && <Place slug={slug} decorative={decorative} />;
}

// A reader who hides clubs loads them too: the preference comes with them, and may have changed on another
// device.
function Place({ slug, decorative }: { slug: string; decorative: boolean }) {
  const Badge = useClubs()?.Badge;
  return (
    !useHiddenClubs() && (
      <span className={styles.place}>{Badge && <Badge slug={slug} decorative={decorative} />}</span>
    )
  );
}
