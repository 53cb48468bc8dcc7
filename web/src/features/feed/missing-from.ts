import { type PostPage, placesOf, withoutRepeats } from '../posts/lists/post-pages.ts';

/**
 * The posts of a list that its first page, read anew, should have and has not. The list is known as far down as the
 * page reaches; further down nothing is said of it.
 */
export function missingFrom(fresh: PostPage, pages: readonly PostPage[]): string[] {
  const known = new Set(fresh.ids);
  const places = new Set(placesOf(fresh));
  const listed = withoutRepeats(pages).flatMap((page) => {
    const at = placesOf(page);
    return page.ids.map((id, i) => ({ id, isThere: places.has(at[i] ?? '') }));
  });
  const end = fresh.cursor === null ? listed.length : listed.findLastIndex(({ isThere }) => isThere) + 1;
  return listed.slice(0, end).flatMap(({ id }) => (known.has(id) ? [] : id));
}
