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
    scrollTo(0, places.get(tab) ?? Math.min(scrollY, top()));
  }, [tab, top]);

  const select = (next: FeedTab) => {
    places.set(tab, scrollY);
    setSearch(next === 'siguiendo' ? {} : { tab: next }, { replace: true });
  };
  return [tab, select];
}
