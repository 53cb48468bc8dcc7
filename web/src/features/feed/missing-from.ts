import { type PostPage, placesOf, withoutRepeats } from '../posts/lists/post-pages.ts';

/** The posts that the list has but its re-read first page lacks, as far down as that page reaches. */
export function missingFrom(fresh: PostPage, pages: readonly PostPage[]): string[] {
  const freshIds = new Set(fresh.ids);
  const places = new Set(placesOf(fresh));
  const items = withoutRepeats(pages).flatMap((page) => {
    const at = placesOf(page);
    return page.ids.map((id, i) => ({ id, isThere: places.has(at[i] ?? '') }));
  });
  const end = fresh.cursor === null ? items.length : items.findLastIndex(({ isThere }) => isThere) + 1;
  return items.slice(0, end).flatMap(({ id }) => (freshIds.has(id) ? [] : id));
}
