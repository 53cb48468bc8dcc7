import { type Database, statement } from '../../platform/postgres/database.ts';

export type ImportedKind = 'user' | 'post' | 'comment' | 'repost' | 'notification' | 'ad' | 'admin';

const find = statement(
  'find-imported',
  'SELECT old_id, new_id FROM imported WHERE kind = $1 AND old_id = ANY($2::text[])',
);

/** Maps ids of the imported network to ours; null for items deleted since. */
export async function findImported(
  db: Database,
  kind: ImportedKind,
  oldIds: readonly string[],
): Promise<Map<string, string | null>> {
  // PostgreSQL refuses a text with a NUL, so no such id was imported.
  const possibleIds = oldIds.filter((oldId) => !oldId.includes('\0'));
  const rows = await db.run<{ old_id: string; new_id: string | null }>(find, [kind, possibleIds]);
  return new Map(rows.map((row) => [row.old_id, row.new_id]));
}

const insert = statement(
  'insert-imported',
  `INSERT INTO imported (kind, old_id, new_id) SELECT $1, * FROM unnest($2::text[], $3::uuid[])
   ON CONFLICT DO NOTHING RETURNING old_id`,
);

/**
 * Call it first in the importing transaction, and write only what it returns: another import may run, and waits
 * here. @returns the old ids that were not imported before
 */
export async function insertImported(
  db: Database,
  kind: ImportedKind,
  rows: readonly { oldId: string; newId: string }[],
): Promise<Set<string>> {
  const values = [kind, rows.map(({ oldId }) => oldId), rows.map(({ newId }) => newId)];
  return new Set((await db.run<{ old_id: string }>(insert, values)).map((row) => row.old_id));
}

const pageOfUsers = statement(
  'list-imported-users',
  `SELECT new_id AS uid FROM imported WHERE kind = 'user' AND new_id > $1 ORDER BY new_id LIMIT 500`,
);

export async function nextImportedUsers(db: Database, after: string): Promise<string[]> {
  return (await db.run<{ uid: string }>(pageOfUsers, [after])).map(({ uid }) => uid);
}

const forget = statement('forget-imported', 'UPDATE imported SET new_id = NULL WHERE new_id = $1');

/** The row stays, so that another import does not bring the item back. */
export async function forgetImported(db: Database, newId: string): Promise<void> {
  await db.run(forget, [newId]);
}
