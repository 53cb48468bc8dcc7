import { limits } from '../../../../contract/src/rules/limits.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { rowsOf } from './notification-pages.ts';
import { NotificationRow } from './NotificationRow.tsx';
import { useNotifications } from './notifications-store.ts';
import { NotificationSkeletons } from './NotificationSkeletons.tsx';

export function LatestNotifications({ onChoose }: { onChoose: () => void }) {
  const list = useNotifications();
  const rows = list.data && rowsOf(list.data).slice(0, limits.notificationsPage);
  if (list.isPending) return <NotificationSkeletons count={6} />;
  if (!rows) {
    return (
      <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
        No se pudieron cargar tus notificaciones.
      </ErrorState>
    );
  }
  if (rows.length === 0) return <EmptyState>No hay notificaciones.</EmptyState>;
  return (
    <ul aria-label="Notificaciones">
      {rows.map(([key, item]) => (
        <NotificationRow key={key} item={item} onChoose={onChoose} />
      ))}
    </ul>
  );
}
