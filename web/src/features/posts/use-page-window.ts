import { type RefObject, startTransition, useLayoutEffect, useState } from 'react';

import { expectedScroll } from '../../ui/browser/scroll-memory.ts';
import { type PageRange, pageRange } from './page-window.ts';

// By list and page. Lasts as long as the page, so that Back renders the list at full height at once.
const heights = new Map<string, number>();

export function pageHeight(key: string): number | null {
  return heights.get(key) ?? null;
}

export function usePageWindow(list: RefObject<HTMLElement | null>, keys: readonly string[]): PageRange {
  const [range, setRange] = useState(() => rangeOf(keys, 0, expectedScroll()));
  const signature = keys.join();

  useLayoutEffect(() => {
    const pageKeys = signature === '' ? [] : signature.split(',');
    let frame = 0;
    const update = () => {
      frame = 0;
      const listTop = (list.current?.getBoundingClientRect().top ?? 0) + scrollY;
      const next = rangeOf(pageKeys, listTop, scrollY);
      startTransition(() =>
        setRange((old) => (old.first === next.first && old.last === next.last ? old : next)),
      );
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    // A page that grows may push others out of the window.
    const sizes = new ResizeObserver(schedule);
    if (list.current) sizes.observe(list.current);
    addEventListener('scroll', schedule, { passive: true });
    addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      removeEventListener('scroll', schedule);
      removeEventListener('resize', schedule);
    };
  }, [list, signature]);

  return range;
}

export function measurePage(key: string) {
  return (element: HTMLElement | null) => {
    if (!element) return undefined;
    const sizes = new ResizeObserver(() => heights.set(key, element.getBoundingClientRect().height));
    sizes.observe(element);
    return () => sizes.disconnect();
  };
}

function rangeOf(keys: readonly string[], listTop: number, scrollTop: number): PageRange {
  return pageRange(keys.map(pageHeight), { listTop, scrollTop, height: innerHeight }, innerHeight);
}
