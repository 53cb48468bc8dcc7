import { useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';

import type { FeedTab } from '../posts/post-lists.ts';

const places = new Map<FeedTab, number>();

/**
 * The tab that the address names, 'Siguiendo' without one. Each keeps its place; `top` is where a tab begins that
 * has none yet.
 */
export function useFeedTab(top: () => number): [FeedTab, (tab: FeedTab) => void] {
  const [search, setSearch] = useSearchParams();
  const tab: FeedTab = search.get('tab') === 'paraVos' ? 'paraVos' : 'siguiendo';
  const shown = useRef(tab);

  useLayoutEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    const place = places.get(tab);
    if (place !== undefined) scrollTo(0, place);
  }, [tab]);

  const select = (next: FeedTab) => {
    places.set(tab, scrollY);
    // Before the lists change: Chromium's scroll anchoring would follow the old place as the new list grows.
    scrollTo(0, Math.min(scrollY, top()));
    setSearch(next === 'siguiendo' ? {} : { tab: next }, { replace: true });
  };
  return [tab, select];
}
