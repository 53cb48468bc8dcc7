import type { CounterState } from '../../kernel/facts.ts';
import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';
import { attachmentsOf } from '../../posts/store/attachments.ts';
import { counterColumns } from '../../posts/store/counters.ts';

const batch = 500;

const postIds = statement(
  'repair-post-ids',
  `SELECT id FROM posts WHERE id > $1 AND ${postExists('posts.id')} ORDER BY id LIMIT ${batch}`,
);
const userIds = statement(
  'repair-user-ids',
  `SELECT uid AS id FROM users WHERE uid > $1 ORDER BY uid LIMIT ${batch}`,
);

export async function nextIds(db: Database, of: 'posts' | 'users', after: string): Promise<string[]> {
  return (await db.run<{ id: string }>(of === 'posts' ? postIds : userIds, [after])).map(({ id }) => id);
}

const actualCounters = `SELECT p.id,
    (SELECT count(*)::int FROM likes l WHERE l.post_id = p.id) AS likes,
    (SELECT count(*)::int FROM comments m WHERE m.post_id = p.id AND m.deleted_at IS NULL) AS comments,
    (SELECT count(*)::int FROM reposts r WHERE r.post_id = p.id) AS reposts,
    (SELECT count(*)::int FROM poll_votes v WHERE v.post_id = p.id AND v.option_id = 'a') AS votes_a,
    (SELECT count(*)::int FROM poll_votes v WHERE v.post_id = p.id AND v.option_id = 'b') AS votes_b,
    (SELECT count(*)::int FROM poll_votes v WHERE v.post_id = p.id AND v.option_id = 'c') AS votes_c,
    (SELECT count(*)::int FROM poll_votes v WHERE v.post_id = p.id AND v.option_id = 'd') AS votes_d
  FROM posts p WHERE p.id = ANY($1::uuid[])`;
const differs = `(c.likes, c.comments, c.reposts, c.votes_a, c.votes_b, c.votes_c, c.votes_d)
  IS DISTINCT FROM (a.likes, a.comments, a.reposts, a.votes_a, a.votes_b, a.votes_c, a.votes_d)`;

const wrongCounters = statement(
  'find-wrong-post-counters',
  `SELECT a.id FROM (${actualCounters}) a LEFT JOIN post_counters c ON c.post_id = a.id WHERE ${differs}`,
);

export async function findWrongCounters(db: Database, ids: readonly string[]): Promise<string[]> {
  return (await db.run<{ id: string }>(wrongCounters, [ids])).map(({ id }) => id);
}

// A concurrent deletion waits for this lock; the next statement sees an earlier one.
const lockPost = statement('repair-lock-post', 'SELECT owner_uid FROM posts WHERE id = $1 FOR SHARE');
const addCounters = statement(
  'repair-missing-counters',
  `INSERT INTO post_counters (post_id) SELECT id FROM posts WHERE id = $1 AND ${postExists('posts.id')}
   ON CONFLICT DO NOTHING`,
);
const lockCounters = statement(
  'repair-lock-counters',
  'SELECT 1 FROM post_counters WHERE post_id = $1 FOR UPDATE',
);
const setCounters = statement(
  'repair-post-counters',
  `UPDATE post_counters c SET likes = a.likes, comments = a.comments, reposts = a.reposts, votes_a = a.votes_a,
     votes_b = a.votes_b, votes_c = a.votes_c, votes_d = a.votes_d, revision = c.revision + 1
   FROM (${actualCounters}) a WHERE c.post_id = a.id AND c.post_id = ANY($1::uuid[]) AND ${differs}
   RETURNING ${counterColumns.replaceAll(/\w+/g, 'c.$&')}`,
);

/** Concurrent reactions wait for the lock on the counters. @returns null when they were right */
export async function recountPost(tx: Database, id: string): Promise<CounterState | null> {
  await tx.run(addCounters, [id]);
  await tx.run(lockCounters, [id]);
  return (await tx.run<CounterState>(setCounters, [[id]]))[0] ?? null;
}

const wrongCommentLikes = statement(
  'find-wrong-comment-likes',
  `SELECT c.post_id AS "postId", c.id FROM comments c WHERE c.post_id = ANY($1::uuid[]) AND c.deleted_at IS NULL
     AND c.likes <> (SELECT count(*) FROM comment_likes l WHERE l.post_id = c.post_id AND l.comment_id = c.id)`,
);

type CommentKey = { postId: string; id: string };

export function findWrongCommentLikes(db: Database, postIdsIn: readonly string[]): Promise<CommentKey[]> {
  return db.run<CommentKey>(wrongCommentLikes, [postIdsIn]);
}

const lockComment = statement(
  'repair-lock-comment',
  'SELECT 1 FROM comments WHERE post_id = $1 AND id = $2 FOR UPDATE',
);
const setCommentLikes = statement(
  'repair-comment-likes',
  `UPDATE comments SET likes = (SELECT count(*)::int FROM comment_likes WHERE post_id = $1 AND comment_id = $2)
   WHERE post_id = $1 AND id = $2 AND deleted_at IS NULL`,
);

/** Concurrent likes wait for the comment's lock. */
export async function recountComment(tx: Database, { postId, id }: CommentKey): Promise<void> {
  await tx.run(lockComment, [postId, id]);
  await tx.run(setCommentLikes, [postId, id]);
}

const content = `owner_uid, text, link, link_preview, media_key, media_type, media_width, media_height, media_color,
  poll, quote_of, created_at, edited_at, warning_kind, warning_label, warning_by_admin, comment_policy, quotes_allowed`;
const of = (table: string) => content.replaceAll(/\w+/g, `${table}.$&`);

const wrongSummaries = statement(
  'find-wrong-summaries',
  `SELECT p.id FROM posts p LEFT JOIN post_summaries s ON s.id = p.id
   WHERE p.id = ANY($1::uuid[]) AND (s.id IS NULL OR (${of('p')}) IS DISTINCT FROM (${of('s')})
       OR ${attachmentsOf('p.id')} IS DISTINCT FROM s.attachments)`,
);

export async function findWrongSummaries(db: Database, ids: readonly string[]): Promise<string[]> {
  return (await db.run<{ id: string }>(wrongSummaries, [ids])).map(({ id }) => id);
}

const setSummary = statement(
  'repair-summary',
  `INSERT INTO post_summaries (id, ${content}, attachments)
   SELECT id, ${content}, ${attachmentsOf('posts.id')} FROM posts WHERE id = $1 AND ${postExists('posts.id')}
   ON CONFLICT (id) DO UPDATE SET ${content
     .split(/,\s*/)
     .map((name) => `${name} = excluded.${name}`)
     .join(', ')}, attachments = excluded.attachments`,
);

/** A concurrent edit waits for the post's lock. */
export async function copySummary(tx: Database, id: string): Promise<void> {
  await tx.run(lockPost, [id]);
  await tx.run(setSummary, [id]);
}

const owners = statement(
  'repair-find-owners',
  'SELECT id, owner_uid, media_key IS NOT NULL AS has_media FROM posts WHERE id = ANY($1::uuid[])',
);
const findListed = statement(
  'repair-find-listed',
  'SELECT post_id FROM user_posts WHERE owner_uid = ANY($1::uuid[]) AND post_id = ANY($2::uuid[])',
);

export type OwnedPost = { id: string; owner_uid: string; has_media: boolean };

export async function findUnlisted(db: Database, ids: readonly string[]): Promise<OwnedPost[]> {
  const posts = await db.run<OwnedPost>(owners, [ids]);
  const uids = [...new Set(posts.map((post) => post.owner_uid))];
  const listedIds = new Set(
    (await db.run<{ post_id: string }>(findListed, [uids, ids])).map((row) => row.post_id),
  );
  return posts.filter((post) => !listedIds.has(post.id));
}

const list = statement(
  'repair-list-post',
  `INSERT INTO user_posts (owner_uid, post_id, has_media)
   SELECT $1::uuid, $2::uuid, $3::boolean WHERE ${postExists('$2::uuid')}
   ON CONFLICT DO NOTHING RETURNING post_id`,
);

/** @returns false when the post was deleted, or was in its author's list already */
export async function listPost(tx: Database, { id, owner_uid: owner, has_media: hasMedia }: OwnedPost) {
  // A concurrent deletion waits for this lock, and then finds the entry.
  if ((await tx.run(lockPost, [id])).length === 0) return false;
  return (await tx.run(list, [owner, id, hasMedia])).length === 1;
}

const ownPosts = statement('repair-own-posts', 'SELECT post_id FROM user_posts WHERE owner_uid = $1');
const existing = statement(
  'repair-existing-posts',
  `SELECT id FROM posts WHERE id = ANY($1::uuid[]) AND ${postExists('posts.id')}`,
);
const unlist = statement(
  'repair-unlist',
  'DELETE FROM user_posts WHERE owner_uid = $1 AND post_id = ANY($2::uuid[])',
);

/** @returns how many entries had no post */
export async function unlistMissing(db: Database, uid: string): Promise<number> {
  const ids = (await db.run<{ post_id: string }>(ownPosts, [uid])).map((row) => row.post_id);
  const postIdsFound = new Set((await db.run<{ id: string }>(existing, [ids])).map(({ id }) => id));
  const missing = ids.filter((id) => !postIdsFound.has(id));
  if (missing.length > 0) await db.run(unlist, [uid, missing]);
  return missing.length;
}

// The official account's followers have no rows: a job counts them.
const actual = `SELECT u.uid,
    (SELECT count(*)::int FROM user_posts p WHERE p.owner_uid = u.uid) AS posts,
    (SELECT count(*)::int FROM follows f WHERE f.follower = u.uid) AS following,
    CASE WHEN u.official THEN u.followers_count
      ELSE (SELECT count(*)::int FROM followers f WHERE f.followee = u.uid) END AS followers
  FROM users u WHERE u.uid = ANY($1::uuid[])`;
const userDiffers = `(u.posts_count, u.following_count, u.followers_count) IS DISTINCT FROM (a.posts, a.following, a.followers)`;

const wrongUsers = statement(
  'find-wrong-user-counts',
  `SELECT a.uid FROM (${actual}) a JOIN users u ON u.uid = a.uid WHERE ${userDiffers}`,
);

export async function findWrongUserCounts(db: Database, uids: readonly string[]): Promise<string[]> {
  return (await db.run<{ uid: string }>(wrongUsers, [uids])).map(({ uid }) => uid);
}

const setUser = statement(
  'repair-user-counts',
  `UPDATE users u SET posts_count = a.posts, following_count = a.following, followers_count = a.followers
   FROM (${actual}) a WHERE u.uid = a.uid AND u.uid = ANY($1::uuid[]) AND ${userDiffers} RETURNING u.uid`,
);

/** The caller holds the lock on the user. @returns false when the counts were right */
export async function recountUser(tx: Database, uid: string): Promise<boolean> {
  return (await tx.run(setUser, [[uid]])).length === 1;
}
