import { limits } from '../../../contract/src/rules/limits.ts';
import { type Database, statement } from '../platform/database.ts';

/** How many users each of these finds at most: one more than a page shows. */
export const searchRows = limits.searchPage + 1;

const byHandle = statement(
  'search-handles',
  `SELECT uid, handle FROM users
   WHERE handle COLLATE "C" LIKE $1 AND handle COLLATE "C" > $2 AND NOT suspended AND NOT leaving
   ORDER BY handle COLLATE "C" LIMIT ${searchRows}`,
);

/** Users whose handle begins so, in the order of the handles, after one. It asks every shard. */
export function searchHandles(
  db: Database,
  prefix: string,
  after: string,
): Promise<{ uid: string; handle: string }[]> {
  return db.run<{ uid: string; handle: string }>(byHandle, [`${literal(prefix)}%`, after]);
}

const byEmail = statement(
  'search-emails',
  `SELECT uid FROM accounts WHERE email_lower LIKE $1 AND findable_by_email AND uid > $2 ORDER BY uid LIMIT ${searchRows}`,
);

/** Accounts whose address begins so and that may be found by it, after one. */
export async function searchEmails(db: Database, prefix: string, after: string): Promise<string[]> {
  return (await db.run<{ uid: string }>(byEmail, [`${literal(prefix)}%`, after])).map((row) => row.uid);
}

const byName = statement(
  'search-names',
  `SELECT uid FROM users WHERE name_folded LIKE $1 AND uid > $2 AND NOT suspended AND NOT leaving ORDER BY uid LIMIT ${searchRows}`,
);

/** Users in whose folded name this stands, after one. It asks every shard. */
export async function searchNames(db: Database, part: string, after: string): Promise<string[]> {
  return (await db.run<{ uid: string }>(byName, [`%${literal(part)}%`, after])).map((row) => row.uid);
}

const emailMatches = statement(
  'match-emails',
  'SELECT uid FROM accounts WHERE uid = ANY($1::uuid[]) AND email_lower LIKE $2 AND findable_by_email',
);

/** Which of these accounts `searchEmails` finds. */
export async function matchEmails(
  db: Database,
  uids: readonly string[],
  prefix: string,
): Promise<Set<string>> {
  const rows = await db.run<{ uid: string }>(emailMatches, [uids, `${literal(prefix)}%`]);
  return new Set(rows.map((row) => row.uid));
}

// What is typed stands for itself: '%' finds nobody.
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
