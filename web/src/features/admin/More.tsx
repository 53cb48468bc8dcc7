import { Button } from '../../ui/Button.tsx';

import styles from './Admin.module.css';

type Props = {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: (options: { cancelRefetch: false }) => unknown;
  };
  children: string;
};

/** Where a list goes on. Only by its button: by itself it would push away what stands under it. */
export function More({ list, children }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      {list.isFetchNextPageError && <p role="alert">No se pudo cargar más.</p>}
      <Button
        variant="quiet"
        busy={list.isFetchingNextPage}
        onClick={() => list.fetchNextPage({ cancelRefetch: false })}
      >
        {children}
      </Button>
    </div>
  );
}
