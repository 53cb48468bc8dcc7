import type { Output } from '../../../../contract/src/calls/all.ts';
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
import { useSuggestedPeople } from './use-suggested-people.ts';

import styles from './PeopleToFollow.module.css';

type Suggestion = Output<'getSuggestedPeople'>['items'][number];

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
  if (list.data.items.length === 0) {
    return (
      <EmptyState action={<ButtonLink href="/buscar">Buscar por nombre</ButtonLink>}>
        Todavía no hay a quién sugerirte.
      </EmptyState>
    );
  }
  return <People items={list.data.items} />;
}

function People({ items }: { items: readonly Suggestion[] }) {
  const { user } = useSession();
  const states = useCachedProfiles(items.map(({ profile }) => profile.uid));
  const uids = items.flatMap(({ profile }, i) => (states[i]?.following ? [] : [profile.uid]));
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
        {items.map(({ profile, reason }, i) => (
          <PersonRow key={profile.uid} person={states[i]?.profile ?? profile} brief note={reason}>
            <FollowButton uid={profile.uid} following={states[i]?.following ?? false} ownUid={user?.uid} />
          </PersonRow>
        ))}
      </ul>
    </>
  );
}
