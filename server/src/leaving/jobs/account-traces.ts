import { Problem } from '../../../../contract/src/problem.ts';
import { forgetImported } from '../../accounts/store/imported.ts';
import { firstId, lastId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { removeFiles } from '../../media/jobs/remove-files.ts';
import { deleteBlock } from '../../people/store/blocks.ts';
import {
  findFollowersPage,
  findFollowingPage,
  type FollowPlace,
  peoplePage,
} from '../../people/store/follows.ts';
import { findUsers } from '../../people/store/users.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { deletePost } from '../../posts/actions/posts.ts';
import { unrepostPost } from '../../posts/actions/reposts.ts';
import {
  activityPage,
  findCommentsOf,
  findLikesOf,
  findRepostsOf,
  findUploadsOf,
  findVotesOf,
} from '../../posts/store/activity.ts';
import { deleteComment } from '../../posts/store/comments.ts';
import { findPostIdsByOwners } from '../../posts/store/posts.ts';
import { deleteLikes, deleteVote } from '../../posts/store/reactions.ts';
import { clearTimeline, removeFollow } from '../../profiles/actions/follows.ts';
import {
  deleteMutesOf,
  deleteNotificationsBy,
  deleteOwnRows,
  deleteReportsOf,
  findBlocksWith,
  handOverAdUploads,
} from '../store/account-traces.ts';

type Parts = Writes & { files: FileStore };

/** Removes some of what a user left. Whether there may be more of it. Run again, it goes on. */
export type Step = (parts: Parts, uid: string) => Promise<boolean>;

/**
 * Everything that a user leaves, in the order in which it goes. The followers are the first: without them the posts
 * are on nobody's timeline, and to forget each of them is little.
 */
export const steps: readonly Step[] = [
  endFollowers,
  endFollows,
  removePosts,
  takeRepostsBack,
  takeLikesBack,
  takeVotesBack,
  removeComments,
  removeNotifications,
  endBlocks,
  removeUploads,
  removeRest,
];

const newest: FollowPlace = { uid: lastId, at: new Date('9999-12-31T00:00:00Z') };

async function endFollowers(parts: Parts, uid: string): Promise<boolean> {
  const rows = await findFollowersPage(parts.db, uid, newest);
  for (const row of rows) await endFollow(parts, row.uid, { uid, official: false });
  return rows.length === peoplePage;
}

async function endFollows(parts: Parts, uid: string): Promise<boolean> {
  const rows = await findFollowingPage(parts.db, uid, newest);
  const followed = await findUsers(
    parts.db,
    rows.map((row) => row.uid),
  );
  const official = new Set(followed.flatMap((user) => (user.official ? user.uid : [])));
  for (const row of rows) await endFollow(parts, uid, { uid: row.uid, official: official.has(row.uid) });
  return rows.length === peoplePage;
}

async function endFollow(
  parts: Parts,
  follower: string,
  followee: { uid: string; official: boolean },
): Promise<void> {
  await parts.transaction((tx) => removeFollow(tx, follower, followee));
  await clearTimeline(parts, follower, followee.uid);
}

async function removePosts(parts: Parts, uid: string): Promise<boolean> {
  const ids = await findPostIdsByOwners(parts.db, [uid], lastId);
  for (const id of ids) await unlessGone(deletePost(parts, uid, id));
  return ids.length > 0;
}

async function takeRepostsBack(parts: Parts, uid: string): Promise<boolean> {
  const rows = await findRepostsOf(parts.db, uid, firstId);
  for (const { postId } of rows) await unlessGone(unrepostPost(parts, uid, postId));
  return rows.length === activityPage;
}

async function takeLikesBack({ db, statement }: Parts, uid: string): Promise<boolean> {
  const rows = await findLikesOf(db, uid, firstId);
  for (const { postId } of rows) {
    await statement(async (one) => {
      const counters = await deleteLikes(one, postId, [uid]);
      if (counters) one.fact({ type: 'post-counted', postId, counters });
    });
  }
  return rows.length === activityPage;
}

async function takeVotesBack({ db, statement }: Parts, uid: string): Promise<boolean> {
  const rows = await findVotesOf(db, uid, firstId);
  for (const { postId } of rows) {
    await statement(async (one) => {
      const counters = await deleteVote(one, postId, uid);
      if (counters) one.fact({ type: 'post-counted', postId, counters });
    });
  }
  return rows.length === activityPage;
}

async function removeComments({ db, statement }: Parts, uid: string): Promise<boolean> {
  const rows = await findCommentsOf(db, uid, firstId);
  for (const { postId, id } of rows) {
    await statement(async (one) => {
      const counters = await deleteComment(one, postId, id);
      one.fact({ type: 'post-commented', postId, counters });
    });
  }
  return rows.length === activityPage;
}

async function removeNotifications({ statement }: Parts, uid: string): Promise<boolean> {
  return statement(async (db) => {
    const uids = await deleteNotificationsBy(db, uid);
    if (uids.length > 0) db.fact({ type: 'notifications-changed', uids });
    return uids.length > 0;
  });
}

async function endBlocks({ db, statement, transaction }: Parts, uid: string): Promise<boolean> {
  const blocks = await findBlocksWith(db, uid);
  for (const { blocker, blocked } of blocks)
    await transaction(async (tx) => {
      await deleteBlock(tx, blocker, blocked);
      tx.fact({ type: 'block-changed', uids: [blocker, blocked] });
    });
  await statement(async (one) => {
    const uids = await deleteMutesOf(one, uid);
    if (uids.length > 0) one.fact({ type: 'mutes-changed', uids });
  });
  return blocks.length > 0;
}

async function removeUploads(parts: Parts, uid: string): Promise<boolean> {
  await handOverAdUploads(parts.db, uid);
  const uploads = await findUploadsOf(parts.db, uid, '');
  await removeFiles(parts, { keys: uploads.map(({ key }) => key) });
  return uploads.length === activityPage;
}

async function removeRest({ db }: Parts, uid: string): Promise<boolean> {
  await deleteReportsOf(db, uid);
  // What came from another site does not come again.
  await forgetImported(db, uid);
  return deleteOwnRows(db, uid);
}

// Its author, or an admin, was quicker.
async function unlessGone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not-found') throw error;
  }
}
