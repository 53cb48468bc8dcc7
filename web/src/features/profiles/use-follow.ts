import { useState } from 'react';

import { command } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { postLists } from '../posts/lists/post-lists.ts';
import { withFollowing } from './follow-state.ts';
import { renewPeopleLists } from './people-lists.ts';
import { type ProfileAnswer, profileKey } from './use-profile.ts';

/** Follows and unfollows a user: button and counts change at once and go back, with a toast, on failure. */
export function useFollow(uid: string, ownUid: string | undefined) {
  const [running, setRunning] = useState(false);
  const toggle = (following: boolean) => {
    setRunning(true);
    void follow(uid, following, ownUid).finally(() => setRunning(false));
  };
  return { running, toggle };
}

async function follow(uid: string, following: boolean, ownUid: string | undefined): Promise<void> {
  const key = profileKey(uid);
  await queryClient.cancelQueries({ queryKey: key });
  const before = queryClient.getQueryData<ProfileAnswer>(key);
  queryClient.setQueryData<ProfileAnswer>(key, (answer) => answer && withFollowing(answer, following));
  try {
    const settled = await command(following ? 'followUser' : 'unfollowUser', { targetUid: uid });
    queryClient.setQueryData<ProfileAnswer>(
      key,
      (answer) => answer && withFollowing(answer, settled.following, settled.followersCount),
    );
  } catch {
    queryClient.setQueryData(key, before);
    toast('No se pudo completar. Intentá de nuevo.', { type: 'info' });
    return;
  }
  // Other people's posts stand in 'Siguiendo' now.
  queryClient.removeQueries({ queryKey: postLists.feed('siguiendo') });
  queryClient.removeQueries({ queryKey: ['feed-top', 'siguiendo'] });
  renewPeopleLists();
  if (ownUid !== undefined) await queryClient.invalidateQueries({ queryKey: profileKey(ownUid) });
}
