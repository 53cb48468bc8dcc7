import { Problem } from '../../../../contract/src/problem.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { writeAudit } from '../../audit/actions/audit.ts';
import { isId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { deleteNotificationsOfComment } from '../../notifications/store/notifications.ts';
import { findUsers } from '../../people/store/users.ts';
import { deleteComment, findComment } from '../store/comments.ts';

export async function deleteCommentAsAdmin(
  { db, transaction }: Writes,
  uid: string,
  { postId, commentId }: { postId: string; commentId: string },
): Promise<void> {
  const comment = isId(postId) && isId(commentId) ? await findComment(db, postId, commentId) : null;
  if (!comment) throw commentNotFound();
  const [author] = await findUsers(db, [comment.uid]);
  const label = [displayHandle(author?.handle ?? ''), comment.text].filter(Boolean).join(': ');
  await transaction(async (tx) => {
    const counters = await deleteComment(tx, postId, commentId);
    const target = { kind: 'post', id: postId, label } as const;
    await writeAudit(tx, tx.at, { actor: { uid }, action: 'comment-deleted', target });
    tx.fact({ type: 'post-commented', postId, counters });
    tx.fact({ type: 'notifications-changed', uids: await deleteNotificationsOfComment(tx, comment) });
  });
}

export function commentNotFound(): Problem {
  return new Problem('not-found', 'Comentario no encontrado.');
}
