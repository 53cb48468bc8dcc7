import { assertApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { onboardingKey, postListKey } from '../../api/query-keys.ts';
import { announce } from '../../ui/browser/announce.ts';
import { confirmDialog, toast } from '../../ui/overlays/dialogs.ts';
import { withFollowing } from './follow-state.ts';
import { overlayProfile } from './profile-overlays.ts';
import { refreshAfterFollow } from './use-follow.ts';
import { confirmProfile } from './use-profile.ts';

export async function followAll(uids: readonly string[], ownUid: string): Promise<void> {
  const people = uids.length === 1 ? 'esta persona' : `estas ${uids.length} personas`;
  if (!(await confirmDialog(`¿Seguir a ${people}?`, { confirm: 'Seguir a todos' }))) return;
  for (const uid of uids) overlayProfile(uid, (answer) => withFollowing(answer, true), 'follow');
  try {
    const { following } = await command('followUsers', { uids: [...uids] });
    for (const uid of following) confirmProfile(uid, (answer) => withFollowing(answer, true));
    announce(`Seguís a ${following.length === 1 ? '1 persona' : `${following.length} personas`} más.`);
  } catch (error) {
    assertApiError(error);
    toast('No se pudo completar. Intentá de nuevo.', { type: 'failure' });
  } finally {
    for (const uid of uids) overlayProfile(uid, null, 'follow');
  }
  await refreshAfterFollow(ownUid);
  // A user who went on to the feed meanwhile finds their posts there.
  void queryClient.resetQueries({ queryKey: postListKey('feed', 'siguiendo') });
  void queryClient.invalidateQueries({ queryKey: onboardingKey() });
}
