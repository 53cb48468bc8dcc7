import { EmptyState } from '../../ui/EmptyState.tsx';
import { AdminErrorState, hasFailedRead } from '../session/proof/AdminErrorState.tsx';
import { type UserState, useUsers } from './admin-data.ts';
import { LoadMoreButton } from './LoadMoreButton.tsx';
import { useAddress } from './use-address.ts';
import { UserList } from './UserList.tsx';
import { UserSkeletons } from './UserSkeletons.tsx';

import styles from './Admin.module.css';

const states = { activos: 'active', suspendidos: 'suspended' } as const;

export function NewestUsers() {
  const { address, set } = useAddress();
  const stateParam = address.get('estado') ?? '';
  const state: UserState | undefined = (states as Partial<Record<string, UserState>>)[stateParam];
  const sort = address.get('orden') === 'antiguos' ? 'oldest' : 'newest';
  const list = useUsers({ state, sort });
  const hasFailed = hasFailedRead(list);
  const users = list.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <div className={styles.filters}>
        <label>
          Estado{' '}
          <select value={state ? stateParam : ''} onChange={({ target }) => set('estado', target.value)}>
            <option value="">Todos</option>
            <option value="activos">Activos</option>
            <option value="suspendidos">Suspendidos</option>
          </select>
        </label>
        <label className={styles.order}>
          Orden{' '}
          <select
            value={sort === 'oldest' ? 'antiguos' : ''}
            onChange={({ target }) => set('orden', target.value)}
          >
            <option value="">Más nuevos primero</option>
            <option value="antiguos">Más antiguos primero</option>
          </select>
        </label>
      </div>
      {hasFailed && <AdminErrorState list={list}>No se pudo cargar la lista.</AdminErrorState>}
      {!users && !list.isError && <UserSkeletons count={8} />}
      {!hasFailed && users?.length === 0 && <EmptyState>No hay usuarios en ese estado.</EmptyState>}
      {users && users.length > 0 && (
        <UserList
          users={users}
          label="Usuarios"
          busy={list.isFetchingNextPage || list.isPlaceholderData}
          sort={sort}
          onSort={(next) => set('orden', next === 'oldest' ? 'antiguos' : '')}
        />
      )}
      {!list.isPlaceholderData && <LoadMoreButton list={list}>Cargar más</LoadMoreButton>}
    </>
  );
}
