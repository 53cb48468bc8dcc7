export type PageRange = { readonly first: number; readonly last: number };

export type Viewport = {
  /** Where the first page begins, in the document. */
  listTop: number;
  scrollTop: number;
  height: number;
};

// Up to here the whole list costs little, and the browser's own search finds all of it.
const fewPages = 4;

/**
 * The pages to draw: all of few, else those within `margin` pixels of the viewport. A page that was never measured
 * (null) is always within, because only drawing it tells its height; a range is one piece, so all between are drawn
 * too.
 */
export function pageRange(
  heights: readonly (number | null)[],
  { listTop, scrollTop, height }: Viewport,
  margin: number,
): PageRange {
  if (heights.length <= fewPages) return { first: 0, last: heights.length - 1 };
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
