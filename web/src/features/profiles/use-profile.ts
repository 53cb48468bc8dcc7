import { useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';

export type ProfileAnswer = Output<'getProfile'>;

export const profileKey = (uid: string) => ['profile', uid] as const;

/** A profile by its uid; nothing is asked for an empty one. */
export function useProfile(uid: string) {
  return useQuery({
    queryKey: profileKey(uid),
    queryFn: ({ signal }) => query('getProfile', { uid }, { signal }),
    enabled: uid !== '',
  });
}
