import { useQueries, useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { profileKey } from '../../api/query-keys.ts';
import { useProfileOverlay, useProfileOverlays } from './profile-overlays.ts';

export type ProfileAnswer = Output<'getProfile'>;

/** By uid or '@handle'; an empty uid requests nothing. */
export function useProfile(uid: string) {
  return useQuery({ ...profileQuery(uid, uid !== ''), select: useProfileOverlay(uid) });
}

/** Only from the cache, as for a row of a list whose answer brought the profile. */
export function useCachedProfile(uid: string): ProfileAnswer | undefined {
  return useQuery({ ...profileQuery(uid, false), select: useProfileOverlay(uid) }).data;
}

export function useCachedProfiles(uids: readonly string[]): readonly (ProfileAnswer | undefined)[] {
  const overlay = useProfileOverlays();
  const answers = useQueries({ queries: uids.map((uid) => profileQuery(uid, false)) });
  return answers.map(({ data }) => data && overlay(data));
}

export async function rereadProfile(uid: string): Promise<void> {
  // Otherwise a read in flight, which may predate the change, would be the answer.
  await queryClient.cancelQueries({ queryKey: profileKey(uid) });
  await queryClient.invalidateQueries({ queryKey: profileKey(uid), refetchType: 'none' });
  await queryClient.prefetchQuery(profileQuery(uid, true));
}

function profileQuery(uid: string, enabled: boolean) {
  return {
    queryKey: profileKey(uid),
    queryFn: ({ signal }: { signal: AbortSignal }) => readProfile(uid, signal),
    enabled,
  };
}

async function readProfile(uid: string, signal: AbortSignal): Promise<ProfileAnswer> {
  const requestedAt = Date.now();
  const answer = await query('getProfile', { uid }, { signal });
  // Requested by handle: the redirect to the uid's address then finds it in the cache.
  if (answer.profile.uid !== uid) cacheProfile(answer, requestedAt);
  return answer;
}

/** A read in flight may predate the change, so it is cancelled. */
export function confirmProfile(uid: string, change: (answer: ProfileAnswer) => ProfileAnswer): void {
  void queryClient.cancelQueries({ queryKey: profileKey(uid) });
  queryClient.setQueryData<ProfileAnswer>(profileKey(uid), (answer) => answer && change(answer));
}

/** For a profile from another read. One that was changed since that was requested stays. */
export function cacheProfile(answer: ProfileAnswer, requestedAt: number): void {
  const key = profileKey(answer.profile.uid);
  const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
  if (updatedAt <= requestedAt) queryClient.setQueryData<ProfileAnswer>(key, answer);
}
