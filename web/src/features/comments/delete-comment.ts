import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { ApiError, assertApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { createStore, useStore } from '../../state/create-store.ts';
import { announce } from '../../ui/browser/announce.ts';
import { confirmDialog, toast } from '../../ui/overlays/dialogs.ts';
import { withProof } from '../session/proof/admin-proof.ts';
import { patchComment, setCommentsCount } from './comment-lists.ts';

const deletingIds = createStore<ReadonlySet<string>>(new Set());

export function useWithoutDeleted(comments: readonly Comment[]): readonly Comment[] {
  const ids = useStore(deletingIds);
  return ids.size === 0
    ? comments
    : comments.map((comment) => (ids.has(comment.id) ? asDeleted(comment) : comment));
}

/** A comment that is already gone counts as deleted. */
export async function deleteComment({ postId, id }: Comment): Promise<void> {
  const sure = await confirmDialog('¿Eliminar este comentario? Esta acción no se puede deshacer.', {
    confirm: 'Eliminar',
  });
  if (!sure) return;
  deletingIds.write(new Set([...deletingIds.read(), id]));
  try {
    // An admin may have to re-authenticate to delete another user's comment.
    const count = await withProof(() => sendDeletion(postId, id));
    patchComment(postId, id, asDeleted);
    setCommentsCount(postId, count);
    announce('Eliminaste el comentario.');
  } catch (error) {
    assertApiError(error);
    toast('No se pudo eliminar el comentario.', { type: 'failure' });
  } finally {
    deletingIds.write(new Set([...deletingIds.read()].filter((other) => other !== id)));
  }
}

async function sendDeletion(postId: string, commentId: string): Promise<number | undefined> {
  try {
    return (await command('deleteComment', { postId, commentId })).commentsCount;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return undefined;
    throw error;
  }
}

export function asDeleted(comment: Comment): Comment {
  return { ...comment, deleted: true, text: '' };
}
