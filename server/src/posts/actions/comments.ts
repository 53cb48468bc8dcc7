import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { commentText } from '../../../../contract/src/rules/clean-text.ts';
import { type Attempt, earlierResult } from '../../kernel/idempotency.ts';
import { isId, newId } from '../../kernel/ids.ts';
import type { NotificationDraft } from '../../kernel/notification-draft.ts';
import type { Writes } from '../../kernel/writes.ts';
import { mentionedIn, mentionDrafts } from '../../notifications/actions/notifications.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import { type Database, isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { type CommentRow, findAnsweredComment, findComment, insertComment } from '../store/comments.ts';
import { commentNotFound } from './comment-removal.ts';
import { openPostRules, postNotFound } from './open-post.ts';
import { refuseLimitedComment } from './post-controls.ts';

/**
 * Comments on a post or replies to a comment; the text is cut to 1000 characters. A repeated attempt returns the
 * first comment.
 */
export async function addComment(
  { db, transaction }: Writes,
  uid: string,
  input: Input<'addComment'>,
  attempt: Attempt,
): Promise<CommentRow> {
  const { postId } = input;
  const text = commentText(input.text);
  if (text === '') throw new Problem('invalid-argument', 'El comentario está vacío.');
  try {
    const outcome = await transaction(async (tx) => {
      const { at } = tx;
      const id = newId(at);
      const result = await earlierResult(tx, uid, attempt, id, at);
      if (result !== null) return result;
      const rules = await openPostRules(tx, uid, postId);
      await refuseLimitedComment(tx, uid, rules);
      const answered = input.replyTo === undefined ? null : await openComment(tx, uid, postId, input.replyTo);
      const replyTo = answered?.id ?? null;
      const rootId = answered?.rootId ?? null;
      const counters = await insertComment(tx, { id, postId, uid, text, at, replyTo, rootId });
      if (!counters) throw postNotFound();
      const about = { actorUid: uid, postId, commentId: id, text };
      tx.notify(...(await notificationsFor(tx, about, [answered?.uid, rules.ownerUid])));
      tx.fact({ type: 'post-commented', postId, counters });
      return {
        id,
        post_id: postId,
        uid,
        text,
        created_at: at,
        updated_at: at,
        reply_to: replyTo,
        reply_to_uid: answered?.uid ?? null,
        root_id: rootId,
        likes: 0,
        deleted_at: null,
      };
    });
    if (typeof outcome !== 'string') return outcome;
    const first = await findComment(db, postId, outcome);
    if (!first) throw postNotFound();
    return first;
  } catch (error) {
    if (isForeignKeyViolation(error)) throw postNotFound();
    throw error;
  }
}

type Answered = { id: string; uid: string; rootId: string };

/** @throws Problem not-found, also across a block; failed-precondition for a deleted comment */
async function openComment(db: Database, uid: string, postId: string, id: string): Promise<Answered> {
  const comment = isId(id) ? await findAnsweredComment(db, postId, id) : null;
  if (!comment) throw commentNotFound();
  if (comment.deleted_at !== null) throw new Problem('failed-precondition', 'Ese comentario ya no está.');
  if (comment.uid !== uid && (await findBlockedActors(db, comment.uid, [uid])).size > 0)
    throw commentNotFound();
  return { id, uid: comment.uid, rootId: comment.root_id ?? id };
}

// The answered author gets a reply notification, the post's author a comment notification, everybody mentioned a
// mention; each of them only the first of these.
async function notificationsFor(
  db: Database,
  about: Omit<NotificationDraft, 'uid' | 'type'> & { text: string },
  [answeredUid, ownerUid]: readonly [string | undefined, string],
): Promise<NotificationDraft[]> {
  const drafts: NotificationDraft[] = [];
  if (answeredUid !== undefined) drafts.push({ ...about, uid: answeredUid, type: 'reply' });
  if (ownerUid !== answeredUid) drafts.push({ ...about, uid: ownerUid, type: 'comment' });
  const others = (await mentionedIn(db, about.text)).filter((uid) => uid !== ownerUid && uid !== answeredUid);
  return [...drafts, ...mentionDrafts(others, about)];
}
