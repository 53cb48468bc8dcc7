import type { Ad } from '../../../../contract/src/calls/ads.ts';
import { isShown, noPlacement, type Placement, placeAds } from '../../../../contract/src/rules/ads.ts';
import { impressionsToday } from './day-counts.ts';

// By list, for as long as the page lives: Back finds every ad at its place.
const placements = new Map<string, Placement<Ad>>();

/** Whether the places of a list were looked for before. */
export function isPlaced(list: string): boolean {
  return placements.has(list);
}

/** Which ad stands after which post of a list, now that it holds these posts. */
export function placeIn(
  list: string,
  postIds: readonly string[],
  ads: readonly Ad[],
): Placement<Ad>['after'] {
  const now = new Date();
  const placement = placeAds<Ad>({
    postIds,
    ads,
    before: placements.get(list) ?? noPlacement(),
    isOpen: (ad) => isShown(ad, now) && impressionsToday(ad.id) < ad.capPerUserPerDay,
  });
  placements.set(list, placement);
  return placement.after;
}
