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
  lockAgainstFanOut,
} from '../../timeline/store/timeline.ts';

/** Fan-out to this many followers would take too long: such authors are merged at read. */
export const mergedAtReadFrom = 100_000;

const maxBackfill = limits.profilePosts;

export async function followUser(writes: Writes, uid: string, targetUid: string): Promise<void> {
  const target = await findTarget(writes, uid, targetUid);
  if (isHidden(target)) throw profileNotFound();
  await follow(writes, uid, target);
}

/** Users who cannot be followed are left out. @returns those of `targetUids` whom the user follows now */
export async function followUsers(
  writes: Writes,
  uid: string,
  targetUids: readonly string[],
): Promise<string[]> {
  if (targetUids.includes(uid)) throw followsOneself();
  const users = await findUsers(writes.db, targetUids.filter(isId));
  const targets = users.filter((user) => !isHidden(user));
  const { followees, newFollows } = await writes.transaction(async (tx) => {
    const newFollows = await insertEdges(tx, uid, targets, tx.at);
    // After the insert, as in `follow`.
    const blockedUids = await findBlockedActors(tx, uid, [...newFollows.keys()]);
    const followees = targets.filter((target) => !blockedUids.has(target.uid));
    for (const target of targets) if (blockedUids.has(target.uid)) await deleteEdge(tx, uid, target);
    for (const target of followees) await recordFollow(tx, uid, target, newFollows.has(target.uid));
    return { followees, newFollows };
  });
  await markFirstStep(writes, uid, newFollows);
  // Existing follows too: an earlier attempt may have ended between its commit and its back-fills.
  for (const target of followees) if (!target.merged_at_read) await backfill(writes, uid, target.uid);
  return followees.map((target) => target.uid);
}

export async function unfollowUser(writes: Writes, uid: string, targetUid: string): Promise<void> {
  const target = await findTarget(writes, uid, targetUid);
  await writes.transaction((tx) => removeFollow(tx, uid, target));
  await clearTimeline(writes, uid, targetUid);
}

/** Call `clearTimeline` after the commit. */
export async function removeFollow(
  tx: WriteTransaction,
  uid: string,
  followee: Pick<UserRow, 'uid' | 'official'>,
): Promise<void> {
  // Of both, since a block ends follows in both directions: in one order they cannot deadlock.
  await lockAgainstFanOut(tx, [uid, followee.uid]);
  const existed = await deleteEdge(tx, uid, followee);
  if (existed && followee.official) await countOfficialFollower(tx, followee.uid, -1);
  tx.fact({ type: 'follow-changed', follower: uid, followee: followee.uid });
}

/** Call it only after the unfollow committed: fan-outs that still saw the follower have ended by then. */
export async function clearTimeline(writes: Writes, followerUid: string, authorUid: string): Promise<void> {
  await writes.statement(async (db) => {
    await deleteAuthorFromTimeline(db, followerUid, authorUid);
    db.fact({ type: 'timelines-changed', readerUids: [followerUid] });
  });
}

export async function follow(writes: Writes, uid: string, target: UserRow): Promise<void> {
  const newFollows = await writes.transaction(async (tx) => {
    const newFollows = await insertEdges(tx, uid, [target], tx.at);
    // The check must follow the insert: an earlier block has then committed, and a later one waits and ends
    // this follow.
    if (newFollows.size > 0) refuseBlocked(await findBlock(tx, uid, target.uid));
    await recordFollow(tx, uid, target, newFollows.size > 0);
    return newFollows;
  });
  await markFirstStep(writes, uid, newFollows);
  // After the commit: posts published from here on are fanned out to this follower.
  if (!target.merged_at_read) await backfill(writes, uid, target.uid);
}

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

async function markFirstStep(
  { db }: Writes,
  uid: string,
  newFollows: ReadonlyMap<string, number>,
): Promise<void> {
  // The official account does not count.
  const enough = limits.onboardingFollows + 1;
  if ([...newFollows.values()].includes(enough)) await insertOnboardingStep(db, uid, 'follow');
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
  for (let before = lastId; ids.length < maxBackfill;) {
    const page = await findUserPostIds(writes.db, authorUid, before);
    const last = page.at(-1);
    if (last === undefined) break;
    ids.push(...page);
    before = last;
  }
  await writes.transaction(async (tx) => {
    // An unfollow before this point has cleared the timeline; a later one waits for the lock.
    if (!(await lockFollow(tx, readerUid, authorUid))) return;
    // Oldest first, as a fan-out writes them: the two cannot deadlock.
    const oldestFirst = ids.slice(0, maxBackfill).toReversed();
    if (ids.length > 0) await insertPostsOnTimeline(tx, readerUid, authorUid, oldestFirst);
    // An unrepost waits for this lock and then deletes the entry from this timeline too.
    const reposts = await lockUserReposts(tx, authorUid);
    if (reposts.length > 0) await insertRepostsOnTimeline(tx, readerUid, authorUid, reposts);
    tx.fact({ type: 'timelines-changed', readerUids: [readerUid] });
  });
}

// Every sign-up follows the official account: one delayed job updates the count for all of them.
async function countOfficialFollower(tx: WriteTransaction, uid: string, by: 1 | -1): Promise<void> {
  await addToTotal(tx, 'official-followers', by);
  const runAt = new Date(tx.at.getTime() + 2_000);
  await addJob(tx, 'count-official-followers', { uid }, { key: 'count-official-followers', runAt });
}
