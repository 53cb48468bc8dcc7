import { Problem } from '../../../contract/src/problem.ts';
import { displayHandle } from '../../../contract/src/rules/handles.ts';
import { isId } from '../platform/ids.ts';
import { deleteComment, findComment } from '../store/comments.ts';
import { deleteNotificationsOfComment } from '../store/notifications.ts';
import { findUsers } from '../store/users.ts';
import { writeAudit } from './audit.ts';
import type { Writes } from './writes.ts';

/** Deletes anybody's comment, and the notifications that tell what it said. */
export async function deleteCommentAsAdmin(
  { db, bus, now }: Writes,
  uid: string,
  { postId, commentId }: { postId: string; commentId: string },
): Promise<void> {
  const comment = isId(postId) && isId(commentId) ? await findComment(db, postId, commentId) : null;
  if (!comment) throw commentNotFound();
  const [author] = await findUsers(db, [comment.uid]);
  const label = [displayHandle(author?.handle ?? ''), comment.text].filter(Boolean).join(': ');
  const { counters, told } = await db.transaction(async (tx) => {
    const after = await deleteComment(tx, postId, commentId);
    const target = { kind: 'post', id: postId, label } as const;
    await writeAudit(tx, now(), { actor: { uid }, action: 'comment-deleted', target });
    return { counters: after, told: await deleteNotificationsOfComment(tx, comment) };
  });
  bus.emit('comments-changed', { postId });
  if (counters) bus.emit('counters-changed', { postId, counters });
  for (const other of told) bus.emit('notifications-read', { uid: other });
}

/** The failure of every call that names a comment which is not there. */
export function commentNotFound(): Problem {
  return new Problem('not-found', 'Comentario no encontrado.');
}
