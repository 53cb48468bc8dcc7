import { useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { profileKey, suggestedPeopleKey } from '../../api/query-keys.ts';
import type { ProfileAnswer } from '../profiles/use-profile.ts';

export function useSuggestedPeople(club?: string) {
  return useQuery({
    queryKey: club === undefined ? suggestedPeopleKey() : suggestedPeopleKey(club),
    queryFn: async ({ signal }) => readSuggestions(await query('getSuggestedPeople', { club }, { signal })),
    // A person keeps their row after a follow, until the list is read again.
    staleTime: 5 * 60_000,
  });
}

// Fills the profile cache, so that a follow button has one state everywhere.
function readSuggestions(answer: Output<'getSuggestedPeople'>): Output<'getSuggestedPeople'> {
  for (const { profile } of answer.items) {
    queryClient.setQueryData<ProfileAnswer>(profileKey(profile.uid), {
      profile,
      following: false,
      isSelf: false,
      blocked: false,
      muted: false,
      blockedBy: false,
    });
  }
  return answer;
}
