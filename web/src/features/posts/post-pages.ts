/** A fetched page of a list: the posts live in the post cache, the list holds their ids. */
export type PostPage = { ids: string[]; cursor: string | null };
export type PostPages = { pages: PostPage[]; pageParams: unknown[] };

/** The pages with each post once in the whole list, at its first place. */
export function withoutRepeats(pages: readonly PostPage[]): string[][] {
  const seen = new Set<string>();
  return pages.map(({ ids }) => ids.filter((id) => !seen.has(id) && seen.add(id)));
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

/** How many posts of a fresh first page stand above the newest one that the list already has. */
export function countNewer(fresh: readonly string[], pages: readonly PostPage[]): number {
  const known = new Set(pages.flatMap((page) => page.ids));
  const firstKnown = fresh.findIndex((id) => known.has(id));
  return firstKnown === -1 ? fresh.length : firstKnown;
}
