import { assertApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { onboardingKey, postListKey } from '../../api/query-keys.ts';
import { announce } from '../../ui/browser/announce.ts';
import { confirmDialog, toast } from '../../ui/overlays/dialogs.ts';
import { isViewer } from '../session/session-store.ts';
import { withFollowing } from './follow-state.ts';
import { isOverlaid, overlayProfile } from './profile-overlays.ts';
import { refreshAfterFollow } from './use-follow.ts';
import { confirmProfile, type ProfileAnswer, rereadProfile } from './use-profile.ts';

export async function followAll(uids: readonly string[], ownUid: string): Promise<void> {
  const people = uids.length === 1 ? 'esta persona' : `estas ${uids.length} personas`;
  if (!(await confirmDialog(`¿Seguir a ${people}?`, { confirm: 'Seguir a todos' }))) return;
  const follow = (answer: ProfileAnswer) => withFollowing(answer, true);
  // The user may follow or unfollow one of them meanwhile, and that change may be answered first.
  const isLatest = (uid: string) => isOverlaid(uid, follow, 'follow');
  for (const uid of uids) overlayProfile(uid, follow, 'follow');
  try {
    const { following } = await command('followUsers', { uids: [...uids] });
    // Somebody else, who has signed in meanwhile, does not follow them.
    if (!isViewer(ownUid)) return;
    for (const uid of following) {
      if (isLatest(uid)) confirmProfile(uid, follow);
      else void rereadProfile(uid);
    }
    announce(`Seguís a ${following.length === 1 ? '1 persona' : `${following.length} personas`} más.`);
  } catch (error) {
    assertApiError(error);
    toast('No se pudo completar. Intentá de nuevo.', { type: 'failure' });
  } finally {
    for (const uid of uids.filter(isLatest)) overlayProfile(uid, null, 'follow');
  }
  await refreshAfterFollow(ownUid);
  // A user who went on to the feed meanwhile finds their posts there.
  void queryClient.resetQueries({ queryKey: postListKey('feed', 'siguiendo') });
  void queryClient.invalidateQueries({ queryKey: onboardingKey() });
}
