import { type Database, statement } from '../platform/database.ts';

const find = statement('find-admin', 'SELECT uid FROM admins WHERE uid = $1');

/** Whether somebody stands in the registry. */
export async function isListedAdmin(db: Database, uid: string): Promise<boolean> {
  return (await db.run(find, [uid])).length === 1;
}
