import { useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { suggestedPeopleKey } from '../../api/query-keys.ts';
import { cacheProfile } from '../profiles/use-profile.ts';

export type Suggestion = Output<'getSuggestedPeople'>['items'][number];

export function useSuggestedPeople(club?: string) {
  return useQuery({
    queryKey: club === undefined ? suggestedPeopleKey() : suggestedPeopleKey(club),
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now();
      return readSuggestions(await query('getSuggestedPeople', { club }, { signal }), requestedAt);
    },
    // A person keeps their row after a follow, until the list is read again.
    staleTime: 5 * 60_000,
    // The list beside the column stays mounted, so nothing else would read it again.
    refetchOnWindowFocus: true,
  });
}

// Fills the profile cache, so that a follow button has one state everywhere.
function readSuggestions(
  answer: Output<'getSuggestedPeople'>,
  requestedAt: number,
): Output<'getSuggestedPeople'> {
  const relation = { following: false, isSelf: false, blocked: false, muted: false, blockedBy: false };
  for (const { profile } of answer.items) cacheProfile({ profile, ...relation }, requestedAt);
  return answer;
}
