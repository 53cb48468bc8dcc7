import { useEffect, useRef } from 'react';

import type { Ad } from '../../../../contract/src/calls/ads.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { isSeen, markSeen } from './ad-places.ts';
import { AdCard } from './AdCard.tsx';
import { addImpression, impressionsToday } from './day-counts.ts';

type Props = { ad: Ad; place: string };

export function AdSlot({ ad, place }: Props) {
  const card = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isSeen(place) || !card.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ intersectionRatio }) => intersectionRatio >= limits.adSeenPart)) return;
        observer.disconnect();
        markSeen(place);
        countImpression(ad);
      },
      // The second threshold catches a ratio that is rounded down at the first.
      { rootMargin: `${limits.adSeenMarginPx}px`, threshold: [limits.adSeenPart, limits.adSeenPart + 0.05] },
    );
    observer.observe(card.current);
    return () => observer.disconnect();
  }, [ad, place]);

  return <AdCard ref={card} ad={ad} href={`/api/adRedirect?adId=${ad.id}`} />;
}

function countImpression({ id: adId, capPerUserPerDay }: Ad): void {
  if (impressionsToday(adId) >= capPerUserPerDay) return;
  addImpression(adId);
  command('adImpression', { adId }).catch(ignoreApiError);
}
