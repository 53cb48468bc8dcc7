import type { LinkPreview, PollKey, WarningKind } from '../../../../contract/src/calls/shapes.ts';
import type { CounterState } from '../../kernel/facts.ts';
import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';
import { attachmentsOf, type StoredAttachment } from './attachments.ts';

export type StoredPoll = {
  options: Partial<Record<PollKey, string>>;
  order: PollKey[];
  closesAt: string | null;
};

/** `followed`: the users whom the author follows or mentions. */
export type CommentPolicy = 'all' | 'followed' | 'none';

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
  /** Null for a single file without a description, and without any file. */
  attachments: StoredAttachment[] | null;
  poll: StoredPoll | null;
  quote_of: string | null;
  created_at: Date;
  edited_at: Date | null;
  comment_policy: CommentPolicy;
  quotes_allowed: boolean;
} & WarningRow &
  CounterState;

/** `warning_label` is null except for the kind `otra`. */
export type WarningRow = {
  warning_kind: WarningKind | null;
  warning_label: string | null;
  warning_by_admin: boolean;
};

const columns = `p.id, p.owner_uid, p.text, p.link, p.link_preview, p.media_key, p.media_type, p.media_width,
  p.media_height, p.media_color, p.poll, p.quote_of, p.created_at, p.edited_at,
  p.warning_kind, p.warning_label, p.warning_by_admin, p.comment_policy, p.quotes_allowed,
  c.likes, c.comments, c.reposts, c.impressions, c.votes_a, c.votes_b, c.votes_c, c.votes_d, c.revision`;

const findIn = (table: string, attachments: string) =>
  `SELECT ${columns}, ${attachments} AS attachments FROM ${table} p JOIN post_counters c ON c.post_id = p.id WHERE p.id = ANY($1::uuid[])`;

const findSummaries = statement('find-post-summaries', findIn('post_summaries', 'p.attachments'));
const findFull = statement('find-posts', findIn('posts', attachmentsOf('p.id')));

/** `posts` is the fallback for when the read model fails. */
export type PostSource = 'summaries' | 'posts';

export function findPosts(db: Database, ids: readonly string[], source: PostSource): Promise<PostRow[]> {
  return db.run<PostRow>(source === 'summaries' ? findSummaries : findFull, [ids]);
}

export type PostContent = {
  text: string;
  link: string | null;
  linkPreview: LinkPreview | null;
  /** At most four pictures, or one video. */
  files: readonly StoredAttachment[];
  poll: StoredPoll | null;
  quoteOf: string | null;
  warning: StoredWarning | null;
};

export type StoredWarning = { kind: WarningKind; label: string | null };

export type PostControls = { commentPolicy: CommentPolicy; quotesAllowed: boolean };

export const openControls: PostControls = { commentPolicy: 'all', quotesAllowed: true };

// One statement writes both copies: of two concurrent edits the later wins, text and link together.
const edit = statement(
  'edit-post',
  `WITH former AS (SELECT id, text FROM posts WHERE id = $1 FOR UPDATE), post AS (
     UPDATE posts SET text = $2, link = $3, link_preview = $4, updated_at = $5, edited_at = $5
     WHERE id = $1 AND EXISTS (SELECT 1 FROM former) RETURNING id
   )
   UPDATE post_summaries SET text = $2, link = $3, link_preview = $4, edited_at = $5
   FROM former WHERE post_summaries.id = $1 AND EXISTS (SELECT 1 FROM post) RETURNING former.text`,
);

/** @returns the former text; null when the post does not exist */
export async function updatePostText(
  db: Database,
  post: Pick<PostContent, 'text' | 'link' | 'linkPreview'> & { id: string; at: Date },
): Promise<string | null> {
  const { id, text, link, linkPreview, at } = post;
  return (await db.run<{ text: string }>(edit, [id, text, link, linkPreview, at]))[0]?.text ?? null;
}

const quote = statement(
  'set-quote-of',
  `WITH post AS (UPDATE posts SET quote_of = $2 WHERE id = $1 RETURNING id)
   UPDATE post_summaries SET quote_of = $2 WHERE id = $1 AND EXISTS (SELECT 1 FROM post)`,
);

export async function setQuoteOf(db: Database, id: string, quoteOf: string): Promise<void> {
  await db.run(quote, [id, quoteOf]);
}

const findPollOf = statement(
  'find-poll',
  `SELECT poll FROM posts WHERE id = $1 AND ${postExists('posts.id')}`,
);

/** Null if the post has no poll, undefined if the post does not exist. */
export async function findPoll(db: Database, postId: string): Promise<StoredPoll | null | undefined> {
  return (await db.run<{ poll: StoredPoll | null }>(findPollOf, [postId]))[0]?.poll;
}

const findContentOf = statement(
  'find-post-content',
  `SELECT owner_uid, text, link, link_preview, media_key, media_type, media_width, media_height, media_color, poll, quote_of,
     ${attachmentsOf('posts.id', 'a.post_id = $1')} AS attachments
   FROM posts
   WHERE id = $1 AND ${postExists('posts.id')}`,
);

export type EditablePost = Pick<
  PostRow,
  'owner_uid' | 'text' | 'link' | 'link_preview' | 'poll' | 'quote_of' | 'attachments' | MediaColumn
>;

type MediaColumn = 'media_key' | 'media_type' | 'media_width' | 'media_height' | 'media_color';

export function storedFiles(row: Pick<PostRow, MediaColumn | 'attachments'>): readonly StoredAttachment[] {
  if (row.attachments) return row.attachments;
  const {
    media_key: key,
    media_type: type,
    media_width: width,
    media_height: height,
    media_color: color,
  } = row;
  return key === null || type === null ? [] : [{ key, type, width, height, color, alt: null }];
}

export async function findEditablePost(db: Database, postId: string): Promise<EditablePost | null> {
  return (await db.run<EditablePost>(findContentOf, [postId]))[0] ?? null;
}

const findOwner = statement(
  'find-post-owner',
  `SELECT owner_uid FROM posts WHERE id = $1 AND ${postExists('posts.id')}`,
);

export async function findPostOwner(db: Database, postId: string): Promise<string | null> {
  return (await db.run<{ owner_uid: string }>(findOwner, [postId]))[0]?.owner_uid ?? null;
}

const countByOwner = statement(
  'count-posts-by-owner',
  'SELECT owner_uid AS uid, count(*)::int AS count FROM posts WHERE id = ANY($1::uuid[]) GROUP BY owner_uid',
);

export async function countPostsByOwner(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.run<{ uid: string; count: number }>(countByOwner, [ids]);
  return new Map(rows.map(({ uid, count }) => [uid, count]));
}

const findExisting = statement(
  'find-existing-posts',
  `SELECT id FROM posts WHERE id = ANY($1::uuid[]) AND ${postExists('posts.id')}`,
);

export async function findExistingPosts(db: Database, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.run<{ id: string }>(findExisting, [ids])).map(({ id }) => id));
}

const findRules = statement(
  'find-post-rules',
  `SELECT owner_uid AS "ownerUid", comment_policy AS "commentPolicy", quotes_allowed AS "quotesAllowed",
     CASE WHEN comment_policy = 'followed' THEN text END AS mentioning
   FROM posts WHERE id = $1 AND ${postExists('posts.id')}`,
);

/** `mentioning`: the post's text, only under the policy `followed`. */
export type PostRules = PostControls & { ownerUid: string; mentioning: string | null };

export async function findPostRules(db: Database, postId: string): Promise<PostRules | null> {
  return (await db.run<PostRules>(findRules, [postId]))[0] ?? null;
}

const setRules = statement(
  'set-post-rules',
  `WITH post AS (
     UPDATE posts SET comment_policy = $2, quotes_allowed = $3 WHERE id = $1 RETURNING id
   )
   UPDATE post_summaries SET comment_policy = $2, quotes_allowed = $3
   WHERE id = $1 AND EXISTS (SELECT 1 FROM post) RETURNING id`,
);

/** False when the post does not exist. */
export async function setPostRules(
  db: Database,
  id: string,
  { commentPolicy, quotesAllowed }: PostControls,
): Promise<boolean> {
  return (await db.run(setRules, [id, commentPolicy, quotesAllowed])).length === 1;
}
