import { ApiError } from '../../../api/api-error.ts';
import { command } from '../../../api/client.ts';
import { findPost, hidePost } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { profileKey } from '../../../api/query-keys.ts';
import { reasonOf } from '../../../api/reason.ts';
import { announce } from '../../../ui/browser/announce.ts';
import { alertDialog, confirmDialog } from '../../../ui/overlays/dialogs.ts';
import { unlistPost } from '../lists/change-lists.ts';

/**
 * A post that is already gone counts as deleted.
 * @param onHidden called when the post has disappeared, before the server confirms
 */
export async function deletePost(postId: string, onHidden?: () => void): Promise<void> {
  const ownerUid = findPost(postId)?.ownerUid;
  const sure = await confirmDialog('Eliminar este post? Esta acción no se puede deshacer.', {
    confirm: 'Eliminar',
  });
  if (!sure) return;
  hidePost(postId, true);
  onHidden?.();
  try {
    await command('deletePost', { postId });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not-found')) {
      hidePost(postId, false);
      await alertDialog(`No se pudo eliminar: ${reasonOf(error)}`);
      return;
    }
  }
  unlistPost(postId);
  announce('Publicación eliminada.');
  if (ownerUid) await queryClient.invalidateQueries({ queryKey: profileKey(ownerUid) });
}
