import type { PostView } from '../../../../../contract/src/calls/shapes.ts';

export type Reposter = NonNullable<PostView['repostedBy']>;

/** Reposters belong to the page of a list: elsewhere the same post stands on its own. */
export type PostPage = {
  ids: string[];
  cursor: string | null;
  reposters?: { readonly [postId in string]?: Reposter };
};
export type PostPages = { pages: PostPage[]; pageParams: unknown[] };

export function postPage(items: readonly PostView[], cursor: string | null): PostPage {
  const reposts = items.flatMap(({ id, repostedBy }) => (repostedBy ? [[id, repostedBy] as const] : []));
  return { ids: items.map(({ id }) => id), cursor, reposters: Object.fromEntries(reposts) };
}

export function withoutRepeats(pages: readonly PostPage[]): PostPage[] {
  const seenIds = new Set<string>();
  return pages.map((page) => ({
    ...page,
    ids: page.ids.filter((id) => !seenIds.has(id) && seenIds.add(id)),
  }));
}

/**
 * Counts the posts of a re-read first page that are not in the list and above its newest known place. A new
 * repost of a listed post is a new place but no new post. An own post is in the list before older ones of
 * others, so its place hides none of them.
 */
export function countNewer(
  fresh: PostPage,
  pages: readonly PostPage[],
  isOwn: (id: string) => boolean = () => false,
): number {
  const listedIds = new Set(pages.flatMap((page) => page.ids));
  const places = new Set(pages.flatMap(placesOf));
  const firstKnown = placesOf(fresh).findIndex((place, i) => places.has(place) && !isOwn(fresh.ids[i] ?? ''));
  const above = firstKnown === -1 ? fresh.ids : fresh.ids.slice(0, firstKnown);
  // Ids sort by time: below own posts alone, what follows the list is older than all of it.
  const oldestId = [...listedIds].toSorted()[0] ?? '';
  return above.filter((id) => !listedIds.has(id) && (fresh.reposters?.[id] || id > oldestId)).length;
}

/** The re-read first page, under the own posts published since: ids sort by time. */
export function underNewer<Page extends PostPage>(fresh: Page, pages: readonly PostPage[]): Page {
  const newestId = fresh.ids.toSorted().at(-1) ?? '';
  const newer = pages[0]?.ids.filter((id) => id > newestId) ?? [];
  return { ...fresh, ids: [...newer, ...fresh.ids] };
}

export function placesOf({ ids, reposters }: PostPage): string[] {
  return ids.map((id) => `${id} ${reposters?.[id]?.uid ?? ''}`);
}
