import { type Database, statement } from '../../platform/postgres/database.ts';

/** Sources of a display; a higher rank replaces a lower one. */
export const displayRanks = { unused: -1, first: 0, innerCapital: 1, admin: 2 } as const;

export type TagRow = { tag: string; display: string; hidden: boolean };

const find = statement('find-tag', 'SELECT tag, display, hidden FROM tags WHERE tag = $1');

export async function findTag(db: Database, tag: string): Promise<TagRow | null> {
  return (await db.run<TagRow>(find, [tag]))[0] ?? null;
}

const use = statement(
  'use-tag',
  `INSERT INTO tags (tag, display, display_rank, last_used_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (tag) DO UPDATE SET
     display = CASE WHEN excluded.display_rank > tags.display_rank THEN excluded.display ELSE tags.display END,
     display_rank = greatest(tags.display_rank, excluded.display_rank),
     last_used_at = greatest(tags.last_used_at, excluded.last_used_at)`,
);

/** This also locks the topic's row until the transaction ends. */
export async function recordTagUse(
  tx: Database,
  { tag, display, rank, at }: { tag: string; display: string; rank: number; at: Date },
): Promise<void> {
  await tx.run(use, [tag, display, rank, at]);
}

const lock = statement('lock-tag', 'SELECT tag FROM tags WHERE tag = $1 FOR UPDATE');

/** The lock lasts until the transaction ends. False when there is no such topic. */
export async function lockTag(tx: Database, tag: string): Promise<boolean> {
  return (await tx.run(lock, [tag])).length === 1;
}

const insertUnused = statement(
  'insert-unused-tag',
  `INSERT INTO tags (tag, display, display_rank) VALUES ($1, $1, ${displayRanks.unused}) ON CONFLICT DO NOTHING`,
);

/** Waits for a transaction that inserts the same topic. */
export async function insertUnusedTag(tx: Database, tag: string): Promise<void> {
  await tx.run(insertUnused, [tag]);
}

const setUsed = statement('set-tag-last-used', 'UPDATE tags SET last_used_at = $2 WHERE tag = $1');

/** `at` is the time of the newest post; null without posts. */
export async function setLastUsed(tx: Database, tag: string, at: Date | null): Promise<void> {
  await tx.run(setUsed, [tag, at]);
}

const removeUnused = statement(
  'delete-unused-tag',
  `DELETE FROM tags WHERE tag = $1 AND NOT hidden AND display_rank < ${displayRanks.admin}`,
);

/** A topic that an admin changed stays. */
export async function deleteUnusedTag(tx: Database, tag: string): Promise<void> {
  await tx.run(removeUnused, [tag]);
}

const set = statement(
  'set-tag',
  `INSERT INTO tags (tag, display, display_rank, hidden) VALUES ($1, $2, $3, $4)
   ON CONFLICT (tag) DO UPDATE SET display = excluded.display, hidden = excluded.hidden,
     display_rank = greatest(tags.display_rank, excluded.display_rank)`,
);

export async function setTag(tx: Database, row: TagRow & { rank: number }): Promise<void> {
  await tx.run(set, [row.tag, row.display, row.rank, row.hidden]);
}

const tagsOfPrefix = 100;
const ofPrefix = statement(
  'find-tags-by-prefix',
  `SELECT tag, display, hidden FROM tags
   WHERE tag >= $1 AND tag < $2 AND last_used_at >= $3 AND NOT hidden ORDER BY tag LIMIT ${tagsOfPrefix}`,
);

/** Reads every shard. */
export function findTagsByPrefix(db: Database, prefix: string, since: Date): Promise<TagRow[]> {
  return db.run<TagRow>(ofPrefix, [prefix, `${prefix}\u{10FFFF}`, since]);
}

const after = statement('find-tags-after', 'SELECT tag FROM tags WHERE tag > $1 ORDER BY tag LIMIT 500');

/** Reads every shard. */
export async function findTagsAfter(db: Database, tag: string): Promise<string[]> {
  return (await db.run<{ tag: string }>(after, [tag])).map((row) => row.tag);
}
