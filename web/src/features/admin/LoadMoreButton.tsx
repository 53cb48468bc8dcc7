import { Button } from '../../ui/Button.tsx';
import type { PagedList } from '../../ui/LoadMore.tsx';
import { loadMoreWithProof } from '../session/proof/admin-proof.ts';

import styles from './Admin.module.css';

type Props = { list: PagedList; children: string };

/** Loads more only by its button: automatic loading would push away the content below. */
export function LoadMoreButton({ list, children }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      {list.isFetchNextPageError && <p role="alert">No se pudo cargar más.</p>}
      <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void loadMoreWithProof(list)}>
        {children}
      </Button>
    </div>
  );
}
