import { Problem } from '../../../../contract/src/problem.ts';
import { forgetImported } from '../../accounts/store/imported.ts';
import { leaveClub } from '../../clubs/actions/set-club.ts';
import type { CounterState } from '../../kernel/facts.ts';
import { firstId, lastId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { removeFiles } from '../../media/jobs/remove-files.ts';
import { deleteReportsOf } from '../../moderation/store/reports.ts';
import { deleteBlock } from '../../people/store/blocks.ts';
import {
  findFollowersPage,
  findFollowingPage,
  newestFollow,
  peoplePage,
} from '../../people/store/follows.ts';
import { findUsers } from '../../people/store/users.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { enqueueCommentRemoval } from '../../posts/actions/comment-removal.ts';
import { deletePost } from '../../posts/actions/posts.ts';
import { unrepostPost } from '../../posts/actions/reposts.ts';
import {
  activityPage,
  findCommentLikesOf,
  findCommentsOf,
  findLikesOf,
  findRepostsOf,
  findUploadsOf,
  findVotesOf,
  type Mark,
} from '../../posts/store/activity.ts';
import { deleteCommentLikes } from '../../posts/store/comment-likes.ts';
import { deleteComment } from '../../posts/store/comments.ts';
import { findPostIdsByOwners } from '../../posts/store/post-lists.ts';
import { deleteLikes, deleteVote } from '../../posts/store/reactions.ts';
import { clearTimeline, removeFollow } from '../../profiles/actions/follows.ts';
import {
  deleteClubSuggestionsOf,
  deleteMutesOf,
  deleteNotificationsBy,
  deleteOwnRows,
  findBlocksWith,
  handOverAdUploads,
} from '../store/account-traces.ts';

type RemovalParts = Writes & { files: FileStore };

/** Removes one batch of a user's traces. @returns whether there may be more. Idempotent */
export type Step = (parts: RemovalParts, uid: string) => Promise<boolean>;

/**
 * In order of removal. Followers go first: their timelines are then cleared one by one, so the posts appear
 * on nobody's.
 */
export const steps: readonly Step[] = [
  endFollowers,
  endFollows,
  removePosts,
  removeReposts,
  removeLikes,
  removeVotes,
  removeComments,
  removeCommentLikes,
  removeNotifications,
  endBlocks,
  removeUploads,
  removeRest,
];

async function endFollowers(parts: RemovalParts, uid: string): Promise<boolean> {
  const rows = await findFollowersPage(parts.db, uid, newestFollow);
  for (const row of rows) await endFollow(parts, row.uid, { uid, official: false });
  return rows.length === peoplePage;
}

async function endFollows(parts: RemovalParts, uid: string): Promise<boolean> {
  const rows = await findFollowingPage(parts.db, uid, newestFollow);
  const followees = await findUsers(
    parts.db,
    rows.map((row) => row.uid),
  );
  const official = new Set(followees.flatMap((user) => (user.official ? user.uid : [])));
  for (const row of rows) await endFollow(parts, uid, { uid: row.uid, official: official.has(row.uid) });
  return rows.length === peoplePage;
}

async function endFollow(
  parts: RemovalParts,
  follower: string,
  followee: { uid: string; official: boolean },
): Promise<void> {
  await parts.transaction((tx) => removeFollow(tx, follower, followee));
  await clearTimeline(parts, follower, followee.uid);
}

async function removePosts(parts: RemovalParts, uid: string): Promise<boolean> {
  const ids = await findPostIdsByOwners(parts.db, [uid], lastId);
  for (const id of ids) await ignoreNotFound(deletePost(parts, uid, id));
  return ids.length > 0;
}

async function removeReposts(parts: RemovalParts, uid: string): Promise<boolean> {
  const rows = await findRepostsOf(parts.db, uid, firstId);
  for (const { postId } of rows) await ignoreNotFound(unrepostPost(parts, uid, postId));
  return rows.length === activityPage;
}

async function removeLikes(parts: RemovalParts, uid: string): Promise<boolean> {
  const rows = await findLikesOf(parts.db, uid, firstId);
  return removeMarks(parts, rows, (db, postId) => deleteLikes(db, postId, [uid]));
}

async function removeVotes(parts: RemovalParts, uid: string): Promise<boolean> {
  const rows = await findVotesOf(parts.db, uid, firstId);
  return removeMarks(parts, rows, (db, postId) => deleteVote(db, postId, uid));
}

async function removeMarks(
  { statement }: RemovalParts,
  rows: readonly Mark[],
  remove: (db: Database, postId: string) => Promise<CounterState | null>,
): Promise<boolean> {
  for (const { postId } of rows) {
    await statement(async (db) => {
      const counters = await remove(db, postId);
      if (counters) db.fact({ type: 'post-counted', postId, counters });
    });
  }
  return rows.length === activityPage;
}

async function removeComments({ db, transaction }: RemovalParts, uid: string): Promise<boolean> {
  const rows = await findCommentsOf(db, uid, firstId);
  for (const { postId, id } of rows) {
    await transaction(async (tx) => {
      const { counters, hasMoreLikes } = await deleteComment(tx, postId, id, tx.at);
      if (hasMoreLikes) await enqueueCommentRemoval(tx, { postId, commentId: id });
      tx.fact({ type: 'post-commented', postId, counters });
    });
  }
  return rows.length === activityPage;
}

async function removeCommentLikes({ db, statement }: RemovalParts, uid: string): Promise<boolean> {
  const rows = await findCommentLikesOf(db, uid, firstId);
  for (const { postId, id: commentId } of rows) {
    await statement(async (db) => {
      await deleteCommentLikes(db, { postId, commentId }, [uid]);
      db.fact({ type: 'comment-liked', postId, uids: [uid] });
    });
  }
  return rows.length === activityPage;
}

async function removeNotifications({ statement }: RemovalParts, uid: string): Promise<boolean> {
  return statement(async (db) => {
    const uids = await deleteNotificationsBy(db, uid);
    if (uids.length > 0) db.fact({ type: 'notifications-changed', uids });
    return uids.length > 0;
  });
}

async function endBlocks({ db, statement, transaction }: RemovalParts, uid: string): Promise<boolean> {
  const blocks = await findBlocksWith(db, uid);
  for (const { blocker, blocked } of blocks)
    await transaction(async (tx) => {
      await deleteBlock(tx, blocker, blocked);
      tx.fact({ type: 'block-changed', uids: [blocker, blocked] });
    });
  const muters = await statement(async (db) => {
    const uids = await deleteMutesOf(db, uid);
    if (uids.length > 0) db.fact({ type: 'mutes-changed', uids });
    return uids;
  });
  return blocks.length > 0 || muters.length > 0;
}

async function removeUploads(parts: RemovalParts, uid: string): Promise<boolean> {
  await handOverAdUploads(parts.db, uid);
  const uploads = await findUploadsOf(parts.db, uid, '');
  await removeFiles(parts, { keys: uploads.map(({ key }) => key) });
  return uploads.length === activityPage;
}

async function removeRest(parts: RemovalParts, uid: string): Promise<boolean> {
  const { db } = parts;
  await leaveClub(parts, uid);
  await deleteReportsOf(db, uid);
  await deleteClubSuggestionsOf(db, uid);
  // Keeps a later import from bringing the content back.
  await forgetImported(db, uid);
  return deleteOwnRows(db, uid);
}

// The author or an admin deleted it first.
async function ignoreNotFound(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not-found') throw error;
  }
}
