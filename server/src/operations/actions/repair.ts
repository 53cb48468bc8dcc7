import { addMissingToClubs, removeSurplusOfClubs } from '../../clubs/actions/repair-clubs.ts';
import { firstId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { repairTotals } from '../../kernel/store/totals.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findOfficialUid, lockUser } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { resumeRemovals } from '../../posts/actions/posts.ts';
import { listMissingTopics, repairTopics } from '../../topics/actions/repair-topics.ts';
import {
  copySummary,
  findUnlisted,
  findWrongCommentLikes,
  findWrongCounters,
  findWrongSummaries,
  findWrongUserCounts,
  listPost,
  nextIds,
  recountComment,
  recountPost,
  recountUser,
  unlistMissing,
} from '../store/repair.ts';

/** How many rows were checked, and how many were wrong. */
export type Repaired = {
  posts: number;
  users: number;
  /** Posts whose counters differed from their likes, comments, reposts and votes. */
  counters: number;
  /** Comments whose count of likes was wrong. */
  comments: number;
  /** Posts that differed from their copy in the read model. */
  summaries: number;
  lists: number;
  /** Posts that were missing under their topics or wrongly there, and topics whose counts were wrong. */
  topics: number;
  /** Deleted posts whose removal was not finished and now continues. */
  removals: number;
  userCounts: number;
  /** Fans and posts that a club lacked, or that it listed wrongly. */
  clubs: number;
  totals: number;
};

/**
 * Rebuilds derived data: counters from the marks, the read model from the posts, authors' lists, topics, users' counts. Safe
 * while the site runs: only wrong rows are locked, one post or user at a time.
 */
export async function repair(writes: Writes): Promise<Repaired> {
  const { db } = writes;
  const repaired = {
    posts: 0,
    users: 0,
    counters: 0,
    comments: 0,
    summaries: 0,
    lists: 0,
    topics: 0,
    removals: 0,
    userCounts: 0,
    clubs: 0,
    totals: 0,
  };
  repaired.removals = await resumeRemovals(db, writes.now());
  for await (const ids of batches(db, 'posts')) {
    repaired.posts += ids.length;
    repaired.summaries += await repairSummaries(writes, ids);
    repaired.counters += await repairCounters(writes, ids);
    repaired.comments += await repairCommentLikes(writes, ids);
    for (const post of await findUnlisted(db, ids))
      if (await writes.transaction((tx) => listPost(tx, post))) repaired.lists++;
    repaired.topics += await listMissingTopics(writes, ids);
  }
  repaired.topics += await repairTopics(writes);
  for await (const uids of batches(db, 'users')) {
    repaired.users += uids.length;
    for (const uid of uids) repaired.lists += await unlistMissing(db, uid);
    repaired.userCounts += await repairUserCounts(writes, uids);
    repaired.clubs += await addMissingToClubs(writes, uids);
  }
  repaired.clubs += await removeSurplusOfClubs(writes);
  const official = await findOfficialUid(db);
  repaired.totals = await repairTotals(db, official);
  if (official !== null) await addJob(db, 'count-official-followers', { uid: official });
  return repaired;
}

async function* batches(db: Database, of: 'posts' | 'users'): AsyncGenerator<string[]> {
  let after = firstId;
  for (;;) {
    const ids = await nextIds(db, of, after);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    after = last;
  }
}

async function repairSummaries({ db, transaction }: Writes, ids: readonly string[]): Promise<number> {
  const wrong = await findWrongSummaries(db, ids);
  for (const postId of wrong) {
    await transaction(async (tx) => {
      await copySummary(tx, postId);
      tx.fact({ type: 'post-edited', postId });
    });
  }
  return wrong.length;
}

async function repairCounters({ db, transaction }: Writes, ids: readonly string[]): Promise<number> {
  let repaired = 0;
  for (const postId of await findWrongCounters(db, ids)) {
    // A like between the check and this recount has moved the counter itself.
    const changed = await transaction(async (tx) => {
      const counters = await recountPost(tx, postId);
      if (counters) tx.fact({ type: 'post-counted', postId, counters });
      return counters !== null;
    });
    if (changed) repaired++;
  }
  return repaired;
}

async function repairCommentLikes({ db, transaction }: Writes, ids: readonly string[]): Promise<number> {
  const wrong = await findWrongCommentLikes(db, ids);
  for (const comment of wrong) {
    await transaction(async (tx) => {
      await recountComment(tx, comment);
      tx.fact({ type: 'comment-liked', postId: comment.postId, uids: [] });
    });
  }
  return wrong.length;
}

async function repairUserCounts({ db, transaction }: Writes, uids: readonly string[]): Promise<number> {
  let repaired = 0;
  for (const uid of await findWrongUserCounts(db, uids)) {
    const changed = await transaction(async (tx) => {
      await lockUser(tx, uid);
      const recounted = await recountUser(tx, uid);
      if (recounted) tx.fact({ type: 'profile-changed', uids: [uid] });
      return recounted;
    });
    if (changed) repaired++;
  }
  return repaired;
}
