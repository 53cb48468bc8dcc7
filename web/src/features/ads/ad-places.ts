import type { Ad } from '../../../../contract/src/calls/ads.ts';
import { isShown, noPlacement, type Placement, placeAds } from '../../../../contract/src/rules/ads.ts';
import { impressionsToday } from './day-counts.ts';

// By list, for the life of the page, so that Back finds every ad in its place.
const placements = new Map<string, Placement<Ad>>();

export function isPlaced(list: string): boolean {
  return placements.has(list);
}

/** The ad after each post of a list, given the posts that it holds now. */
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
