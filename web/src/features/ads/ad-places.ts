import type { Ad } from '../../../../contract/src/calls/ads.ts';
import { isActive, noPlacement, type Placement, placeAds } from '../../../../contract/src/rules/ads.ts';
import { impressionsToday } from './day-counts.ts';

/** `isLate`: the post was on screen without the ad. */
export type AdPlace = { postId: string; ad: Ad; place: string; isLate: boolean };

// Lasts as long as the page, so that Back finds every ad in its place.
const placements = new Map<string, Placement<Ad>>();
// A long list remounts its cards on scroll; each place counts one impression.
const seenPlaces = new Set<string>();

export function isSeen(place: string): boolean {
  return seenPlaces.has(place);
}

export function markSeen(place: string): void {
  seenPlaces.add(place);
}

export function forgetPlaces(): void {
  placements.clear();
}

/**
 * The ads after the posts of a list. `isVisit`: the list was just opened or its ads just arrived; otherwise
 * the ads already placed stay, even if they have ended.
 */
export function placeIn(
  list: string,
  postIds: readonly string[],
  ads: readonly Ad[],
  { isVisit }: { isVisit: boolean },
): AdPlace[] {
  const last = placements.get(list);
  const before = isVisit && last ? withoutEnded(list, last, ads) : (last ?? noPlacement());
  const openings = (ad: Ad) => openingsOf(ad) - unseen(list, before, ad);
  const placement = placeAds<Ad>({ postIds, ads, before, openings });
  placements.set(list, placement);
  return [...placement.after].map(([postId, ad]) => ({
    postId,
    ad,
    place: placeOf(list, postId, ad),
    isLate: !last || (last.considered.has(postId) && last.after.get(postId)?.id !== ad.id),
  }));
}

// Drops ads that have ended, and those whose daily cap was reached elsewhere before they were seen here.
function withoutEnded(list: string, { after, next }: Placement<Ad>, ads: readonly Ad[]): Placement<Ad> {
  const now = new Date();
  const openingsLeft = new Map<string, number>();
  for (const ad of ads) if (isActive(ad, now)) openingsLeft.set(ad.id, openingsOf(ad));
  const remaining = [...after].filter(([postId, ad]) => {
    const count = openingsLeft.get(ad.id);
    if (count === undefined || isSeen(placeOf(list, postId, ad))) return count !== undefined;
    openingsLeft.set(ad.id, count - 1);
    return count > 0;
  });
  return { after: new Map(remaining), next, considered: new Set() };
}

function openingsOf(ad: Ad): number {
  return isActive(ad, new Date()) ? ad.capPerUserPerDay - impressionsToday(ad.id) : 0;
}

function unseen(list: string, { after }: Placement<Ad>, { id }: Ad): number {
  return [...after].filter(([postId, ad]) => ad.id === id && !isSeen(placeOf(list, postId, ad))).length;
}

function placeOf(list: string, postId: string, ad: Ad): string {
  return `${list} ${postId} ${ad.id}`;
}
