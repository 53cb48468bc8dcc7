import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFoundUser } from './admin-data.ts';
import { UserRow } from './UserRow.tsx';
import { UserSkeletons } from './UserSkeletons.tsx';

type Props = { q: string; onEnd: () => void };

/** Whom a search finds. `onEnd` goes back to all users. */
export function FoundUser({ q, onEnd }: Props) {
  const { data: user, isError, isFetching, refetch } = useFoundUser(q);
  const back = (
    <Button variant="quiet" onClick={onEnd}>
      Ver todos los usuarios
    </Button>
  );
  if (isError && user === undefined) {
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        Error buscando usuario.
      </ErrorState>
    );
  }
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
      <ul aria-label="Usuario encontrado">
        <UserRow user={user} />
      </ul>
      {back}
    </>
  );
}
