import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { badgeShapes, badgeSide } from '../../../../contract/src/rules/clubs/badge-shapes.ts';
import { fanOf } from '../../../../contract/src/rules/clubs/fan-of.ts';
import { classNames } from '../../ui/class-names.ts';

import styles from './ClubBadge.module.css';

type Props = { club: Club; decorative?: boolean; large?: boolean };

/** Drawn in the club's colours; not its crest. */
export function BadgeDisc({ club, decorative = false, large = false }: Props) {
  const name = fanOf(club);
  return (
    <svg
      className={classNames(styles.disc, large && styles.large)}
      viewBox={`0 0 ${badgeSide} ${badgeSide}`}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {!decorative && <title>{name}</title>}
      {badgeShapes(club).map(({ kind, colour, d, ...line }) =>
        kind === 'fill' ? (
          <path key={d} d={d} fill={colour} />
        ) : (
          <path key={d} d={d} fill="none" stroke={colour} {...line} />
        ),
      )}
    </svg>
  );
}
