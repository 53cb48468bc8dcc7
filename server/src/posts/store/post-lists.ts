import { columnsOf } from '../../kernel/store/columns.ts';
import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, sizedStatement, statement } from '../../platform/postgres/database.ts';
import type { PostSource } from './posts.ts';

const authorColumns = `users.uid, CASE WHEN show_club THEN club END AS club, followers_count AS followers,
  merged_at_read AS "isMergedAtRead"`;

const insert = statement(
  'insert-user-posts',
  `INSERT INTO user_posts (owner_uid, post_id, has_media, club)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bool[], $4::text[])`,
);

/** `club`: the one that the author shows. */
export type UserPost = { ownerUid: string; postId: string; hasMedia: boolean; club: string | null };

export async function insertUserPosts(db: Database, posts: readonly UserPost[]): Promise<void> {
  const column = columnsOf(posts);
  await db.run(insert, [column('ownerUid'), column('postId'), column('hasMedia'), column('club')]);
}

// The rows are locked in the order of follows, so that transactions that count for the same people cannot
// deadlock.
const countTogether = statement(
  'count-posts-of-authors',
  `WITH locked AS MATERIALIZED (
     SELECT uid FROM users WHERE uid = ANY($1::uuid[]) ORDER BY uid FOR NO KEY UPDATE
   ), written AS (SELECT uid, count(*)::int AS posts FROM unnest($1::uuid[]) AS uid GROUP BY uid)
   UPDATE users SET posts_count = posts_count + written.posts FROM locked JOIN written USING (uid)
   WHERE users.uid = locked.uid RETURNING ${authorColumns}`,
);
// Citus locks rows of one shard only.
const countOne = statement(
  'count-post-of-author',
  `UPDATE users SET posts_count = posts_count + 1 WHERE uid = $1 RETURNING ${authorColumns}`,
);

/** `club`: null unless the author shows it. */
export type CountedAuthor = {
  uid: string;
  club: string | null;
  followers: number;
  isMergedAtRead: boolean;
};

/**
 * Adds one to the author's count for each post, and locks the authors until the transaction ends: nobody
 * begins or ends to follow them meanwhile.
 */
export async function countPosts(
  db: Database,
  owners: readonly string[],
  { isDistributed }: { isDistributed: boolean },
): Promise<Map<string, CountedAuthor>> {
  const ordered = owners.toSorted();
  const authors = isDistributed
    ? (await Promise.all(ordered.map((uid) => db.run<CountedAuthor>(countOne, [uid])))).flat()
    : await db.run<CountedAuthor>(countTogether, [ordered]);
  return new Map(authors.map((author) => [author.uid, author]));
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

const ofAuthorAfter = statement(
  'find-user-post-ids-after',
  'SELECT post_id FROM user_posts WHERE owner_uid = $1 AND post_id > $2 ORDER BY post_id LIMIT 41',
);

/** Oldest first. */
export async function findUserPostIdsAfter(db: Database, ownerUid: string, after: string): Promise<string[]> {
  return (await db.run<{ post_id: string }>(ofAuthorAfter, [ownerUid, after])).map((row) => row.post_id);
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
