import { limits } from '../../../../contract/src/rules/limits.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import { useNotifications } from './notifications-store.ts';
import { NotificationSkeletons } from './NotificationSkeletons.tsx';

export function LatestNotifications({ onChoose }: { onChoose: () => void }) {
  const list = useNotifications();
  const items = list.data?.pages.flatMap((page) => page.items).slice(0, limits.notificationsPage);
  if (list.isPending) return <NotificationSkeletons count={6} />;
  if (!items) {
    return (
      <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
        No se pudieron cargar tus notificaciones.
      </ErrorState>
    );
  }
  if (items.length === 0) return <EmptyState>No hay notificaciones.</EmptyState>;
  return (
    <ul aria-label="Notificaciones">
      {items.map((item) => (
        <NotificationRow key={item.id} item={item} onChoose={onChoose} />
      ))}
    </ul>
  );
}
