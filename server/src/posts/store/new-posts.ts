import { columnsOf } from '../../kernel/store/columns.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';
import { insertAttachments, withRows } from './attachments.ts';
import type { PostContent, PostControls } from './posts.ts';

const columns = `id, owner_uid, text, link, created_at, edited_at, link_preview, media_key, media_type, media_width,
  media_height, media_color, poll, quote_of, warning_kind, warning_label, comment_policy, quotes_allowed`;
const values = `id, owner_uid, text, link, created_at, edited_at, preview::jsonb, media_key, media_type, media_width,
  media_height, media_color, poll::jsonb, quote_of, warning_kind, warning_label, comment_policy, quotes_allowed`;
const fromArrays = `FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[],
    $7::text[], $8::text[], $9::text[], $10::int[], $11::int[], $12::text[], $13::text[], $14::uuid[], $15::text[],
    $16::text[], $17::text[], $18::bool[], $19::text[])
  AS new (id, owner_uid, text, link, created_at, edited_at, preview, media_key, media_type, media_width,
    media_height, media_color, poll, quote_of, warning_kind, warning_label, comment_policy, quotes_allowed, attachments)`;

// Two statements: on Citus, one for both would check the summaries' references before the posts exist.
const insert = statement(
  'insert-posts',
  `INSERT INTO posts (${columns}, updated_at) SELECT ${values}, coalesce(edited_at, created_at) ${fromArrays}`,
);
const summarize = statement(
  'insert-summaries',
  `INSERT INTO post_summaries (${columns}, attachments) SELECT ${values}, attachments::jsonb ${fromArrays}`,
);
const count = statement(
  'insert-counters',
  `INSERT INTO post_counters (post_id, likes, comments, reposts, votes_a, votes_b, votes_c, votes_d)
   SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[])`,
);

export type PostCounts = {
  likes: number;
  comments: number;
  reposts: number;
  /** Of the options a to d. */
  votes: readonly [number, number, number, number];
};

export type NewPost = PostContent &
  PostControls & { id: string; ownerUid: string; at: Date; editedAt?: Date | null; counts?: PostCounts };

const noCounts: PostCounts = { likes: 0, comments: 0, reposts: 0, votes: [0, 0, 0, 0] };

/**
 * Writes posts with their summaries, counters and attachments; call it in a transaction. The statements are
 * sent together, to save round trips.
 */
export async function insertPosts(tx: Database, posts: readonly NewPost[]): Promise<void> {
  const column = columnsOf(posts);
  const json = (items: readonly (object | null)[]) => items.map((item) => item && JSON.stringify(item));
  const media = posts.map(({ files }) => files[0]);
  const rows = [
    column('id'),
    column('ownerUid'),
    column('text'),
    column('link'),
    column('at'),
    posts.map(({ editedAt = null }) => editedAt),
    json(column('linkPreview')),
    media.map((file) => file?.key ?? null),
    media.map((file) => file?.type ?? null),
    media.map((file) => file?.width ?? null),
    media.map((file) => file?.height ?? null),
    media.map((file) => file?.color ?? null),
    json(column('poll')),
    column('quoteOf'),
    posts.map(({ warning }) => warning?.kind ?? null),
    posts.map(({ warning }) => warning?.label ?? null),
    column('commentPolicy'),
    column('quotesAllowed'),
    json(posts.map(({ files }) => withRows(files))),
  ];
  const countColumn = columnsOf(posts.map(({ counts = noCounts }) => counts));
  const votesFor = (option: 0 | 1 | 2 | 3) => countColumn('votes').map((votes) => votes[option]);
  const counts = [countColumn('likes'), countColumn('comments'), countColumn('reposts')];
  const votes = [votesFor(0), votesFor(1), votesFor(2), votesFor(3)];
  await Promise.all([
    tx.run(insert, rows),
    tx.run(summarize, rows),
    tx.run(count, [column('id'), ...counts, ...votes]),
    insertAttachments(tx, posts),
  ]);
}
