import type { CounterState } from '../../kernel/facts.ts';
import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';
import { counterColumns } from './counters.ts';

/** `entryId` is the repost's own id and its place on timelines. */
export type Repost = { postId: string; uid: string; entryId: string };

const insert = statement(
  'insert-repost',
  `WITH marked AS (
     INSERT INTO reposts (post_id, uid, entry_id, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING uid
   )
   UPDATE post_counters SET reposts = reposts + (SELECT count(*)::int FROM marked), revision = revision + 1
   WHERE post_id = $1 RETURNING ${counterColumns}, (SELECT count(*)::int FROM marked) AS marked`,
);
const remove = statement(
  'delete-repost',
  `WITH unmarked AS (DELETE FROM reposts WHERE post_id = $1 AND uid = $2 RETURNING entry_id)
   UPDATE post_counters SET reposts = reposts - (SELECT count(*)::int FROM unmarked), revision = revision + 1
   WHERE post_id = $1 RETURNING ${counterColumns}, (SELECT entry_id FROM unmarked) AS entry_id`,
);

/** @returns null when the post does not exist */
export async function insertRepost(
  db: Database,
  { postId, uid, entryId }: Repost,
  at: Date,
): Promise<{ counters: CounterState; isNew: boolean } | null> {
  const [row] = await db.run<CounterState & { marked: number }>(insert, [postId, uid, entryId, at]);
  if (!row) return null;
  const { marked, ...counters } = row;
  return { counters, isNew: marked > 0 };
}

/** `entryId` is null when there was no repost. */
export async function deleteRepost(
  db: Database,
  postId: string,
  uid: string,
): Promise<{ counters: CounterState; entryId: string | null } | null> {
  const [row] = await db.run<CounterState & { entry_id: string | null }>(remove, [postId, uid]);
  if (!row) return null;
  const { entry_id: entryId, ...counters } = row;
  return { counters, entryId };
}

const lock = statement(
  'lock-repost',
  'SELECT 1 FROM reposts WHERE post_id = $1 AND uid = $2 AND entry_id = $3 FOR KEY SHARE',
);

/** Locks the repost until the transaction ends. False when it does not exist. */
export async function lockRepost(db: Database, { postId, uid, entryId }: Repost): Promise<boolean> {
  return (await db.run(lock, [postId, uid, entryId])).length === 1;
}

const insertOfUser = statement(
  'insert-user-repost',
  'INSERT INTO user_reposts (owner_uid, entry_id, post_id, author_uid) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
);

export async function insertUserRepost(db: Database, repost: Repost, authorUid: string): Promise<void> {
  await db.run(insertOfUser, [repost.uid, repost.entryId, repost.postId, authorUid]);
}

const removeOfUser = statement(
  'delete-user-repost',
  'DELETE FROM user_reposts WHERE owner_uid = $1 AND entry_id = $2',
);

export async function deleteUserRepost(db: Database, uid: string, entryId: string): Promise<void> {
  await db.run(removeOfUser, [uid, entryId]);
}

type UserRepostRow = { owner_uid: string; entry_id: string; post_id: string; author_uid: string };

export type UserRepost = Repost & { authorUid: string };

const ofUser = statement(
  'find-user-reposts',
  `SELECT owner_uid, entry_id, post_id, author_uid FROM user_reposts
   WHERE owner_uid = $1 AND entry_id < $2 ORDER BY entry_id DESC LIMIT 41`,
);

export async function findUserReposts(db: Database, uid: string, before: string): Promise<UserRepost[]> {
  return (await db.run<UserRepostRow>(ofUser, [uid, before])).map(userRepost);
}

const lockOfUser = statement(
  'lock-user-reposts',
  `SELECT owner_uid, entry_id, post_id, author_uid FROM user_reposts
   WHERE owner_uid = $1 AND ${postExists('user_reposts.post_id')} ORDER BY entry_id DESC LIMIT 41 FOR KEY SHARE`,
);

export async function lockUserReposts(db: Database, uid: string): Promise<UserRepost[]> {
  return (await db.run<UserRepostRow>(lockOfUser, [uid])).map(userRepost);
}

const ofPosts = statement(
  'find-reposts-of-posts',
  `SELECT owner_uid, entry_id, post_id, author_uid FROM user_reposts
   WHERE owner_uid = ANY($1::uuid[]) AND post_id = ANY($2::uuid[]) AND entry_id <= $3`,
);

export async function findRepostsBy(
  db: Database,
  uids: readonly string[],
  postIds: readonly string[],
  upTo: string,
): Promise<UserRepost[]> {
  if (uids.length === 0) return [];
  return (await db.run<UserRepostRow>(ofPosts, [uids, postIds, upTo])).map(userRepost);
}

export const repostsOfPost = 100;

const ofPost = statement(
  'find-user-reposts-of-post',
  `SELECT owner_uid, entry_id, post_id, author_uid FROM user_reposts WHERE post_id = $1 AND owner_uid > $2
   ORDER BY owner_uid LIMIT ${repostsOfPost}`,
);

/** This query reads every shard: for jobs only. */
export async function findUserRepostsOf(db: Database, postId: string, after: string): Promise<UserRepost[]> {
  return (await db.run<UserRepostRow>(ofPost, [postId, after])).map(userRepost);
}

function userRepost(row: UserRepostRow): UserRepost {
  return { uid: row.owner_uid, entryId: row.entry_id, postId: row.post_id, authorUid: row.author_uid };
}
