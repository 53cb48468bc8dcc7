import { exactHandle } from '../../../../contract/src/rules/handles.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

const insert = statement(
  'insert-handle',
  'INSERT INTO handles (handle_lower, uid) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING uid',
);

/** The handle is in canonical form. False when it is taken. */
export async function insertHandle(db: Database, handle: string, uid: string): Promise<boolean> {
  return (await db.run(insert, [handle, uid])).length === 1;
}

const remove = statement('delete-handle', 'DELETE FROM handles WHERE handle_lower = $1 AND uid = $2');

export async function deleteHandle(db: Database, handle: string, uid: string): Promise<void> {
  await db.run(remove, [handle, uid]);
}

const findMany = statement('find-handles', 'SELECT uid FROM handles WHERE handle_lower = ANY($1::text[])');

export async function findUidsByHandles(db: Database, handles: readonly string[]): Promise<string[]> {
  return (await db.run<{ uid: string }>(findMany, [handles])).map((row) => row.uid);
}

const find = statement('find-handle', 'SELECT uid FROM handles WHERE handle_lower = $1');

export async function findUidByHandle(db: Database, handle: string): Promise<string | null> {
  return (await db.run<{ uid: string }>(find, [handle]))[0]?.uid ?? null;
}

/** `name` is a handle in any case, with or without its @. */
export async function findUidByName(db: Database, name: string): Promise<string | null> {
  const handle = exactHandle(name);
  return handle === null ? null : findUidByHandle(db, handle);
}
