import { useEffect } from 'react';

import { useStore } from '../../state/create-store.ts';
import { BadgeDisc } from './BadgeDisc.tsx';
import { clubs } from './clubs-store.ts';
import { rereadClubs } from './read-clubs.ts';

type Props = { slug: string; decorative?: boolean; large?: boolean };

export function DrawnBadge({ slug, ...look }: Props) {
  const club = useStore(clubs)?.bySlug.get(slug);
  useEffect(() => {
    if (!club) void rereadClubs();
  }, [club]);
  return club && <BadgeDisc club={club} {...look} />;
}
