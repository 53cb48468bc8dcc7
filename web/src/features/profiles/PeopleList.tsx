import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { useSession } from '../session/use-session.ts';
import { FollowButton } from './FollowButton.tsx';
import { type ListedPerson, type PeopleKind, usePeople, withoutRepeats } from './people-lists.ts';
import { PersonRow } from './PersonRow.tsx';
import { PersonSkeletons } from './PersonSkeleton.tsx';
import { useCachedProfile } from './use-profile.ts';

type Props = { kind: PeopleKind; uid: string; label: string; empty: string };

export function PeopleList({ kind, uid, label, empty }: Props) {
  const list = usePeople(kind, uid);
  const people = list.data && withoutRepeats(list.data.pages);
  if (list.isPending) return <PersonSkeletons count={6} />;
  if (!people) {
    return (
      <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
        No se pudo cargar.
      </ErrorState>
    );
  }
  if (people.length === 0 && !list.hasNextPage) return <EmptyState>{empty}</EmptyState>;
  return (
    <>
      <ul aria-label={label} aria-busy={list.isFetchingNextPage}>
        {people.map((person) => (
          <Row key={person.profile.uid} person={person} />
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}

function Row({ person }: { person: ListedPerson }) {
  const { user } = useSession();
  const cached = useCachedProfile(person.profile.uid);
  const { profile, following } = cached ?? person;
  if (cached?.blocked) return null;
  return (
    <PersonRow person={profile}>
      {profile.uid !== user?.uid && (
        <FollowButton uid={profile.uid} following={following} ownUid={user?.uid} />
      )}
    </PersonRow>
  );
}
