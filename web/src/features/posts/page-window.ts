export type PageRange = { readonly first: number; readonly last: number };

export type Viewport = {
  /** Where the first page begins, in the document. */
  listTop: number;
  scrollTop: number;
  height: number;
};

/**
 * The pages to draw: those within `margin` pixels of the viewport. A page that was never measured (null) is always
 * within, because only drawing it tells its height; a range is one piece, so all between are drawn too.
 */
export function pageRange(
  heights: readonly (number | null)[],
  { listTop, scrollTop, height }: Viewport,
  margin: number,
): PageRange {
  const from = scrollTop - margin - listTop;
  const to = scrollTop + height + margin - listTop;
  let top = 0;
  let first = heights.length;
  let last = -1;
  for (const [i, pageHeight] of heights.entries()) {
    const bottom = top + (pageHeight ?? 0);
    if (pageHeight === null || (bottom >= from && top <= to)) {
      first = Math.min(first, i);
      last = i;
    }
    top = bottom;
  }
  if (last >= 0) return { first, last };
  // Beyond either end, as when the page is scrolled to the footer: the nearest page stays drawn.
  const nearest = from > top ? heights.length - 1 : 0;
  return { first: nearest, last: nearest };
}
