import { useEffect, useRef } from 'react';

import { Button } from '../../ui/Button.tsx';

import styles from './LoadMore.module.css';

type Props = {
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
};

/** The end of a list that goes on: loads by itself within a screen of it; after a failure only by the button. */
export function LoadMore({ loading, failed, onLoad }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  useEffect(() => {
    load.current = onLoad;
  });

  useEffect(() => {
    if (!end.current || loading || failed) return undefined;
    const near = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load.current();
      },
      { rootMargin: '100% 0px' },
    );
    near.observe(end.current);
    return () => near.disconnect();
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
