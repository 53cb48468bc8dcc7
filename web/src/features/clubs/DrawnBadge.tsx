import { useEffect } from 'react';

import { badgeShapes, badgeSide } from '../../../../contract/src/rules/clubs/badge-shapes.ts';
import { fanOf } from '../../../../contract/src/rules/clubs/fan-of.ts';
import { useStore } from '../../state/create-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { clubs } from './clubs-store.ts';
import { rereadClubs } from './read-clubs.ts';

import styles from './ClubBadge.module.css';

type Props = { slug: string; decorative?: boolean; large?: boolean };

/** A disc in the colours of a club, drawn by us: no club's crest. */
export function DrawnBadge({ slug, decorative = false, large = false }: Props) {
  const club = useStore(clubs)?.bySlug.get(slug);
  useEffect(() => {
    if (!club) void rereadClubs();
  }, [club]);
  if (!club) return null;
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
