import { useState } from 'react';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { command } from '../../api/client.ts';
import { optimistic } from '../../api/optimistic.ts';
import { queryClient } from '../../api/query-client.ts';
import { feedTopKey, peopleKey, postListKey } from '../../api/query-keys.ts';
import { toastFailure } from '../session/toast-failure.ts';
import { withFollowing } from './follow-state.ts';
import { invalidatePeople } from './people-lists.ts';
import { overlayProfile } from './profile-overlays.ts';
import { restartList } from './restart-list.ts';
import { confirmProfile, rereadProfile } from './use-profile.ts';

const change = optimistic<boolean, Output<'followUser'>>({
  overlay: (uid, wish) =>
    overlayProfile(uid, wish === null ? null : (answer) => withFollowing(answer, wish), 'follow'),
  send: (uid, wish) => command(wish ? 'followUser' : 'unfollowUser', { targetUid: uid }),
  settle: (uid, { following, followersCount }) =>
    confirmProfile(uid, (answer) => withFollowing(answer, following, followersCount)),
  onFailure: (_uid, error) => toastFailure(error),
});

export function useFollow(uid: string, ownUid: string | undefined) {
  const [running, setRunning] = useState(false);
  const toggle = (following: boolean) => {
    setRunning(true);
    void follow(uid, following, ownUid).finally(() => setRunning(false));
  };
  return { running, toggle };
}

async function follow(uid: string, following: boolean, ownUid: string | undefined): Promise<void> {
  if (!(await change(uid, following))) return;
  restartList(peopleKey('followers', uid));
  await refreshAfterFollow(ownUid);
}

export async function refreshAfterFollow(ownUid: string | undefined): Promise<void> {
  // 'Siguiendo' has other posts now. An open one stays, since somebody is reading it.
  for (const queryKey of [postListKey('feed', 'siguiendo'), feedTopKey('siguiendo')]) {
    queryClient.removeQueries({ queryKey, type: 'inactive' });
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  }
  invalidatePeople();
  if (ownUid !== undefined) await rereadProfile(ownUid);
}
