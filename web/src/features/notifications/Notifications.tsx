import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { MarkAllButton } from './MarkAllButton.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import { useNotifications } from './notifications-store.ts';
import { NotificationSkeletons } from './NotificationSkeletons.tsx';

import styles from './Notifications.module.css';

export function Notifications() {
  const list = useNotifications();
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>Notificaciones</h1>
        <MarkAllButton />
      </div>
      {list.isPending && <NotificationSkeletons count={8} />}
      {list.isError && !items && (
        <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
          No se pudieron cargar tus notificaciones.
        </ErrorState>
      )}
      {items && items.length > 0 && (
        <ul aria-label="Notificaciones" aria-busy={list.isFetchingNextPage}>
          {items.map((item) => (
            <NotificationRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {items?.length === 0 && <EmptyState>No hay notificaciones.</EmptyState>}
      {list.hasNextPage && (
        <LoadMore
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}
