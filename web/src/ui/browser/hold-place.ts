/**
 * Scroll anchoring for Safari, which has none before version 27: the post or comment at the top of the screen
 * stays in its place when something above it comes, grows or goes.
 */
export function holdPlace(): void {
  if (CSS.supports('overflow-anchor', 'auto')) return;
  let item: Element | undefined;
  let top = 0;
  let scroll = 0;
  const remember = () => {
    item = itemAtTop();
    top = topOf(item);
    scroll = scrollY;
  };
  const hold = () => {
    const moved = topOf(item) - top;
    // Otherwise the page itself was about to scroll.
    const isStill = scrollY === scroll && document.documentElement.style.overflowAnchor !== 'none';
    if (item?.isConnected && isStill && Math.abs(moved) >= 1) scrollBy(0, moved);
    remember();
  };
  addEventListener('scroll', remember, { passive: true });
  new ResizeObserver(hold).observe(document.body);
}

/** None while something else, such as a text box, is the first thing on the screen. */
function itemAtTop(): Element | undefined {
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const items = [...document.querySelectorAll('main :is(article, li)')];
  const first = items.find((item) => item.getBoundingClientRect().bottom > covered);
  return first && topOf(first) <= covered ? first : undefined;
}

function topOf(item: Element | undefined): number {
  return item?.getBoundingClientRect().top ?? 0;
}
