import { Problem } from '../../../../contract/src/problem.ts';
import { commentText } from '../../../../contract/src/rules/clean-text.ts';
import { type Attempt, earlierResult } from '../../kernel/idempotency.ts';
import { newId } from '../../kernel/ids.ts';
import type { NotificationDraft } from '../../kernel/notification-draft.ts';
import type { Writes } from '../../kernel/writes.ts';
import { mentionedIn, mentionDrafts } from '../../notifications/actions/notifications.ts';
import { type Database, isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { type CommentRow, findComment, insertComment } from '../store/comments.ts';
import { openPost, postNotFound } from './open-post.ts';

/** Comments on a post; the text is cut to 1000 characters. A repeated attempt returns the first comment. */
export async function addComment(
  { db, transaction }: Writes,
  uid: string,
  input: { postId: string; text: string },
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
      const ownerUid = await openPost(tx, uid, postId);
      const counters = await insertComment(tx, { id, postId, uid, text, at });
      if (!counters) throw postNotFound();
      tx.notify(...(await notificationsFor(tx, { postId, commentId: id, uid, ownerUid, text })));
      tx.fact({ type: 'post-commented', postId, counters });
      return { id, post_id: postId, uid, text, created_at: at, updated_at: at };
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

// The post's author gets a comment notification, everybody mentioned a mention; a mentioned author gets only the
// former.
async function notificationsFor(
  db: Database,
  {
    postId,
    commentId,
    uid,
    ownerUid,
    text,
  }: { postId: string; commentId: string; uid: string; ownerUid: string; text: string },
): Promise<NotificationDraft[]> {
  const mentioned = (await mentionedIn(db, text)).filter((other) => other !== ownerUid);
  const common = { actorUid: uid, postId, commentId, text };
  return [{ ...common, uid: ownerUid, type: 'comment' }, ...mentionDrafts(mentioned, common)];
}
