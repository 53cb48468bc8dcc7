import { foldName } from '../../../contract/src/rules/search.ts';
import { type Database, statement } from '../platform/database.ts';

// Many rows in one statement, each column as an array: for filling a database, not for requests.
const accounts = statement(
  'insert-many-accounts',
  `INSERT INTO accounts (uid, email_lower, password_hash, followed_official_at, created_at)
   SELECT uid, email, hash, created_at, created_at
   FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) AS t (uid, email, hash, created_at)`,
);
const handles = statement(
  'insert-many-handles',
  'INSERT INTO handles (handle_lower, uid) SELECT * FROM unnest($1::text[], $2::uuid[])',
);
const users = statement(
  'insert-many-users',
  `INSERT INTO users (uid, display_name, name_folded, handle, bio, followers_count, following_count, posts_count,
     accepted_tos, accepted_tos_at, created_at, updated_at)
   SELECT uid, display_name, name_folded, handle, bio, followers, following, posts, true, created_at, created_at, created_at
   FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::timestamptz[],
       $9::text[])
     AS t (uid, display_name, handle, bio, followers, following, posts, created_at, name_folded)`,
);

export type BulkUser = {
  uid: string;
  email: string;
  passwordHash: string | null;
  displayName: string;
  handle: string;
  bio: string;
  followers: number;
  following: number;
  posts: number;
  at: Date;
};

/** Writes accounts with their handles and profiles; the counts are the caller's word. */
export async function insertManyUsers(db: Database, rows: readonly BulkUser[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(accounts, [column('uid'), column('email'), column('passwordHash'), column('at')]);
  await db.run(handles, [column('handle'), column('uid')]);
  await db.run(users, [
    column('uid'),
    column('displayName'),
    column('handle'),
    column('bio'),
    column('followers'),
    column('following'),
    column('posts'),
    column('at'),
    column('displayName').map(foldName),
  ]);
}

const follows = statement(
  'insert-many-follows',
  `INSERT INTO follows (follower, followee, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[])`,
);
const followers = statement(
  'insert-many-followers',
  `INSERT INTO followers (follower, followee, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[])`,
);

export type BulkEdge = { follower: string; followee: string; at: Date };

/** Writes both directions of these edges; `official`: there is no reverse one. */
export async function insertManyEdges(
  db: Database,
  rows: readonly BulkEdge[],
  { official = false } = {},
): Promise<void> {
  const column = columnsOf(rows);
  const values = [column('follower'), column('followee'), column('at')];
  await db.run(follows, values);
  if (!official) await db.run(followers, values);
}

const posts = statement(
  'insert-many-posts',
  `WITH row AS (
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
       AS t (id, owner_uid, text, link, at)
   ), summary AS (
     INSERT INTO post_summaries (id, owner_uid, text, link, created_at) SELECT * FROM row
   )
   INSERT INTO posts (id, owner_uid, text, link, created_at, updated_at)
   SELECT id, owner_uid, text, link, at, at FROM row`,
);
const counters = statement(
  'insert-many-counters',
  `INSERT INTO post_counters (post_id, likes, comments) SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[])`,
);
const userPosts = statement(
  'insert-many-user-posts',
  'INSERT INTO user_posts (owner_uid, post_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])',
);

export type BulkPost = {
  id: string;
  ownerUid: string;
  text: string;
  link: string | null;
  likes: number;
  comments: number;
  at: Date;
};

/** Writes posts with their read model and counters, and lists them with their authors. */
export async function insertManyPosts(db: Database, rows: readonly BulkPost[]): Promise<void> {
  const column = columnsOf(rows);
  const [ids, owners] = [column('id'), column('ownerUid')];
  await db.run(posts, [ids, owners, column('text'), column('link'), column('at')]);
  await db.run(counters, [ids, column('likes'), column('comments')]);
  await db.run(userPosts, [owners, ids]);
}

const timelines = statement(
  'insert-many-timelines',
  `WITH post AS (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS t (id, owner_uid))
   INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid)
   SELECT f.follower, p.id, p.id, p.owner_uid FROM post p JOIN followers f ON f.followee = p.owner_uid
   UNION ALL SELECT owner_uid, id, id, owner_uid FROM post`,
);

/** Puts posts on the timelines of their authors and of those who follow them. */
export async function insertManyOnTimelines(db: Database, rows: readonly BulkPost[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(timelines, [column('id'), column('ownerUid')]);
}

const likes = statement(
  'insert-many-likes',
  `INSERT INTO likes (post_id, uid, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[])`,
);

export type BulkLike = { postId: string; uid: string; at: Date };

export async function insertManyLikes(db: Database, rows: readonly BulkLike[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(likes, [column('postId'), column('uid'), column('at')]);
}

const comments = statement(
  'insert-many-comments',
  `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at)
   SELECT post_id, id, uid, text, at, at
   FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[]) AS t (post_id, id, uid, text, at)`,
);

export type BulkComment = { postId: string; id: string; uid: string; text: string; at: Date };

export async function insertManyComments(db: Database, rows: readonly BulkComment[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(comments, [column('postId'), column('id'), column('uid'), column('text'), column('at')]);
}

const foreign = statement(
  'count-accounts-outside',
  `SELECT count(*) AS count FROM accounts
   WHERE (email_lower IS NOT NULL OR google_subject IS NOT NULL)
     AND coalesce(email_lower, '') NOT LIKE '%@' || $1 AND email_lower IS DISTINCT FROM $2`,
);

/** How many accounts people can sign in to, apart from those with an address of this domain and from one address. */
export async function countAccountsOutside(
  db: Database,
  domain: string,
  besides: string | null,
): Promise<number> {
  return (await db.run<{ count: number }>(foreign, [domain, besides]))[0]?.count ?? 0;
}

const filled =
  'users follows followers user_posts timeline handles accounts posts post_summaries post_counters likes comments';
const analyze = filled.split(' ').map((table) => statement(`analyze-${table}`, `ANALYZE ${table}`));

/** Tells the planner what is in the tables now. */
export async function analyzeTables(db: Database): Promise<void> {
  for (const table of analyze) await db.run(table, []);
}

function columnsOf<Row extends object>(rows: readonly Row[]) {
  return <Name extends keyof Row>(name: Name) => rows.map((row) => row[name]);
}
