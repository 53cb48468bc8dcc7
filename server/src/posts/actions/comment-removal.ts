import type { NotificationType } from '../../../../contract/src/calls/notifications.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { writeAudit } from '../../audit/actions/audit.ts';
import { isId } from '../../kernel/ids.ts';
import { addJob, type JobPayloads } from '../../kernel/store/jobs.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { mentionDrafts, mentionedIn } from '../../notifications/actions/notifications.ts';
import {
  type DeletedNotification,
  deleteNotificationsOfComment,
  deleteOlderNotificationsOfComment,
} from '../../notifications/store/notifications.ts';
import { findReadUntil } from '../../notifications/store/read-state.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import { findUsers } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { CommentRef } from '../store/comment-likes.ts';
import { type CommentRow, deleteComment, findComment, findCommentsOfUser } from '../store/comments.ts';
import { findPostOwner } from '../store/posts.ts';
import { insertRemovedComment } from '../store/removed-comments.ts';

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
  const { id: commentId, post_id: postId, uid } = comment;
  const { counters, existed, hasMoreLikes } = await deleteComment(tx, postId, commentId, tx.at);
  if (!existed) throw commentNotFound();
  tx.fact({ type: 'post-commented', postId, counters });
  const [{ deleted, hasMore }, older] = await Promise.all([
    deleteNotificationsOfComment(tx, commentId, { isJob: false }),
    deleteOlderNotificationsOfComment(tx, comment),
  ]);
  deleted.push(...older);
  const recipients = new Set(deleted.map((each) => each.uid));
  const byAuthor = { uid, deletingUid };
  if (hasMoreLikes || hasMore) {
    await enqueueCommentRemoval(tx, { postId, commentId, byAuthor });
    // The others are hidden from here on.
    for (const each of await recipientsOf(tx, comment)) recipients.add(each);
  }
  tx.fact({ type: 'notifications-changed', uids: [...recipients] });
  await renewNotifications(tx, { postId, commentId, ...byAuthor }, deleted);
}

/** Hides the notifications about a deleted comment; a job removes them and the comment's likes. */
export async function enqueueCommentRemoval(
  tx: WriteTransaction,
  comment: JobPayloads['remove-comment'],
): Promise<void> {
  await insertRemovedComment(tx, comment, tx.at);
  await addJob(tx, 'remove-comment', comment, { key: commentRemovalKey(comment) });
}

export function commentRemovalKey({ commentId }: { commentId: string }): string {
  return `remove-comment ${commentId}`;
}

async function recipientsOf(tx: WriteTransaction, comment: CommentRow): Promise<string[]> {
  const [owner, mentioned] = await Promise.all([
    findPostOwner(tx, comment.post_id),
    mentionedIn(tx, comment.text),
  ]);
  return [comment.uid, comment.reply_to_uid ?? [], owner ?? [], mentioned].flat();
}

/**
 * A user who comments several times on a post, or mentions somebody several times under it, notifies once:
 * another comment takes the place of the deleted one. An older one does so only where the deleted one was unread.
 */
export async function renewNotifications(
  tx: WriteTransaction,
  { postId, commentId, uid: actorUid, deletingUid }: CommentRef & { uid: string; deletingUid: string },
  deleted: readonly DeletedNotification[],
): Promise<void> {
  let owners = recipientsIn(deleted, 'comment');
  // An author who tidies up the own post would hear of each comment that is left.
  owners.delete(deletingUid);
  let mentioned = recipientsIn(deleted, 'mention');
  if (owners.size + mentioned.size === 0) return;
  const unread = await unreadAmong(tx, deleted);
  for (const { id, text, reply_to_uid: answeredUid } of await findCommentsOfUser(tx, postId, actorUid)) {
    if (id < commentId) {
      owners = owners.intersection(recipientsIn(unread, 'comment'));
      mentioned = mentioned.intersection(recipientsIn(unread, 'mention'));
    }
    if (owners.size + mentioned.size === 0) return;
    const about = { actorUid, postId, commentId: id, text };
    const takenFrom = (uids: Set<string>) => (uid: string) => uid !== answeredUid && uids.delete(uid);
    for (const uid of [...owners].filter(takenFrom(owners))) tx.notify({ ...about, uid, type: 'comment' });
    const found = mentioned.size === 0 ? [] : await mentionedIn(tx, text);
    tx.notify(...mentionDrafts(found.filter(takenFrom(mentioned)), about));
  }
}

function recipientsIn(deleted: readonly DeletedNotification[], type: NotificationType): Set<string> {
  return new Set(deleted.flatMap((each) => (each.type === type ? [each.uid] : [])));
}

async function unreadAmong(
  db: Database,
  deleted: readonly DeletedNotification[],
): Promise<DeletedNotification[]> {
  const unmarked = deleted.filter((each) => each.read_at === null);
  if (unmarked.length === 0) return [];
  const readUntil = await findReadUntil(db, [...new Set(unmarked.map(({ uid }) => uid))]);
  return unmarked.filter(({ uid, id }) => id > (readUntil.get(uid) ?? ''));
}

export function commentNotFound(): Problem {
  return new Problem('not-found', 'Comentario no encontrado.');
}
