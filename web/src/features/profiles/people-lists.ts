import { useInfiniteQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { peopleKey } from '../../api/query-keys.ts';
import { session } from '../session/session-store.ts';
import { useRestart } from './restart-list.ts';
import { cacheProfile } from './use-profile.ts';

/** `fans`: the uid is a club's slug. */
export type PeopleKind = 'followers' | 'following' | 'fans';

export type ListedPerson = { profile: Profile; following: boolean; muted: boolean };

type PeoplePage = { people: ListedPerson[]; cursor: string | null };

type Answer = Omit<Output<'getFollowers'>, 'muted'> & { muted?: readonly string[] };

const queries: Record<
  PeopleKind,
  (of: string, cursor: string | undefined, options: { signal: AbortSignal }) => Promise<Answer>
> = {
  followers: (uid, cursor, options) => query('getFollowers', { uid, cursor }, options),
  following: (uid, cursor, options) => query('getFollowing', { uid, cursor }, options),
  fans: (slug, cursor, options) => query('getClubMembers', { slug, cursor }, options),
};

export function usePeople(kind: PeopleKind, uid: string) {
  const queryKey = peopleKey(kind, uid);
  useRestart(queryKey);
  return useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = Date.now();
      return readPage(await queries[kind](uid, pageParam ?? undefined, { signal }), requestedAt);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: PeoplePage) => page.cursor,
    // A refetch would read every loaded page: Back should find the list as it was.
    staleTime: 5 * 60_000,
    gcTime: 60 * 60_000,
  });
}

/** A fan whom the user unfollowed since the first page comes again, among the others. */
export function withoutRepeats(pages: readonly PeoplePage[]): ListedPerson[] {
  const people = pages.flatMap((page) => page.people);
  return [...new Map(people.map((person) => [person.profile.uid, person])).values()];
}

export function invalidatePeople(): void {
  void queryClient.invalidateQueries({ queryKey: peopleKey(), refetchType: 'none' });
}

function readPage({ items, following, muted = [], cursor }: Answer, requestedAt: number): PeoplePage {
  const followedUids = new Set(following);
  const mutedUids = new Set(muted);
  const ownUid = session.read().user?.uid;
  const people = items.map((profile) => ({
    profile,
    following: followedUids.has(profile.uid),
    muted: mutedUids.has(profile.uid),
  }));
  for (const person of people) {
    const isSelf = person.profile.uid === ownUid;
    cacheProfile({ ...person, isSelf, blocked: false, blockedBy: false }, requestedAt);
  }
  return { people, cursor };
}
