import { AdminErrorState } from '../session/AdminErrorState.tsx';
import { useUsers } from './admin-data.ts';
import { More } from './More.tsx';
import { UserRow } from './UserRow.tsx';
import { UserSkeletons } from './UserSkeletons.tsx';

export function NewestUsers() {
  const list = useUsers();
  const users = list.data?.pages.flatMap((page) => page.items);
  if (list.isError && !users) {
    return <AdminErrorState list={list}>No se pudo cargar la lista.</AdminErrorState>;
  }
  if (!users) return <UserSkeletons count={8} />;
  return (
    <>
      <ul aria-label="Usuarios" aria-busy={list.isFetchingNextPage}>
        {users.map((user) => (
          <UserRow key={user.uid} user={user} />
        ))}
      </ul>
      <More list={list}>Cargar más</More>
    </>
  );
}
