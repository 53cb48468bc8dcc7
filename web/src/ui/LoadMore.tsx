import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';

import { Button } from './Button.tsx';

import styles from './LoadMore.module.css';

export type PagedList = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (options: { cancelRefetch: false }) => Promise<{ error: Error | null }>;
};

type Props = {
  list: PagedList;
  /** In place of `fetchNextPage` where the list needs re-authentication. */
  onLoad?: () => void;
};

/**
 * Loads more when it comes within a screen of the viewport after a scroll; after a failure only by its
 * button.
 */
export function LoadMore({ list, onLoad }: Props) {
  // New rows are rendered later. Until then the end is too near, and without it the page would be too short:
  // the browser would scroll up.
  const hasMore = useDeferredValue(list.hasNextPage);
  const wasLoading = useDeferredValue(list.isFetchingNextPage);
  if (!hasMore) return null;
  return (
    <End
      loading={list.isFetchingNextPage || wasLoading}
      failed={list.isFetchNextPageError}
      onLoad={onLoad ?? (() => void list.fetchNextPage({ cancelRefetch: false }))}
    />
  );
}

type EndProps = { loading: boolean; failed: boolean; onLoad: () => void };

function End({ loading, failed, onLoad }: EndProps) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);

  useEffect(() => {
    const element = end.current;
    if (!element || loading || failed) return undefined;
    const near = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { rootMargin: '100% 0px' },
    );
    const watch = () => near.observe(element);
    // Without a scroll one page is enough.
    if (scrollY > 0 || element.getBoundingClientRect().top < innerHeight) watch();
    else addEventListener('scroll', watch, { once: true });
    return () => {
      removeEventListener('scroll', watch);
      near.disconnect();
    };
  }, [loading, failed]);

  return (
    <div ref={end} className={styles.end}>
      {failed && <p role="alert">No se pudo cargar más.</p>}
      <Button variant="quiet" busy={loading} onClick={onLoad}>
        Cargar más
      </Button>
    </div>
  );
}
