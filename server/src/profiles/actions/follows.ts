import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { isId, lastId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { addToTotal } from '../../kernel/store/totals.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { profileNotFound } from '../../people/actions/profile-not-found.ts';
import { findBlock } from '../../people/store/blocks.ts';
import { deleteEdge, insertEdge, lockFollow } from '../../people/store/follows.ts';
import { findUsers, isHidden, markMergedAtRead, type UserRow } from '../../people/store/users.ts';
import { findUserPostIds } from '../../posts/store/posts.ts';
import { lockUserReposts } from '../../posts/store/reposts.ts';
import {
  deleteAuthorFromTimeline,
  insertPostsOnTimeline,
  insertRepostsOnTimeline,
} from '../../timeline/store/timeline.ts';

/** Authors with this many followers are merged at read instead of fanned out. */
export const mergedAtReadFrom = 100_000;

/** Posts that a back-fill writes: as many as a profile lists. */
const backfilled = limits.profilePosts;

export async function followUser(writes: Writes, uid: string, targetUid: string): Promise<void> {
  const target = await findTarget(writes, uid, targetUid);
  if (isHidden(target)) throw profileNotFound();
  await follow(writes, uid, target);
}

export async function unfollowUser(writes: Writes, uid: string, targetUid: string): Promise<void> {
  const target = await findTarget(writes, uid, targetUid);
  await writes.transaction((tx) => removeFollow(tx, uid, target));
  await clearTimeline(writes, uid, targetUid);
}

/** Deletes a follow, if it exists. Call `clearTimeline` after the commit. */
export async function removeFollow(
  tx: WriteTransaction,
  uid: string,
  { uid: followee, official }: Pick<UserRow, 'uid' | 'official'>,
): Promise<void> {
  const removed = await deleteEdge(tx, { follower: uid, followee, official });
  if (removed && official) await countOfficialFollower(tx, followee, -1);
  tx.fact({ type: 'follow-changed', follower: uid, followee });
}

/**
 * Deletes an author's entries from the timeline of a former follower. Only after the unfollow committed: fan-outs
 * that still saw the follower have ended by then.
 */
export async function clearTimeline(writes: Writes, followerUid: string, authorUid: string): Promise<void> {
  await writes.statement(async (db) => {
    await deleteAuthorFromTimeline(db, followerUid, authorUid);
    db.fact({ type: 'timelines-changed', readerUids: [followerUid] });
  });
}

/** Writes the follow and back-fills the follower's timeline. */
export async function follow(writes: Writes, uid: string, target: UserRow): Promise<void> {
  const { official } = target;
  const becomesLarge = !target.merged_at_read && target.followers_count + 1 >= mergedAtReadFrom;
  await writes.transaction(async (tx) => {
    const added = await insertEdge(tx, { follower: uid, followee: target.uid, official, at: tx.at });
    // The check must follow the insert: an earlier block has then committed, and a later one waits and ends this
    // follow.
    if (added) refuseBlocked(await findBlock(tx, uid, target.uid));
    tx.fact({ type: 'follow-changed', follower: uid, followee: target.uid });
    if (!added) return;
    if (official) await countOfficialFollower(tx, target.uid, 1);
    // The official account gets no notification for every sign-up.
    else tx.notify({ uid: target.uid, type: 'follow', actorUid: uid, postId: null });
    if (!becomesLarge) return;
    await markMergedAtRead(tx, target.uid);
    tx.fact({ type: 'merged-authors-changed', uid: target.uid });
  });
  // After the commit: posts published from here on are fanned out to this follower.
  if (!target.merged_at_read) await backfill(writes, uid, target.uid);
}

function refuseBlocked(by: 'own' | 'theirs' | null): void {
  if (by === 'own') throw new Problem('failed-precondition', 'Desbloqueá este perfil para seguirlo.');
  if (by) throw new Problem('failed-precondition', 'Este perfil no está disponible para vos.');
}

async function findTarget({ db }: Writes, uid: string, targetUid: string): Promise<UserRow> {
  if (uid === targetUid) throw new Problem('invalid-argument', 'No podés seguirte a vos.');
  const [target] = isId(targetUid) ? await findUsers(db, [targetUid]) : [];
  if (!target) throw profileNotFound();
  return target;
}

export async function backfill(writes: Writes, readerUid: string, authorUid: string): Promise<void> {
  const ids: string[] = [];
  for (let before = lastId; ids.length < backfilled;) {
    const page = await findUserPostIds(writes.db, authorUid, before);
    const last = page.at(-1);
    if (last === undefined) break;
    ids.push(...page);
    before = last;
  }
  await writes.transaction(async (tx) => {
    // An unfollow before this point has cleared the timeline; a later one waits for the lock.
    if (!(await lockFollow(tx, readerUid, authorUid))) return;
    if (ids.length > 0) await insertPostsOnTimeline(tx, readerUid, authorUid, ids.slice(0, backfilled));
    // An unrepost waits for this lock and then deletes the entry from this timeline too.
    const reposts = await lockUserReposts(tx, authorUid);
    if (reposts.length > 0) await insertRepostsOnTimeline(tx, readerUid, authorUid, reposts);
    tx.fact({ type: 'timelines-changed', readerUids: [readerUid] });
  });
}

// Every sign-up follows the official account: a delayed job with one key updates the count for all of them.
async function countOfficialFollower(tx: WriteTransaction, uid: string, by: 1 | -1): Promise<void> {
  await addToTotal(tx, 'official-followers', by);
  const runAt = new Date(tx.at.getTime() + 2_000);
  await addJob(tx, 'count-official-followers', { uid }, { key: 'count-official-followers', runAt });
}
