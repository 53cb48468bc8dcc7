import { type Database, statement } from '../platform/database.ts';

const find = statement('find-admin', 'SELECT uid FROM admins WHERE uid = $1');

export async function isAdmin(db: Database, uid: string): Promise<boolean> {
  return (await db.run(find, [uid])).length === 1;
}

const insert = statement(
  'insert-admin',
  'INSERT INTO admins (uid, granted_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);

export async function insertAdmin(db: Database, uid: string, at: Date): Promise<void> {
  await db.run(insert, [uid, at]);
}
