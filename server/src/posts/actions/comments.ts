import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { commentText } from '../../../../contract/src/rules/clean-text.ts';
import { type Attempt, earlierResults } from '../../kernel/idempotency.ts';
import { isId, newId } from '../../kernel/ids.ts';
import type { NotificationDraft } from '../../kernel/notification-draft.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { mentionedIn, mentionDrafts } from '../../notifications/actions/notifications.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import { GroupCommit, writeSettled } from '../../platform/concurrency/group-commit.ts';
import { type Database, isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { commentsAtOnce, type CommentRow, findAnsweredComment, insertComments } from '../store/comments.ts';
import { commentNotFound } from './comment-removal.ts';
import { findCommittedComment } from './late-rows.ts';
import { openPost, openPostRules, postNotFound } from './open-post.ts';
import { refuseLimitedComment } from './post-controls.ts';

type Draft = {
  readonly uid: string;
  readonly postId: string;
  readonly text: string;
  readonly replyTo: string | undefined;
  readonly attempt: Attempt;
};

/** A new comment, or the id of the one that an earlier attempt wrote. */
type Outcome = CommentRow | string;

/**
 * Comments in group commits: those that arrive while a transaction runs share the next one. A hot post then
 * costs one row update and one connection per group.
 */
export class Comments {
  readonly #writes: Writes;
  readonly #groups: GroupCommit<Draft, PromiseSettledResult<Outcome>>;

  constructor(writes: Writes) {
    this.#writes = writes;
    this.#groups = new GroupCommit({
      // In one transaction, a user's second comment on a post would replace the notification of the first.
      fits: (drafts, { uid, postId }) =>
        drafts.length < commentsAtOnce &&
        !drafts.some((other) => other.uid === uid && other.postId === postId),
      write: (_, drafts) =>
        writeSettled(drafts, (group) => writes.transaction((tx) => writeComments(tx, group))),
    });
  }

  /**
   * A repeated attempt returns the first comment. Committed when it returns.
   * @throws Problem not-found, also when the first comment was deleted since
   */
  async add(
    uid: string,
    { postId, text: input, replyTo }: Input<'addComment'>,
    attempt: Attempt,
  ): Promise<CommentRow> {
    const text = commentText(input);
    if (text === '') throw new Problem('invalid-argument', 'El comentario está vacío.');
    const result = await this.#groups.add('comments', { uid, postId, text, replyTo, attempt });
    if (result.status === 'rejected')
      throw isForeignKeyViolation(result.reason) ? postNotFound() : result.reason;
    if (typeof result.value !== 'string') return result.value;
    const first = await findCommittedComment(this.#writes, postId, result.value);
    if (first) return first;
    await openPost(this.#writes.db, uid, postId);
    throw commentNotFound();
  }
}

async function writeComments(tx: WriteTransaction, drafts: readonly Draft[]): Promise<Outcome[]> {
  const { at } = tx;
  const claims = drafts.map(({ uid, attempt }) => ({ uid, attempt, resultId: newId(at), at }));
  const earlier = await earlierResults(tx, claims);
  const outcomes: Outcome[] = claims.map(({ resultId }, i) => earlier[i] ?? resultId);
  const fresh = drafts.flatMap((draft, i) =>
    earlier[i] === null ? [{ ...draft, i, id: outcomes[i] as string }] : [],
  );
  // The order is fixed, so that transactions that count for the same posts cannot deadlock.
  const draftsByPost = [...Map.groupBy(fresh, ({ postId }) => postId)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  for (const [postId, postDrafts] of draftsByPost) {
    const rows = await writePostComments(tx, postId, postDrafts);
    for (const [n, { i }] of postDrafts.entries()) outcomes[i] = rows[n] ?? '';
  }
  return outcomes;
}

async function writePostComments(
  tx: WriteTransaction,
  postId: string,
  drafts: readonly (Draft & { id: string })[],
): Promise<CommentRow[]> {
  const uids = drafts.map(({ uid }) => uid);
  const rules = await openPostRules(tx, uids, postId);
  const rows: CommentRow[] = [];
  for (const { uid, id, text, replyTo } of drafts) {
    await refuseLimitedComment(tx, uid, rules);
    const target = replyTo === undefined ? null : await openComment(tx, uid, postId, replyTo);
    const about = { actorUid: uid, postId, postOwnerUid: rules.ownerUid, commentId: id, text };
    tx.notify(...(await notificationsFor(tx, about, target?.uid)));
    rows.push({
      id,
      post_id: postId,
      uid,
      text,
      created_at: tx.at,
      updated_at: tx.at,
      reply_to: target?.id ?? null,
      reply_to_uid: target?.uid ?? null,
      root_id: target?.rootId ?? null,
      likes: 0,
      deleted_at: null,
    });
  }
  const counters = await insertComments(tx, postId, rows);
  if (!counters) throw postNotFound();
  tx.fact({ type: 'post-commented', postId, counters });
  return rows;
}

type ReplyTarget = { id: string; uid: string; rootId: string };

/** @throws Problem not-found, also across a block; failed-precondition for a deleted comment */
async function openComment(db: Database, uid: string, postId: string, id: string): Promise<ReplyTarget> {
  const comment = isId(id) ? await findAnsweredComment(db, postId, id) : null;
  if (!comment) throw commentNotFound();
  if (comment.deleted_at !== null) throw new Problem('failed-precondition', 'Ese comentario ya no está.');
  if (comment.uid !== uid && (await findBlockedActors(db, comment.uid, [uid])).size > 0)
    throw commentNotFound();
  return { id, uid: comment.uid, rootId: comment.root_id ?? id };
}

// Each user gets one notification at most: a reply before a comment before a mention.
async function notificationsFor(
  db: Database,
  about: Omit<NotificationDraft, 'uid' | 'type'> & { text: string; postOwnerUid: string },
  answeredUid: string | undefined,
): Promise<NotificationDraft[]> {
  const { postOwnerUid: ownerUid } = about;
  const drafts: NotificationDraft[] = [];
  if (answeredUid !== undefined) drafts.push({ ...about, uid: answeredUid, type: 'reply' });
  if (ownerUid !== answeredUid) drafts.push({ ...about, uid: ownerUid, type: 'comment' });
  const others = (await mentionedIn(db, about.text)).filter((uid) => uid !== ownerUid && uid !== answeredUid);
  return [...drafts, ...mentionDrafts(others, about)];
}
