import type { NotificationType } from '../../../../contract/src/calls/notifications.ts';
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
import type { CommentRef } from '../store/comment-likes.ts';
import { type CommentRow, deleteComment, findComment, findCommentsOfUser } from '../store/comments.ts';
import { findPostOwner } from '../store/posts.ts';

/** @returns false when neither the comment nor the post is the user's: only an admin may delete it then */
export function deleteOwnComment(writes: Writes, uid: string, target: CommentRef): Promise<boolean> {
  return writes.transaction(async (tx) => {
    const comment = await existingComment(tx, target);
    // There is no block check: users may delete their own comments even after a block.
    const mayDelete = comment.uid === uid || (await findPostOwner(tx, target.postId)) === uid;
    if (mayDelete) await remove(tx, comment, uid);
    return mayDelete;
  });
}

/**
 * Of somebody else's comment under somebody else's post. @throws Problem `permission-denied`; `not-found` where
 * a block or a hidden author keeps the user from seeing it
 */
export async function refuseDeletion(db: Database, uid: string, target: CommentRef): Promise<never> {
  const comment = await existingComment(db, target);
  const ownerUid = await findPostOwner(db, target.postId);
  if (ownerUid === null) throw commentNotFound();
  for (const author of new Set([comment.uid, ownerUid]))
    if ((await findBlockedActors(db, author, [uid])).size > 0) throw commentNotFound();
  throw new Problem('permission-denied');
}

export async function deleteCommentAsAdmin(writes: Writes, uid: string, target: CommentRef): Promise<void> {
  await writes.transaction(async (tx) => {
    const comment = await existingComment(tx, target);
    const [author] = await findUsers(tx, [comment.uid]);
    await remove(tx, comment, uid);
    const label = [displayHandle(author?.handle ?? ''), comment.text].filter(Boolean).join(': ');
    const post = { kind: 'post', id: comment.post_id, label } as const;
    await writeAudit(tx, tx.at, { actor: { uid }, action: 'comment-deleted', target: post });
  });
}

async function existingComment(db: Database, { postId, commentId }: CommentRef): Promise<CommentRow> {
  const comment = isId(postId) && isId(commentId) ? await findComment(db, postId, commentId) : null;
  if (!comment) throw commentNotFound();
  return comment;
}

async function remove(tx: WriteTransaction, comment: CommentRow, deletingUid: string): Promise<void> {
  const { id, post_id: postId } = comment;
  const { counters, existed } = await deleteComment(tx, postId, id, tx.at);
  if (!existed) throw commentNotFound();
  tx.fact({ type: 'post-commented', postId, counters });
  const deleted = await deleteNotificationsOfComment(tx, comment);
  tx.fact({ type: 'notifications-changed', uids: deleted.map(({ uid }) => uid) });
  const uidsTold = (type: NotificationType) =>
    new Set(deleted.flatMap((each) => (each.type === type ? [each.uid] : [])));
  const owners = uidsTold('comment');
  // An author who tidies up the own post would hear of each comment that is left.
  owners.delete(deletingUid);
  await notifyOfOthers(tx, comment, { owners, mentioned: uidsTold('mention') });
}

/**
 * A user who comments several times on a post, or mentions somebody several times under it, notifies once:
 * another comment takes the place of the deleted one.
 */
async function notifyOfOthers(
  tx: WriteTransaction,
  { post_id: postId, uid: actorUid }: CommentRow,
  { owners, mentioned }: { owners: Set<string>; mentioned: Set<string> },
): Promise<void> {
  if (owners.size + mentioned.size === 0) return;
  for (const { id, text, reply_to_uid: answeredUid } of await findCommentsOfUser(tx, postId, actorUid)) {
    const about = { actorUid, postId, commentId: id, text };
    const takenFrom = (uids: Set<string>) => (uid: string) => uid !== answeredUid && uids.delete(uid);
    for (const uid of [...owners].filter(takenFrom(owners))) tx.notify({ ...about, uid, type: 'comment' });
    const found = mentioned.size === 0 ? [] : await mentionedIn(tx, text);
    tx.notify(...mentionDrafts(found.filter(takenFrom(mentioned)), about));
    if (owners.size + mentioned.size === 0) return;
  }
}

export function commentNotFound(): Problem {
  return new Problem('not-found', 'Comentario no encontrado.');
}
