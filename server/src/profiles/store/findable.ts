import { type Database, statement } from '../../platform/postgres/database.ts';

const setFindable = statement(
  'set-findable-by-email',
  'UPDATE accounts SET findable_by_email = $2 WHERE uid = $1',
);

export async function setFindableByEmail(db: Database, uid: string, findable: boolean): Promise<void> {
  await db.run(setFindable, [uid, findable]);
}
