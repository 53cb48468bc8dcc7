import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

const lock = statement('lock-post-of-tags', 'SELECT 1 FROM posts WHERE id = $1 FOR NO KEY UPDATE');
const read = statement(
  'find-post-of-tags',
  `SELECT owner_uid AS "ownerUid", text, ${postExists('posts.id')} AS exists FROM posts WHERE id = $1`,
);

export type TaggedPost = { ownerUid: string; text: string; exists: boolean };

/** Locks the post against edits and deletion. Null when the row is gone. */
export async function lockTaggedPost(tx: Database, postId: string): Promise<TaggedPost | null> {
  await tx.run(lock, [postId]);
  // A separate statement sees what was committed while it waited for the lock.
  return (await tx.run<TaggedPost>(read, [postId]))[0] ?? null;
}

const insert = statement(
  'insert-tag-post',
  'INSERT INTO tag_posts (tag, post_id, owner_uid) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING tag',
);

export async function insertTagPost(
  tx: Database,
  { tag, postId, ownerUid }: { tag: string; postId: string; ownerUid: string },
): Promise<boolean> {
  return (await tx.run(insert, [tag, postId, ownerUid])).length === 1;
}

const remove = statement(
  'delete-tag-post',
  'DELETE FROM tag_posts WHERE tag = $1 AND post_id = $2 RETURNING owner_uid AS "ownerUid"',
);

export async function deleteTagPost(tx: Database, tag: string, postId: string): Promise<string | null> {
  return (await tx.run<{ ownerUid: string }>(remove, [tag, postId]))[0]?.ownerUid ?? null;
}

export const tagPostsAtOnce = 41;
const find = statement(
  'find-tag-posts',
  `SELECT post_id AS id FROM tag_posts WHERE tag = $1 AND post_id < $2 ORDER BY post_id DESC LIMIT ${tagPostsAtOnce}`,
);

export async function findTagPosts(db: Database, tag: string, before: string): Promise<string[]> {
  return (await db.run<{ id: string }>(find, [tag, before])).map(({ id }) => id);
}

const among = statement(
  'find-tag-posts-among',
  `SELECT tag, post_id AS "postId" FROM tag_posts WHERE tag = ANY($1::text[]) AND post_id = ANY($2::uuid[])`,
);

export function findTagPostsAmong(
  db: Database,
  tags: readonly string[],
  postIds: readonly string[],
): Promise<{ tag: string; postId: string }[]> {
  return db.run<{ tag: string; postId: string }>(among, [tags, postIds]);
}

export const ownedTagPosts = 1_000;
const since = statement(
  'find-tag-posts-since',
  `SELECT post_id AS "postId", owner_uid AS "ownerUid" FROM tag_posts WHERE tag = $1 AND post_id > $2
   ORDER BY post_id LIMIT ${ownedTagPosts}`,
);

export function findTagPostsAfter(
  db: Database,
  tag: string,
  after: string,
): Promise<{ postId: string; ownerUid: string }[]> {
  return db.run<{ postId: string; ownerUid: string }>(since, [tag, after]);
}

export const postsAtOnce = 500;
const next = statement(
  'find-texts-after',
  `SELECT id, text FROM posts WHERE id > $1 AND ${postExists('posts.id')} ORDER BY id LIMIT ${postsAtOnce}`,
);

/** Reads every shard. */
export function findTextsAfter(db: Database, after: string): Promise<{ id: string; text: string }[]> {
  return db.run<{ id: string; text: string }>(next, [after]);
}

const texts = statement('find-texts', 'SELECT id, text FROM posts WHERE id = ANY($1::uuid[])');

export function findTexts(db: Database, ids: readonly string[]): Promise<{ id: string; text: string }[]> {
  return db.run<{ id: string; text: string }>(texts, [ids]);
}
