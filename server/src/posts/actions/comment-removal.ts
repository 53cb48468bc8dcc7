import { Problem } from '../../../../contract/src/problem.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { writeAudit } from '../../audit/actions/audit.ts';
import { isId } from '../../kernel/ids.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { deleteNotificationsOfComment } from '../../notifications/store/notifications.ts';
import { findUsers } from '../../people/store/users.ts';
import { type CommentRow, deleteComment, findComment } from '../store/comments.ts';
import { openPost } from './open-post.ts';

type Target = { postId: string; commentId: string };

/**
 * Deletes the user's own comment, or one under the user's own post.
 * @returns false when it is neither: only an admin may delete it
 */
export async function deleteOwnComment(writes: Writes, uid: string, target: Target): Promise<boolean> {
  const comment = await existingComment(writes, target);
  // An own comment can be deleted even after a block.
  if (comment.uid !== uid && (await openPost(writes.db, uid, target.postId)) !== uid) return false;
  await writes.transaction((tx) => remove(tx, comment));
  return true;
}

export async function deleteCommentAsAdmin(writes: Writes, uid: string, target: Target): Promise<void> {
  const comment = await existingComment(writes, target);
  const [author] = await findUsers(writes.db, [comment.uid]);
  const label = [displayHandle(author?.handle ?? ''), comment.text].filter(Boolean).join(': ');
  await writes.transaction(async (tx) => {
    await remove(tx, comment);
    const post = { kind: 'post', id: comment.post_id, label } as const;
    await writeAudit(tx, tx.at, { actor: { uid }, action: 'comment-deleted', target: post });
  });
}

async function existingComment({ db }: Writes, { postId, commentId }: Target): Promise<CommentRow> {
  const comment = isId(postId) && isId(commentId) ? await findComment(db, postId, commentId) : null;
  if (!comment) throw commentNotFound();
  return comment;
}

async function remove(tx: WriteTransaction, comment: CommentRow): Promise<void> {
  const { id, post_id: postId } = comment;
  const counters = await deleteComment(tx, postId, id, tx.at);
  tx.fact({ type: 'post-commented', postId, counters });
  tx.fact({ type: 'notifications-changed', uids: await deleteNotificationsOfComment(tx, comment) });
}

export function commentNotFound(): Problem {
  return new Problem('not-found', 'Comentario no encontrado.');
}
