import { type Database, statement } from '../../../platform/postgres/database.ts';
import { withRows } from '../../../posts/store/attachments.ts';
import type { PostContent, PostControls } from '../../../posts/store/posts.ts';
import { columnsOf } from './columns.ts';

const postColumns = `id, owner_uid, text, link, created_at, edited_at, link_preview, media_key, media_type, media_width,
  media_height, media_color, poll, quote_of, warning_kind, warning_label, comment_policy, quotes_allowed`;
const postRows = `SELECT id, owner_uid, text, link, created_at, edited_at, preview::jsonb, media_key, media_type,
     media_width, media_height, media_color, poll::jsonb, quote_of, warning_kind, warning_label, comment_policy, quotes_allowed`;
const fromPosts = `FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[],
       $7::text[], $8::text[], $9::text[], $10::int[], $11::int[], $12::text[], $13::text[], $14::uuid[], $15::text[], $16::text[],
       $17::text[], $18::bool[])
     AS t (id, owner_uid, text, link, created_at, edited_at, preview, media_key, media_type, media_width,
       media_height, media_color, poll, quote_of, warning_kind, warning_label, comment_policy, quotes_allowed)`;
// Two statements: on Citus, one for both would check the summaries' references before the posts exist.
const posts = statement(
  'insert-many-posts',
  `INSERT INTO posts (${postColumns}, updated_at) ${postRows}, coalesce(edited_at, created_at) ${fromPosts}`,
);
const summaries = statement(
  'insert-many-summaries',
  `INSERT INTO post_summaries (${postColumns}) ${postRows} ${fromPosts}`,
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
    /** Of the options a to d. */
    votes: readonly [number, number, number, number];
    club: string | null;
  };

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
  const details = [column('type'), column('width'), column('height'), column('color'), column('alt')];
  await db.run(attachments, [column('id'), column('n'), column('key'), ...details]);
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

const fromReposts = `FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[])
     AS t (entry_id, post_id, uid, author_uid, at)`;
const reposts = statement(
  'insert-many-reposts',
  `INSERT INTO reposts (post_id, uid, entry_id, created_at) SELECT post_id, uid, entry_id, at ${fromReposts}`,
);
const userReposts = statement(
  'insert-many-user-reposts',
  `INSERT INTO user_reposts (owner_uid, entry_id, post_id, author_uid)
   SELECT uid, entry_id, post_id, author_uid ${fromReposts}`,
);
const repostTimelines = statement(
  'insert-many-reposts-on-timelines',
  `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid, reposter_uid)
   SELECT f.follower, r.entry_id, r.post_id, r.author_uid, r.uid
   FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) AS r (entry_id, post_id, uid, author_uid)
   JOIN followers f ON f.followee = r.uid`,
);

export type BulkRepost = { entryId: string; postId: string; uid: string; authorUid: string; at: Date };

/** Only reposts from `onTimelinesFrom` (ms) on are put on timelines. */
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
