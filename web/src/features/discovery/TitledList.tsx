import { type ReactNode, useId } from 'react';

import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

import styles from './TitledList.module.css';

export type ListLook = 'card' | 'plain';

type Props<Item> = {
  title: string;
  look: ListLook;
  count: number;
  list: { data: readonly Item[] | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown };
  children: (items: readonly Item[]) => ReactNode;
};

export function TitledList<Item>({ title, look, count, list, children }: Props<Item>) {
  const id = useId();
  const items = list.data?.slice(0, count);
  // Beside the column a list that failed needs no message, nor its retry a skeleton.
  if (items?.length === 0 || (look === 'card' && !items)) return null;
  return (
    <section aria-labelledby={id} className={classNames(styles.block, styles[look])}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {items && <ul aria-labelledby={id}>{children(items)}</ul>}
      {!items && list.isError && (
        <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
          No se pudo cargar.
        </ErrorState>
      )}
      {!items && !list.isError && <Rows count={count} />}
    </section>
  );
}

function Rows({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Cargando…</VisuallyHidden>
      {Array.from({ length: count }, (_, n) => (
        <div key={n} className={styles.row}>
          <Skeleton width="70%" />
        </div>
      ))}
    </div>
  );
}
