import { type Database, statement } from '../../platform/postgres/database.ts';

/** `people` are uids; `posts` are ids of their posts. */
export type SitemapFile = { readonly people: readonly string[]; readonly posts: readonly string[] };

export const peopleAtOnce = 1_000;
const indexable = 'indexable AND public_reading AND NOT suspended AND NOT leaving';
const people = statement(
  'find-listed-people',
  `SELECT uid FROM users WHERE ${indexable} AND uid > $1 ORDER BY uid LIMIT ${peopleAtOnce}`,
);

/** Reads every shard. */
export async function findIndexablePeople(db: Database, after: string): Promise<string[]> {
  return (await db.run<{ uid: string }>(people, [after])).map(({ uid }) => uid);
}

const posts = statement(
  'find-listed-posts',
  'SELECT post_id FROM user_posts WHERE owner_uid = $1 ORDER BY post_id DESC LIMIT 1000',
);

export async function findListedPosts(db: Database, uid: string): Promise<string[]> {
  return (await db.run<{ post_id: string }>(posts, [uid])).map((row) => row.post_id);
}

const replace = statement(
  'replace-sitemap-file',
  `INSERT INTO sitemap_files (number, people, posts) VALUES ($1, $2, $3)
   ON CONFLICT (number) DO UPDATE SET people = excluded.people, posts = excluded.posts`,
);

export async function replaceSitemapFile(db: Database, number: number, file: SitemapFile): Promise<void> {
  await db.run(replace, [number, file.people, file.posts]);
}

const remove = statement('delete-sitemap-files', 'DELETE FROM sitemap_files WHERE number > $1');

export async function deleteSitemapFilesAfter(db: Database, number: number): Promise<void> {
  await db.run(remove, [number]);
}

const numbers = statement('find-sitemap-numbers', 'SELECT number FROM sitemap_files ORDER BY number');

export async function findSitemapNumbers(db: Database): Promise<number[]> {
  return (await db.run<{ number: number }>(numbers, [])).map(({ number }) => number);
}

const file = statement('find-sitemap-file', 'SELECT people, posts FROM sitemap_files WHERE number = $1');

export async function findSitemapFile(db: Database, number: number): Promise<SitemapFile | null> {
  return (await db.run<SitemapFile>(file, [number]))[0] ?? null;
}

const stillIndexable = statement(
  'find-still-listed-people',
  `SELECT uid, handle FROM users WHERE uid = ANY($1::uuid[]) AND ${indexable}`,
);

export function findStillIndexable(
  db: Database,
  uids: readonly string[],
): Promise<{ uid: string; handle: string }[]> {
  return db.run<{ uid: string; handle: string }>(stillIndexable, [uids]);
}

const owners = statement(
  'find-post-owners',
  'SELECT id, owner_uid AS "ownerUid" FROM post_summaries WHERE id = ANY($1::uuid[])',
);

export function findPostOwners(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; ownerUid: string }[]> {
  return db.run<{ id: string; ownerUid: string }>(owners, [ids]);
}
