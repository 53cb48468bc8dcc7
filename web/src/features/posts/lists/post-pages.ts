import type { PostView } from '../../../../../contract/src/calls/shapes.ts';

export type Reposter = NonNullable<PostView['repostedBy']>;

/**
 * A fetched page of a list: the posts live in the post cache, the list holds their ids. Whose repost brought one in
 * belongs to the list, because the same post stands in others by itself.
 */
export type PostPage = {
  ids: string[];
  cursor: string | null;
  reposters?: { readonly [postId in string]?: Reposter };
};
export type PostPages = { pages: PostPage[]; pageParams: unknown[] };

/** The page of an answer. */
export function postPage(items: readonly PostView[], cursor: string | null): PostPage {
  const brought = items.flatMap(({ id, repostedBy }) => (repostedBy ? [[id, repostedBy] as const] : []));
  return { ids: items.map(({ id }) => id), cursor, reposters: Object.fromEntries(brought) };
}

/** The pages with each post once in the whole list, at its first place. */
export function withoutRepeats(pages: readonly PostPage[]): PostPage[] {
  const seen = new Set<string>();
  return pages.map((page) => ({ ...page, ids: page.ids.filter((id) => !seen.has(id) && seen.add(id)) }));
}

/** The list with a post on top, at that place only. */
export function withPostOnTop(list: PostPages, id: string): PostPages {
  const [first, ...rest] = withoutPost(list, id).pages;
  return first ? { ...list, pages: [{ ...first, ids: [id, ...first.ids] }, ...rest] } : list;
}

/** The list without a post. Pages that do not hold it stay the same objects. */
export function withoutPost(list: PostPages, id: string): PostPages {
  const pages = list.pages.map((page) =>
    page.ids.includes(id) ? { ...page, ids: page.ids.filter((other) => other !== id) } : page,
  );
  return { ...list, pages };
}

/**
 * How many posts of a fresh first page are not in the list and stand above the newest place that it already has.
 * A new repost of a listed post is a new place, but no new post.
 */
export function countNewer(fresh: PostPage, pages: readonly PostPage[]): number {
  const listed = new Set(pages.flatMap((page) => page.ids));
  const places = new Set(pages.flatMap(placesOf));
  const firstKnown = placesOf(fresh).findIndex((place) => places.has(place));
  const above = firstKnown === -1 ? fresh.ids : fresh.ids.slice(0, firstKnown);
  return above.filter((id) => !listed.has(id)).length;
}

/** The places of a page: what stands there, and who brought it. */
export function placesOf({ ids, reposters }: PostPage): string[] {
  return ids.map((id) => `${id} ${reposters?.[id]?.uid ?? ''}`);
}
