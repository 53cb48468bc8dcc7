import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';

type AddressTab<Tab extends string> = {
  tab: Tab;
  select: (tab: Tab) => void;
  /** For `StickyTabs`: marks where the tabs begin. */
  start: RefObject<HTMLDivElement | null>;
  /** Scrolls up to the beginning of the tab, when the page stands below it. */
  toStart: () => void;
};

/**
 * The tab that the address names as `tab`; without one, the first.
 * @param places where the tabs were left: each keeps its place for as long as this is kept
 */
export function useAddressTab<Tab extends string>(
  tabs: readonly [Tab, ...Tab[]],
  places: Map<string, number>,
): AddressTab<Tab> {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((name) => name === search.get('tab')) ?? tabs[0];
  const shown = useRef(tab);
  const start = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    const place = places.get(tab);
    if (place !== undefined) scrollTo(0, place);
  }, [tab, places]);

  const toStart = () => {
    const top = start.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) scrollBy(0, top);
  };
  const select = (next: Tab) => {
    places.set(tab, scrollY);
    // Before the lists change: Chromium's scroll anchoring would follow the old place as the new list grows.
    toStart();
    setSearch(next === tabs[0] ? {} : { tab: next }, { replace: true });
  };
  return { tab, select, start, toStart };
}
