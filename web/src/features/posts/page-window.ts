export type PageRange = { readonly first: number; readonly last: number };

export type Viewport = {
  /** In document coordinates. */
  listTop: number;
  scrollTop: number;
  height: number;
};

// Up to here rendering all is cheap, and the browser's find reaches everything.
const fewPages = 4;

/**
 * All pages of a short list, else those within `margin` pixels of the viewport. A page that was never
 * measured (null) is always included, and with it everything in between, because only rendering tells its
 * height.
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
  // Scrolled past either end: keep the nearest page.
  const nearest = from > top ? heights.length - 1 : 0;
  return { first: nearest, last: nearest };
}
