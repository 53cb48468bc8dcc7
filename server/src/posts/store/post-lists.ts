import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, sizedStatement, statement } from '../../platform/postgres/database.ts';
import type { PostSource } from './posts.ts';

// The author's list, timeline and count are on one shard.
const insertOfAuthor = statement(
  'insert-user-post',
  `WITH listed AS (
     INSERT INTO user_posts (owner_uid, post_id, has_media) VALUES ($1, $2, $3)
   ), own AS (
     INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid) VALUES ($1, $2, $2, $1)
   )
   UPDATE users SET posts_count = posts_count + 1 WHERE uid = $1
   RETURNING CASE WHEN show_club THEN club END AS club`,
);

/** @returns the club that the author shows */
export async function insertUserPost(
  db: Database,
  post: { ownerUid: string; postId: string; hasMedia: boolean },
): Promise<string | null> {
  const values = [post.ownerUid, post.postId, post.hasMedia];
  return (await db.run<{ club: string | null }>(insertOfAuthor, values))[0]?.club ?? null;
}

const removeOfAuthor = statement(
  'delete-user-post',
  `WITH listed AS (
     DELETE FROM user_posts WHERE owner_uid = $1 AND post_id = $2 RETURNING club
   ), own AS (
     DELETE FROM timeline WHERE reader_uid = $1 AND entry_id = $2
   )
   UPDATE users SET posts_count = posts_count - 1 WHERE uid = $1 AND EXISTS (SELECT 1 FROM listed)
   RETURNING (SELECT club FROM listed) AS club`,
);

/** @returns the club under which the post was listed */
export async function deleteUserPost(db: Database, ownerUid: string, postId: string): Promise<string | null> {
  return (await db.run<{ club: string | null }>(removeOfAuthor, [ownerUid, postId]))[0]?.club ?? null;
}

export const latestAtHead = 201;
const latestHead = statement(
  'find-latest-head',
  `SELECT id FROM post_summaries ORDER BY id DESC LIMIT ${latestAtHead}`,
);

/** This query reads every shard: use it only to fill a cache. */
export async function findLatestHead(db: Database): Promise<string[]> {
  return (await db.run<{ id: string }>(latestHead, [])).map((row) => row.id);
}

const latest = statement(
  'find-latest-post-ids',
  'SELECT id FROM post_summaries WHERE id < $1 ORDER BY id DESC LIMIT 41',
);
const latestFull = statement(
  'find-latest-post-ids-full',
  `SELECT id FROM posts WHERE id < $1 AND ${postExists('posts.id')} ORDER BY id DESC LIMIT 41`,
);

/** Reads every shard. */
export async function findLatestPostIds(db: Database, before: string, source: PostSource): Promise<string[]> {
  const rows = await db.run<{ id: string }>(source === 'summaries' ? latest : latestFull, [before]);
  return rows.map((row) => row.id);
}

const ofAuthor = statement(
  'find-user-post-ids',
  'SELECT post_id FROM user_posts WHERE owner_uid = $1 AND post_id < $2 ORDER BY post_id DESC LIMIT 41',
);
const mediaOfAuthor = statement(
  'find-user-media-ids',
  'SELECT post_id FROM user_posts WHERE owner_uid = $1 AND post_id < $2 AND has_media ORDER BY post_id DESC LIMIT 41',
);

export async function findUserPostIds(
  db: Database,
  ownerUid: string,
  before: string,
  only?: 'media',
): Promise<string[]> {
  const rows = await db.run<{ post_id: string }>(only === 'media' ? mediaOfAuthor : ofAuthor, [
    ownerUid,
    before,
  ]);
  return rows.map((row) => row.post_id);
}

export const postsOfOwner = 21;
export const ownersAtOnce = 100;

// One subquery per author: a single ORDER BY over all of them would read every post that they wrote.
const byOwners = sizedStatement('find-post-ids-by-owners', [1, 10, ownersAtOnce], (size) =>
  Array.from(
    { length: size },
    (_, i) =>
      `(SELECT id FROM posts WHERE owner_uid = $${i + 2} AND id < $1 AND ${postExists('posts.id')}
        ORDER BY id DESC LIMIT ${postsOfOwner})`,
  ).join(' UNION '),
);

/** Reads the posts themselves, for when the authors' lists cannot serve. Newest first. */
export async function findPostIdsByOwners(
  db: Database,
  owners: readonly string[],
  before: string,
): Promise<string[]> {
  const { statement: query, padded: paddedOwners } = byOwners(owners);
  const rows = await db.run<{ id: string }>(query, [before, ...paddedOwners]);
  return rows.map((row) => row.id).sort((a, b) => (a < b ? 1 : -1));
}

const byLists = sizedStatement('find-user-post-ids-of-many', [1, 10, ownersAtOnce], (size) =>
  Array.from(
    { length: size },
    (_, i) =>
      `(SELECT post_id FROM user_posts WHERE owner_uid = $${i + 2} AND post_id < $1
        ORDER BY post_id DESC LIMIT ${postsOfOwner})`,
  ).join(' UNION '),
);

/** Reads the authors' lists: each is on one shard. Newest first. */
export async function findUserPostIdsOfMany(
  db: Database,
  owners: readonly string[],
  before: string,
): Promise<string[]> {
  const { statement: query, padded: paddedOwners } = byLists(owners);
  const rows = await db.run<{ post_id: string }>(query, [before, ...paddedOwners]);
  return rows.map((row) => row.post_id).sort((a, b) => (a < b ? 1 : -1));
}

export const latestOwners = 500;

const ownersOfLatest = statement(
  'find-latest-owners',
  `SELECT id, owner_uid AS "ownerUid" FROM posts WHERE id < $1 AND ${postExists('posts.id')}
   ORDER BY id DESC LIMIT ${latestOwners}`,
);

/** Reads every shard. */
export function findLatestOwners(db: Database, before: string): Promise<{ id: string; ownerUid: string }[]> {
  return db.run<{ id: string; ownerUid: string }>(ownersOfLatest, [before]);
}
