import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useOwnSlug } from '../clubs/feed-club.ts';
import { followAll } from '../profiles/follow-all.ts';
import { FollowButton } from '../profiles/FollowButton.tsx';
import { PersonRow } from '../profiles/PersonRow.tsx';
import { PersonSkeletons } from '../profiles/PersonSkeleton.tsx';
import { useCachedProfiles } from '../profiles/use-profile.ts';
import { useSession } from '../session/use-session.ts';
import { type Suggestion, useSuggestedPeople } from './use-suggested-people.ts';

import styles from './PeopleToFollow.module.css';

export function PeopleToFollow() {
  const list = useSuggestedPeople(useOwnSlug());
  if (list.isPending) return <PersonSkeletons count={6} />;
  if (!list.data) {
    return (
      <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
        No se pudo cargar.
      </ErrorState>
    );
  }
  return <People items={list.data.items} />;
}

function People({ items }: { items: readonly Suggestion[] }) {
  const { user } = useSession();
  const states = useCachedProfiles(items.map(({ profile }) => profile.uid));
  // Some may have been blocked or muted since the list was read.
  const people = items.flatMap(({ profile, reason }, i) => {
    const state = states[i];
    if (state?.blocked || state?.muted) return [];
    return { person: state?.profile ?? profile, reason, following: state?.following ?? false };
  });
  const uids = people.flatMap(({ person, following }) => (following ? [] : [person.uid]));
  if (people.length === 0) {
    return (
      <EmptyState action={<ButtonLink href="/buscar">Buscar por nombre</ButtonLink>}>
        Todavía no hay a quién sugerirte.
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.all}>
        <Button
          size="small"
          disabled={!user || uids.length === 0}
          onClick={() => user && void followAll(uids, user.uid)}
        >
          Seguir a todos
        </Button>
      </div>
      <ul aria-label="A quién seguir">
        {people.map(({ person, reason, following }) => (
          <PersonRow key={person.uid} person={person} brief note={reason}>
            <FollowButton uid={person.uid} following={following} ownUid={user?.uid} />
          </PersonRow>
        ))}
      </ul>
    </>
  );
}
