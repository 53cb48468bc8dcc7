import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { isId, lastId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { addToTotal } from '../../kernel/store/totals.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { profileNotFound } from '../../people/actions/profile-not-found.ts';
import { findBlock, findBlockedActors } from '../../people/store/blocks.ts';
import { deleteEdge, insertEdges, lockFollow } from '../../people/store/follows.ts';
import { findUsers, isHidden, markMergedAtRead, type UserRow } from '../../people/store/users.ts';
import { findUserPostIds } from '../../posts/store/post-lists.ts';
import { lockUserReposts } from '../../posts/store/reposts.ts';
import { insertOnboardingStep } from '../../sessions/store/onboarding.ts';
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

/**
 * Follows several users at once. Those who cannot be followed are left out. @returns those of `targetUids` whom the
 * user follows now
 */
export async function followUsers(
  writes: Writes,
  uid: string,
  targetUids: readonly string[],
): Promise<string[]> {
  if (targetUids.includes(uid)) throw followsOneself();
  const users = await findUsers(writes.db, targetUids.filter(isId));
  const targets = users.filter((user) => !isHidden(user));
  const { followed, added } = await writes.transaction(async (tx) => {
    const added = await insertEdges(tx, uid, targets, tx.at);
    // After the insert, as in `follow`.
    const blocked = await findBlockedActors(tx, uid, [...added.keys()]);
    const followed = targets.filter((target) => !blocked.has(target.uid));
    for (const target of targets) if (blocked.has(target.uid)) await deleteEdge(tx, uid, target);
    for (const target of followed) await recordFollow(tx, uid, target, added.has(target.uid));
    return { followed, added };
  });
  await markFirstStep(writes, uid, added);
  for (const target of followed)
    if (added.has(target.uid) && !target.merged_at_read) await backfill(writes, uid, target.uid);
  return followed.map((target) => target.uid);
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
  followee: Pick<UserRow, 'uid' | 'official'>,
): Promise<void> {
  const removed = await deleteEdge(tx, uid, followee);
  if (removed && followee.official) await countOfficialFollower(tx, followee.uid, -1);
  tx.fact({ type: 'follow-changed', follower: uid, followee: followee.uid });
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
  const added = await writes.transaction(async (tx) => {
    const added = await insertEdges(tx, uid, [target], tx.at);
    // The check must follow the insert: an earlier block has then committed, and a later one waits and ends this
    // follow.
    if (added.size > 0) refuseBlocked(await findBlock(tx, uid, target.uid));
    await recordFollow(tx, uid, target, added.size > 0);
    return added;
  });
  await markFirstStep(writes, uid, added);
  // After the commit: posts published from here on are fanned out to this follower.
  if (!target.merged_at_read) await backfill(writes, uid, target.uid);
}

// All that a follow changes besides its own rows.
async function recordFollow(
  tx: WriteTransaction,
  uid: string,
  target: UserRow,
  isNew: boolean,
): Promise<void> {
  tx.fact({ type: 'follow-changed', follower: uid, followee: target.uid });
  if (!isNew) return;
  if (target.official) await countOfficialFollower(tx, target.uid, 1);
  // The official account gets no notification for every sign-up.
  else tx.notify({ uid: target.uid, type: 'follow', actorUid: uid, postId: null });
  if (target.merged_at_read || target.followers_count + 1 < mergedAtReadFrom) return;
  await markMergedAtRead(tx, target.uid);
  tx.fact({ type: 'merged-authors-changed', uid: target.uid });
}

/** Marks the first step 'follow' with the follow that completes it; unfollows leave it done. */
async function markFirstStep({ db }: Writes, uid: string, added: ReadonlyMap<string, number>): Promise<void> {
  // Five, and the official account.
  const enough = limits.onboardingFollows + 1;
  if ([...added.values()].includes(enough)) await insertOnboardingStep(db, uid, 'follow');
}

function refuseBlocked(by: 'own' | 'theirs' | null): void {
  if (by === 'own') throw new Problem('failed-precondition', 'Desbloqueá este perfil para seguirlo.');
  if (by) throw new Problem('failed-precondition', 'Este perfil no está disponible para vos.');
}

function followsOneself(): Problem {
  return new Problem('invalid-argument', 'No podés seguirte a vos.');
}

async function findTarget({ db }: Writes, uid: string, targetUid: string): Promise<UserRow> {
  if (uid === targetUid) throw followsOneself();
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
