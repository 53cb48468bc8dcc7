import { addMissingToClubs, removeSurplusOfClubs } from '../../clubs/actions/repair-clubs.ts';
import { firstId } from '../../kernel/ids.ts';
import { readPages } from '../../kernel/read-pages.ts';
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

export type RepairReport = {
  posts: number;
  users: number;
  counters: number;
  comments: number;
  summaries: number;
  lists: number;
  /** Posts with a missing or wrong entry under a topic, and topics with wrong counts. */
  topics: number;
  /** Deleted posts whose unfinished removal now continues. */
  removals: number;
  userCounts: number;
  /** Missing and wrong fans and posts of clubs. */
  clubs: number;
  totals: number;
};

/** Rebuilds derived data. Safe on a running site: only wrong rows are locked, one post or user at a time. */
export async function repair(writes: Writes): Promise<RepairReport> {
  const { db } = writes;
  const report = {
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
  report.removals = await resumeRemovals(db, writes.now());
  for await (const ids of batches(db, 'posts')) {
    report.posts += ids.length;
    report.summaries += await repairSummaries(writes, ids);
    report.counters += await repairCounters(writes, ids);
    report.comments += await repairCommentLikes(writes, ids);
    for (const post of await findUnlisted(db, ids))
      if (await writes.transaction((tx) => listPost(tx, post))) report.lists++;
    report.topics += await listMissingTopics(writes, ids);
  }
  report.topics += await repairTopics(writes);
  for await (const uids of batches(db, 'users')) {
    report.users += uids.length;
    for (const uid of uids) report.lists += await unlistMissing(db, uid);
    report.userCounts += await repairUserCounts(writes, uids);
    report.clubs += await addMissingToClubs(writes, uids);
  }
  report.clubs += await removeSurplusOfClubs(writes);
  const official = await findOfficialUid(db);
  report.totals = await repairTotals(db, official);
  if (official !== null) await addJob(db, 'count-official-followers', { uid: official });
  return report;
}

function batches(db: Database, of: 'posts' | 'users'): AsyncGenerator<string[]> {
  return readPages(
    (after) => nextIds(db, of, after),
    (last) => last,
    { first: firstId },
  );
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
  let count = 0;
  for (const postId of await findWrongCounters(db, ids)) {
    // A like after the check may have corrected the counter already.
    const isChanged = await transaction(async (tx) => {
      const counters = await recountPost(tx, postId);
      if (counters) tx.fact({ type: 'post-counted', postId, counters });
      return counters !== null;
    });
    if (isChanged) count++;
  }
  return count;
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
  let count = 0;
  for (const uid of await findWrongUserCounts(db, uids)) {
    const isChanged = await transaction(async (tx) => {
      await lockUser(tx, uid);
      const wasWrong = await recountUser(tx, uid);
      if (wasWrong) tx.fact({ type: 'profile-changed', uids: [uid] });
      return wasWrong;
    });
    if (isChanged) count++;
  }
  return count;
}
