import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AdminErrorState } from '../session/proof/AdminErrorState.tsx';
import { useFoundUser } from './admin-data.ts';
import { UserList } from './UserList.tsx';
import { UserSkeletons } from './UserSkeletons.tsx';

type Props = { q: string; onEnd: () => void };

export function FoundUser({ q, onEnd }: Props) {
  const search = useFoundUser(q);
  const { data: user, isError } = search;
  const back = (
    <Button variant="quiet" onClick={onEnd}>
      Ver todos los usuarios
    </Button>
  );
  if (isError) return <AdminErrorState list={search}>Error buscando usuario.</AdminErrorState>;
  if (user === undefined) return <UserSkeletons count={1} />;
  if (user === null) {
    return (
      <div role="alert">
        <EmptyState action={back}>Usuario no encontrado.</EmptyState>
      </div>
    );
  }
  return (
    <>
      <UserList users={[user]} label="Usuario encontrado" />
      {back}
    </>
  );
}
