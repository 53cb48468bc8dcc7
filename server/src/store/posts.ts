import type { LinkPreview, PollKey } from '../../../contract/src/calls/shapes.ts';
import { type Database, statement } from '../platform/database.ts';

/** A poll as stored: the votes stand in the counters. */
export type StoredPoll = {
  options: Partial<Record<PollKey, string>>;
  order: PollKey[];
  closesAt: string | null;
};

/** What a post card shows of a post, with its counters. */
export type PostRow = {
  id: string;
  owner_uid: string;
  text: string;
  link: string | null;
  link_preview: LinkPreview | null;
  media_key: string | null;
  media_type: 'image' | 'video' | null;
  media_width: number | null;
  media_height: number | null;
  media_color: string | null;
  poll: StoredPoll | null;
  quote_of: string | null;
  created_at: Date;
  edited_at: Date | null;
  likes: number;
  comments: number;
  reposts: number;
  impressions: number;
  votes_a: number;
  votes_b: number;
  votes_c: number;
  votes_d: number;
  revision: number;
};

const columns = `p.id, p.owner_uid, p.text, p.link, p.link_preview, p.media_key, p.media_type, p.media_width,
  p.media_height, p.media_color, p.poll, p.quote_of, p.created_at, p.edited_at,
  c.likes, c.comments, c.reposts, c.impressions, c.votes_a, c.votes_b, c.votes_c, c.votes_d, c.revision`;

const findIn = (table: string) =>
  `SELECT ${columns} FROM ${table} p JOIN post_counters c ON c.post_id = p.id WHERE p.id = ANY($1::uuid[])`;

const findSummaries = statement('find-post-summaries', findIn('post_summaries'));
const findFull = statement('find-posts', findIn('posts'));

/** Where posts are read from: the read model, or the posts themselves when it cannot serve. */
export type PostSource = 'summaries' | 'posts';

/** The posts of these ids, in any order; what does not exist is left out. */
export function findPosts(db: Database, ids: readonly string[], source: PostSource): Promise<PostRow[]> {
  return db.run<PostRow>(source === 'summaries' ? findSummaries : findFull, [ids]);
}

// The post, its read model and its counters are one shard: one statement writes them.
const insert = statement(
  'insert-post',
  `WITH post AS (
     INSERT INTO posts (id, owner_uid, text, link, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
   ), summary AS (
     INSERT INTO post_summaries (id, owner_uid, text, link, created_at) VALUES ($1, $2, $3, $4, $5)
   )
   INSERT INTO post_counters (post_id) VALUES ($1)`,
);

export async function insertPost(
  db: Database,
  post: { id: string; ownerUid: string; text: string; link: string | null; at: Date },
): Promise<void> {
  await db.run(insert, [post.id, post.ownerUid, post.text, post.link, post.at]);
}

// The author's list, the author's own timeline and the author's count: one shard.
const insertOfAuthor = statement(
  'insert-user-post',
  `WITH listed AS (
     INSERT INTO user_posts (owner_uid, post_id) VALUES ($1, $2)
   ), own AS (
     INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid) VALUES ($1, $2, $2, $1)
   )
   UPDATE users SET posts_count = posts_count + 1 WHERE uid = $1`,
);

/** Enters a new post in its author's list and own timeline, and counts it. */
export async function insertUserPost(db: Database, ownerUid: string, postId: string): Promise<void> {
  await db.run(insertOfAuthor, [ownerUid, postId]);
}

const findOwner = statement('find-post-owner', 'SELECT owner_uid FROM posts WHERE id = $1');

export async function findPostOwner(db: Database, postId: string): Promise<string | null> {
  return (await db.run<{ owner_uid: string }>(findOwner, [postId]))[0]?.owner_uid ?? null;
}

// Whoever reacts changes the counters first and checks the post last: a deletion takes the locks in the same order.
const lockCounters = statement(
  'lock-post-counters',
  'SELECT 1 FROM post_counters WHERE post_id = $1 FOR UPDATE',
);
const remove = statement('delete-post', 'DELETE FROM posts WHERE id = $1 RETURNING id');

/** Deletes a post with all that hangs on it in its own group. False when it was gone already. */
export async function deletePostRow(db: Database, postId: string): Promise<boolean> {
  await db.run(lockCounters, [postId]);
  return (await db.run(remove, [postId])).length === 1;
}

const removeOfAuthor = statement(
  'delete-user-post',
  `WITH listed AS (
     DELETE FROM user_posts WHERE owner_uid = $1 AND post_id = $2 RETURNING post_id
   ), own AS (
     DELETE FROM timeline WHERE reader_uid = $1 AND entry_id = $2
   )
   UPDATE users SET posts_count = posts_count - 1 WHERE uid = $1 AND EXISTS (SELECT 1 FROM listed)`,
);

/** Takes a post out of its author's list and own timeline, and the count. */
export async function deleteUserPost(db: Database, ownerUid: string, postId: string): Promise<void> {
  await db.run(removeOfAuthor, [ownerUid, postId]);
}

const latest = statement(
  'find-latest-post-ids',
  'SELECT id FROM post_summaries WHERE id < $1 ORDER BY id DESC LIMIT 41',
);
const latestFull = statement(
  'find-latest-post-ids-full',
  'SELECT id FROM posts WHERE id < $1 ORDER BY id DESC LIMIT 41',
);

/** The 41 newest posts of all before an id. It reads every shard: fill a cache with it. */
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

/** The 41 newest posts of one author before an id. */
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

const byOwners = statement(
  'find-post-ids-by-owners',
  'SELECT id FROM posts WHERE owner_uid = ANY($1::uuid[]) AND id < $2 ORDER BY id DESC LIMIT 21',
);

/** The 21 newest posts of a group of authors before an id, read from the posts themselves: the feed's fallback. */
export async function findPostIdsByOwners(
  db: Database,
  owners: readonly string[],
  before: string,
): Promise<string[]> {
  return (await db.run<{ id: string }>(byOwners, [owners, before])).map((row) => row.id);
}
