import type { PollKey } from '../../../../contract/src/calls/shapes.ts';
import { foldName } from '../../../../contract/src/rules/search.ts';
import type { NewNotification } from '../../notifications/store/notifications.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';
import { withRows } from '../../posts/store/attachments.ts';
import type { PostContent, PostControls } from '../../posts/store/posts.ts';

// Many rows per statement, one array per column: for filling a database, not for requests. Existing marks stay as
// they are.
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
  `INSERT INTO users (uid, display_name, name_folded, handle, bio, avatar, followers_count, following_count, posts_count,
     accepted_tos, accepted_tos_at, created_at, updated_at, club, club_since, public_reading,
     indexable)
   SELECT uid, display_name, name_folded, handle, bio, avatar, followers, following, posts, true, created_at, created_at,
     created_at, club, CASE WHEN club IS NOT NULL THEN created_at END, true, true
   FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::timestamptz[],
       $9::text[], $10::text[], $11::text[])
     AS t (uid, display_name, handle, bio, followers, following, posts, created_at, name_folded, avatar, club)`,
);
const members = statement(
  'insert-many-club-members',
  `INSERT INTO club_members (club, uid, since)
   SELECT club, uid, since FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS t (uid, club, since)
   WHERE club IS NOT NULL`,
);

export type BulkUser = {
  uid: string;
  email: string;
  passwordHash: string | null;
  displayName: string;
  handle: string;
  bio: string;
  avatar: string | null;
  followers: number;
  following: number;
  posts: number;
  /** The slug of the club that they show. */
  club: string | null;
  at: Date;
};

/** Writes accounts with their handles, profiles and clubs; the caller supplies the counts. */
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
    column('avatar'),
    column('club'),
  ]);
  await db.run(members, [column('uid'), column('club'), column('at')]);
}

const follows = statement(
  'insert-many-follows',
  `INSERT INTO follows (follower, followee, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) ON CONFLICT DO NOTHING`,
);
const followers = statement(
  'insert-many-followers',
  `INSERT INTO followers (follower, followee, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) ON CONFLICT DO NOTHING`,
);

export type BulkEdge = { follower: string; followee: string; at: Date };

/** Writes both directions of these edges; `official`: only the follower's side exists. */
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

const postColumns = `id, owner_uid, text, link, created_at, edited_at, link_preview, media_key, media_type, media_width,
  media_height, media_color, poll, quote_of, warning_kind, warning_label, comment_policy, quotes_allowed`;
const postRows = `SELECT id, owner_uid, text, link, created_at, edited_at, preview::jsonb, media_key, media_type,
     media_width, media_height, media_color, poll::jsonb, quote_of, warning_kind, warning_label, comment_policy, quotes_allowed`;
const givenPosts = `FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[],
       $7::text[], $8::text[], $9::text[], $10::int[], $11::int[], $12::text[], $13::text[], $14::uuid[], $15::text[], $16::text[],
       $17::text[], $18::bool[])
     AS t (id, owner_uid, text, link, created_at, edited_at, preview, media_key, media_type, media_width,
       media_height, media_color, poll, quote_of, warning_kind, warning_label, comment_policy, quotes_allowed)`;
// Two statements: on Citus, one that wrote both tables would check the summaries' references before the posts exist.
const posts = statement(
  'insert-many-posts',
  `INSERT INTO posts (${postColumns}, updated_at) ${postRows}, coalesce(edited_at, created_at) ${givenPosts}`,
);
const summaries = statement(
  'insert-many-summaries',
  `INSERT INTO post_summaries (${postColumns}) ${postRows} ${givenPosts}`,
);
const attachments = statement(
  'insert-many-attachments',
  `INSERT INTO post_attachments (post_id, n, key, type, width, height, color, alt)
   SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[])`,
);
const summaryAttachments = statement(
  'set-many-summary-attachments',
  `UPDATE post_summaries s SET attachments = t.attachments::jsonb
   FROM unnest($1::uuid[], $2::text[]) AS t (id, attachments) WHERE s.id = t.id AND s.id = ANY($1::uuid[])`,
);
const counters = statement(
  'insert-many-counters',
  `INSERT INTO post_counters (post_id, likes, comments, reposts, votes_a, votes_b, votes_c, votes_d)
   SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[])`,
);
const userPosts = statement(
  'insert-many-user-posts',
  `INSERT INTO user_posts (owner_uid, post_id, has_media, club)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bool[], $4::text[])`,
);
const clubPosts = statement(
  'insert-many-club-posts',
  `INSERT INTO club_posts (club, post_id, owner_uid)
   SELECT club, post_id, owner_uid FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS t (owner_uid, post_id, club)
   WHERE club IS NOT NULL`,
);

export type BulkPost = PostContent &
  PostControls & {
    id: string;
    ownerUid: string;
    at: Date;
    editedAt: Date | null;
    likes: number;
    comments: number;
    reposts: number;
    /** By option, in the order a to d. */
    votes: readonly [number, number, number, number];
    /** The slug of the club that the author showed. */
    club: string | null;
  };

/** Writes posts with their read model and counters, and adds them to the lists of their authors and clubs. */
export async function insertManyPosts(db: Database, rows: readonly BulkPost[]): Promise<void> {
  const column = columnsOf(rows);
  const [ids, owners] = [column('id'), column('ownerUid')];
  const media = rows.map((row) => row.files[0]);
  const json = (values: readonly (object | null)[]) => values.map((value) => value && JSON.stringify(value));
  const content = [
    ids,
    owners,
    column('text'),
    column('link'),
    column('at'),
    column('editedAt'),
    json(column('linkPreview')),
    media.map((file) => file?.key ?? null),
    media.map((file) => file?.type ?? null),
    media.map((file) => file?.width ?? null),
    media.map((file) => file?.height ?? null),
    media.map((file) => file?.color ?? null),
    json(column('poll')),
    column('quoteOf'),
    rows.map((row) => row.warning?.kind ?? null),
    rows.map((row) => row.warning?.label ?? null),
    column('commentPolicy'),
    column('quotesAllowed'),
  ];
  await db.run(posts, content);
  await db.run(summaries, content);
  await insertAttachments(db, rows);
  const votesFor = (option: 0 | 1 | 2 | 3) => rows.map((row) => row.votes[option]);
  const reactions = [column('likes'), column('comments'), column('reposts')];
  await db.run(counters, [ids, ...reactions, votesFor(0), votesFor(1), votesFor(2), votesFor(3)]);
  await db.run(userPosts, [owners, ids, media.map((file) => file !== undefined), column('club')]);
  await db.run(clubPosts, [owners, ids, column('club')]);
}

async function insertAttachments(db: Database, rows: readonly BulkPost[]): Promise<void> {
  const posts = rows.flatMap(({ id, files }) => (withRows(files) ? [{ id, files }] : []));
  if (posts.length === 0) return;
  const column = columnsOf(
    posts.flatMap(({ id, files }) => files.map((file, i) => ({ id, n: i + 1, ...file }))),
  );
  const about = [column('type'), column('width'), column('height'), column('color'), column('alt')];
  await db.run(attachments, [column('id'), column('n'), column('key'), ...about]);
  await db.run(summaryAttachments, [
    posts.map(({ id }) => id),
    posts.map(({ files }) => JSON.stringify(files)),
  ]);
}

const timelines = statement(
  'insert-many-timelines',
  `WITH post AS (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS t (id, owner_uid))
   INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid)
   SELECT f.follower, p.id, p.id, p.owner_uid FROM post p JOIN followers f ON f.followee = p.owner_uid
   UNION ALL SELECT owner_uid, id, id, owner_uid FROM post`,
);

export async function insertManyOnTimelines(db: Database, rows: readonly BulkPost[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(timelines, [column('id'), column('ownerUid')]);
}

const givenReposts = `FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[])
     AS t (entry_id, post_id, uid, author_uid, at)`;
const reposts = statement(
  'insert-many-reposts',
  `INSERT INTO reposts (post_id, uid, entry_id, created_at) SELECT post_id, uid, entry_id, at ${givenReposts}`,
);
const userReposts = statement(
  'insert-many-user-reposts',
  `INSERT INTO user_reposts (owner_uid, entry_id, post_id, author_uid)
   SELECT uid, entry_id, post_id, author_uid ${givenReposts}`,
);
const repostTimelines = statement(
  'insert-many-reposts-on-timelines',
  `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid, reposter_uid)
   SELECT f.follower, r.entry_id, r.post_id, r.author_uid, r.uid
   FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) AS r (entry_id, post_id, uid, author_uid)
   JOIN followers f ON f.followee = r.uid`,
);

export type BulkRepost = { entryId: string; postId: string; uid: string; authorUid: string; at: Date };

/** Writes reposts, and puts those since a moment on the timelines of the reposters' followers. */
export async function insertManyReposts(
  db: Database,
  rows: readonly BulkRepost[],
  onTimelinesFrom: number,
): Promise<void> {
  const values = (of: readonly BulkRepost[]) => {
    const column = columnsOf(of);
    return [column('entryId'), column('postId'), column('uid'), column('authorUid')];
  };
  const all = [...values(rows), rows.map(({ at }) => at)];
  await db.run(reposts, all);
  await db.run(userReposts, all);
  await db.run(repostTimelines, values(rows.filter(({ at }) => at.getTime() >= onTimelinesFrom)));
}

const votes = statement(
  'insert-many-votes',
  `INSERT INTO poll_votes (post_id, uid, option_id, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) ON CONFLICT DO NOTHING`,
);

export type BulkVote = { postId: string; uid: string; option: PollKey; at: Date };

export async function insertManyVotes(db: Database, rows: readonly BulkVote[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(votes, [column('postId'), column('uid'), column('option'), column('at')]);
}

const saves = statement(
  'insert-many-saves',
  `INSERT INTO saves (post_id, uid, created_at) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
   ON CONFLICT DO NOTHING`,
);

export async function insertManySaves(db: Database, rows: readonly BulkLike[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(saves, [column('postId'), column('uid'), column('at')]);
}

const uploads = statement(
  'insert-many-uploads',
  `INSERT INTO uploads (key, owner_uid, purpose, type, width, height, color, version, bytes, created_at, taken_at)
   SELECT key, owner_uid, purpose, type, width, height, color, version, bytes, at, at
   FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[], $9::int[],
       $10::timestamptz[])
     AS t (key, owner_uid, purpose, type, width, height, color, version, bytes, at)`,
);

export type BulkUpload = {
  key: string;
  ownerUid: string;
  purpose: 'post' | 'avatar' | 'ad';
  type: 'image' | 'video';
  width: number;
  height: number;
  color: string;
  version: string | null;
  bytes: number;
  at: Date;
};

/** Writes uploads that are already claimed by a post, profile or ad. */
export async function insertManyUploads(db: Database, rows: readonly BulkUpload[]): Promise<void> {
  const column = columnsOf(rows);
  const about = [column('type'), column('width'), column('height'), column('color'), column('version')];
  const values = [
    column('key'),
    column('ownerUid'),
    column('purpose'),
    ...about,
    column('bytes'),
    column('at'),
  ];
  await db.run(uploads, values);
}

const likes = statement(
  'insert-many-likes',
  `INSERT INTO likes (post_id, uid, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) ON CONFLICT DO NOTHING`,
);

export type BulkLike = { postId: string; uid: string; at: Date };

export async function insertManyLikes(db: Database, rows: readonly BulkLike[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(likes, [column('postId'), column('uid'), column('at')]);
}

const comments = statement(
  'insert-many-comments',
  `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at, reply_to, root_id, likes)
   SELECT post_id, id, uid, text, at, at, reply_to, root_id, likes
   FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::uuid[], $7::uuid[], $8::int[])
     AS t (post_id, id, uid, text, at, reply_to, root_id, likes)`,
);

/** A comment with the count of its likes; a reply with the comment that it answers and stands under. */
export type BulkComment = {
  postId: string;
  id: string;
  uid: string;
  text: string;
  at: Date;
  replyTo: string | null;
  rootId: string | null;
  likes: number;
};

export async function insertManyComments(db: Database, rows: readonly BulkComment[]): Promise<void> {
  const column = columnsOf(rows);
  const written = [column('postId'), column('id'), column('uid'), column('text'), column('at')];
  await db.run(comments, [...written, column('replyTo'), column('rootId'), column('likes')]);
}

const commentLikes = statement(
  'insert-many-comment-likes',
  `INSERT INTO comment_likes (post_id, comment_id, uid, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[])`,
);

export type BulkCommentLike = { postId: string; commentId: string; uid: string; at: Date };

export async function insertManyCommentLikes(db: Database, rows: readonly BulkCommentLike[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(commentLikes, [column('postId'), column('commentId'), column('uid'), column('at')]);
}

const notifications = statement(
  'insert-many-notifications',
  `INSERT INTO notifications (uid, id, type, actor_uid, post_id, text, link, text_snippet, created_at, read_at,
     comment_id, kind)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[],
     $9::timestamptz[], $10::timestamptz[], $11::uuid[], $12::text[]) ON CONFLICT DO NOTHING`,
);

export type BulkNotification = NewNotification & { readAt: Date | null };

export async function insertManyNotifications(
  db: Database,
  rows: readonly BulkNotification[],
): Promise<void> {
  const column = columnsOf(rows);
  const about = [column('type'), column('actorUid'), column('postId'), column('text'), column('link')];
  const values = [column('textSnippet'), column('at'), column('readAt'), column('commentId'), column('kind')];
  await db.run(notifications, [column('uid'), column('id'), ...about, ...values]);
}

const unread = statement(
  'mark-newest-notifications-unread',
  `UPDATE notifications SET read_at = NULL WHERE uid = $1 AND id IN (
     SELECT id FROM notifications WHERE uid = $1 ORDER BY id DESC LIMIT 8)`,
);

export async function markNewestUnread(db: Database, uid: string): Promise<void> {
  await db.run(unread, [uid]);
}

const foreign = statement(
  'count-accounts-outside',
  `SELECT count(*) AS count FROM accounts
   WHERE NOT made_by_site AND (email_lower IS NOT NULL OR google_subject IS NOT NULL)
     AND coalesce(email_lower, '') NOT LIKE '%@' || $1 AND email_lower IS DISTINCT FROM $2`,
);

/** How many accounts people signed up for, except those in this domain and one address. */
export async function countAccountsOutside(
  db: Database,
  domain: string,
  besides: string | null,
): Promise<number> {
  return (await db.run<{ count: number }>(foreign, [domain, besides]))[0]?.count ?? 0;
}

const filled =
  'users follows followers user_posts user_reposts timeline saves handles accounts uploads posts post_attachments post_summaries post_counters likes reposts poll_votes comments comment_likes notifications';
const analyze = filled.split(' ').map((table) => statement(`analyze-${table}`, `ANALYZE ${table}`));

export async function analyzeTables(db: Database): Promise<void> {
  for (const table of analyze) await db.run(table, []);
}

function columnsOf<Row extends object>(rows: readonly Row[]) {
  return <Name extends keyof Row>(name: Name) => rows.map((row) => row[name]);
}
