import { useEffect, useRef } from 'react';

import type { Ad } from '../../../../contract/src/calls/ads.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { AdCard } from './AdCard.tsx';
import { addImpression, impressionsToday } from './day-counts.ts';

type Props = { ad: Ad; /** Names the place among those of all lists. */ place: string };

// A long list takes a card away and draws it anew as one scrolls: its place counts once.
const seen = new Set<string>();

/** An ad at its place in the feed. It counts the first time that enough of it is seen. */
export function AdSlot({ ad, place }: Props) {
  const card = useRef<HTMLElement>(null);

  useEffect(() => {
    if (seen.has(place) || !card.current) return undefined;
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ intersectionRatio }) => intersectionRatio >= limits.adSeenPart)) return;
        sight.disconnect();
        seen.add(place);
        tell(ad);
      },
      // The second part is for a ratio that is rounded down at the first.
      { rootMargin: `${limits.adSeenMarginPx}px`, threshold: [limits.adSeenPart, limits.adSeenPart + 0.05] },
    );
    sight.observe(card.current);
    return () => sight.disconnect();
  }, [ad, place]);

  return <AdCard ref={card} ad={ad} href={`/api/adRedirect?adId=${ad.id}`} />;
}

function tell({ id: adId, capPerUserPerDay }: Ad): void {
  if (impressionsToday(adId) >= capPerUserPerDay) return;
  addImpression(adId);
  // Nobody who reads is told that it could not be counted.
  command('adImpression', { adId }).catch(ignoreApiError);
}
