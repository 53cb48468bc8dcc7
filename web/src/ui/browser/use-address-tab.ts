import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';

type AddressTab<Tab extends string> = {
  tab: Tab;
  select: (tab: Tab) => void;
  start: RefObject<HTMLDivElement | null>;
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
  };
  const select = (next: Tab) => {
    places.set(tab, scrollY);
    // Before the lists change, because Chromium's scroll anchoring would follow the old position.
    toStart();
    setSearch(next === tabs[0] ? {} : { tab: next }, { replace: true });
  };
  return { tab, select, start, toStart };
}
