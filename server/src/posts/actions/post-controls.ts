import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import type { Writes } from '../../kernel/writes.ts';
import { mentionedIn } from '../../notifications/actions/notifications.ts';
import { findFolloweesAmong } from '../../people/store/follows.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type PostRules, setPostRules } from '../store/posts.ts';
import { openPost, postNotFound } from './open-post.ts';

/** Existing comments and quotes stay. */
export async function setPostControls(
  { transaction }: Writes,
  uid: string,
  { postId, commentPolicy, quotesAllowed }: Input<'setPostControls'>,
): Promise<void> {
  await transaction(async (tx) => {
    if ((await openPost(tx, uid, postId)) !== uid) throw new Problem('permission-denied');
    if (!(await setPostRules(tx, postId, { commentPolicy, quotesAllowed }))) throw postNotFound();
    tx.fact({ type: 'post-edited', postId });
  });
}

export async function refuseLimitedComment(db: Database, uid: string, rules: PostRules): Promise<void> {
  const { ownerUid, commentPolicy, mentioning } = rules;
  if (commentPolicy === 'all' || ownerUid === uid) return;
  const isInvited =
    commentPolicy === 'followed' &&
    ((await findFolloweesAmong(db, ownerUid, [uid])).has(uid) ||
      (await mentionedIn(db, mentioning ?? '')).includes(uid));
  if (isInvited) return;
  throw new Problem('permission-denied', 'Quien publicó eligió quién puede comentar.', {
    reason: 'comments-limited',
  });
}

export function refuseQuote(uid: string, { ownerUid, quotesAllowed }: PostRules): void {
  if (quotesAllowed || ownerUid === uid) return;
  throw new Problem('permission-denied', 'Quien publicó eligió que no se cite esta publicación.', {
    reason: 'quotes-off',
  });
}
