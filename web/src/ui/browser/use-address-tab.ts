import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';

type AddressTab<Tab extends string> = {
  tab: Tab;
  select: (tab: Tab) => void;
  start: RefObject<HTMLDivElement | null>;
  /** Call it before or together with a change of the list. */
  toStart: () => void;
};

/** @param places the scroll positions of the tabs, which last as long as this map */
export function useAddressTab<Tab extends string>(
  tabs: readonly [Tab, ...Tab[]],
  places: Map<string, number>,
): AddressTab<Tab> {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((name) => name === search.get('tab')) ?? tabs[0];
  const lastTab = useRef(tab);
  const start = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (lastTab.current === tab) return;
    lastTab.current = tab;
    const place = places.get(tab);
    if (place !== undefined) scrollTo(0, place);
  }, [tab, places]);

  const toStart = () => {
    const top = start.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) scrollBy(0, top);
    holdAnchor();
  };
  const select = (next: Tab) => {
    places.set(tab, scrollY);
    toStart();
    setSearch(next === tabs[0] ? {} : { tab: next }, { replace: true });
  };
  return { tab, select, start, toStart };
}

/** The lists are about to change: scroll anchoring would follow the posts that stood at the start before. */
function holdAnchor(): void {
  const { style } = document.documentElement;
  style.overflowAnchor = 'none';
  requestAnimationFrame(() => requestAnimationFrame(() => (style.overflowAnchor = '')));
}
