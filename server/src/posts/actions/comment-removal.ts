import { Problem } from '../../../../contract/src/problem.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { writeAudit } from '../../audit/actions/audit.ts';
import { isId } from '../../kernel/ids.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { mentionDrafts, mentionedIn } from '../../notifications/actions/notifications.ts';
import { deleteNotificationsOfComment } from '../../notifications/store/notifications.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import { findUsers } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type CommentRow, deleteComment, findComment, findCommentsOfUser } from '../store/comments.ts';
import { findPostOwner } from '../store/posts.ts';

type Target = { postId: string; commentId: string };

/** @returns false when neither the comment nor the post is the user's: only an admin may delete it then */
export function deleteOwnComment(writes: Writes, uid: string, target: Target): Promise<boolean> {
  return writes.transaction(async (tx) => {
    const comment = await existingComment(tx, target);
    // There is no block check: users may delete their own comments even after a block.
    const mayDelete = comment.uid === uid || (await findPostOwner(tx, target.postId)) === uid;
    if (mayDelete) await remove(tx, comment);
    return mayDelete;
  });
}

/**
 * Of somebody else's comment under somebody else's post. @throws Problem `permission-denied`; `not-found` where
 * a block or a hidden author keeps the user from seeing it
 */
export async function refuseDeletion(db: Database, uid: string, target: Target): Promise<never> {
  const comment = await existingComment(db, target);
  const ownerUid = await findPostOwner(db, target.postId);
  if (ownerUid === null) throw commentNotFound();
  for (const author of new Set([comment.uid, ownerUid]))
    if ((await findBlockedActors(db, author, [uid])).size > 0) throw commentNotFound();
  throw new Problem('permission-denied');
}

export async function deleteCommentAsAdmin(writes: Writes, uid: string, target: Target): Promise<void> {
  await writes.transaction(async (tx) => {
    const comment = await existingComment(tx, target);
    const [author] = await findUsers(tx, [comment.uid]);
    await remove(tx, comment);
    const label = [displayHandle(author?.handle ?? ''), comment.text].filter(Boolean).join(': ');
    const post = { kind: 'post', id: comment.post_id, label } as const;
    await writeAudit(tx, tx.at, { actor: { uid }, action: 'comment-deleted', target: post });
  });
}

async function existingComment(db: Database, { postId, commentId }: Target): Promise<CommentRow> {
  const comment = isId(postId) && isId(commentId) ? await findComment(db, postId, commentId) : null;
  if (!comment) throw commentNotFound();
  return comment;
}

async function remove(tx: WriteTransaction, comment: CommentRow): Promise<void> {
  const { id, post_id: postId } = comment;
  const { counters, existed } = await deleteComment(tx, postId, id, tx.at);
  if (!existed) throw commentNotFound();
  tx.fact({ type: 'post-commented', postId, counters });
  const deleted = await deleteNotificationsOfComment(tx, comment);
  tx.fact({ type: 'notifications-changed', uids: deleted.map(({ uid }) => uid) });
  const mentioned = deleted.flatMap(({ uid, type }) => (type === 'mention' ? [uid] : []));
  if (mentioned.length > 0) await notifyOfOtherMentions(tx, comment, mentioned);
}

/** A user who mentions somebody several times under a post notifies once: another mention takes its place. */
async function notifyOfOtherMentions(
  tx: WriteTransaction,
  { post_id: postId, uid: actorUid }: CommentRow,
  mentionedUids: readonly string[],
): Promise<void> {
  const missing = new Set(mentionedUids);
  for (const { id, text, reply_to_uid: answeredUid } of await findCommentsOfUser(tx, postId, actorUid)) {
    const found = (await mentionedIn(tx, text)).filter((uid) => uid !== answeredUid && missing.delete(uid));
    tx.notify(...mentionDrafts(found, { actorUid, postId, commentId: id, text }));
    if (missing.size === 0) return;
  }
}

export function commentNotFound(): Problem {
  return new Problem('not-found', 'Comentario no encontrado.');
}
