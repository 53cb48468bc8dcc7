import { useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

export type ProfileAnswer = Output<'getProfile'>;

export const profileKey = (uid: string) => ['profile', uid] as const;

/** A profile by its uid or '@handle'; nothing is asked for an empty one. */
export function useProfile(uid: string) {
  return useQuery(profileQuery(uid, uid !== ''));
}

/** The profile when it is known already, as for a row of a list that brought it. */
export function useKnownProfile(uid: string): ProfileAnswer | undefined {
  return useQuery(profileQuery(uid, false)).data;
}

function profileQuery(uid: string, enabled: boolean) {
  return {
    queryKey: profileKey(uid),
    queryFn: ({ signal }: { signal: AbortSignal }) => readProfile(uid, signal),
    enabled,
  };
}

async function readProfile(uid: string, signal: AbortSignal): Promise<ProfileAnswer> {
  const answer = await query('getProfile', { uid }, { signal });
  // Asked for by its handle: the screen at its own address need not ask again.
  if (answer.profile.uid !== uid) queryClient.setQueryData(profileKey(answer.profile.uid), answer);
  return answer;
}
