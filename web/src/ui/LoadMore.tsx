import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';

import { Button } from './Button.tsx';

import styles from './LoadMore.module.css';

type Props = {
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
};

/**
 * The end of a longer list: loads more when it comes within a screen of the viewport after a scroll; after a failure
 * only by its button.
 */
export function LoadMore({ loading: isFetching, failed, onLoad }: Props) {
  // Until the rows that arrived are rendered, which is deferred too: before that, the end is too near.
  const wasFetching = useDeferredValue(isFetching);
  const loading = isFetching || wasFetching;
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
