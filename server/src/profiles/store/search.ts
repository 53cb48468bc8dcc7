import { limits } from '../../../../contract/src/rules/limits.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

/** How many users each of these finds at most: one more than a page shows. */
export const searchRows = limits.searchPage + 1;

// A range and not LIKE: what begins so is found by the index whatever the planner makes of a parameter.
const byHandle = statement(
  'search-handles',
  `SELECT uid, handle FROM users
   WHERE handle COLLATE "C" >= $1 AND handle COLLATE "C" < $2 AND handle COLLATE "C" > $3
     AND NOT suspended AND NOT leaving
   ORDER BY handle COLLATE "C" LIMIT ${searchRows}`,
);

/** Users whose handle begins so, in the order of the handles, after one. It asks every shard. */
export function searchHandles(
  db: Database,
  prefix: string,
  after: string,
): Promise<{ uid: string; handle: string }[]> {
  return db.run<{ uid: string; handle: string }>(byHandle, [prefix, endOf(prefix), after]);
}

const byEmail = statement(
  'search-emails',
  `SELECT uid, email_lower AS email FROM accounts
   WHERE email_lower ~>=~ $1 AND email_lower ~<~ $2 AND email_lower ~>~ $3 AND findable_by_email
   ORDER BY email_lower USING ~<~ LIMIT ${searchRows}`,
);

/** Accounts whose address begins so and that may be found by it, in the order of the addresses, after one. */
export function searchEmails(
  db: Database,
  prefix: string,
  after: string,
): Promise<{ uid: string; email: string }[]> {
  return db.run<{ uid: string; email: string }>(byEmail, [prefix, endOf(prefix), after]);
}

const emailMatches = statement(
  'match-emails',
  `SELECT uid FROM accounts
   WHERE uid = ANY($1::uuid[]) AND starts_with(email_lower, $2) AND findable_by_email`,
);

/** Which of these accounts `searchEmails` finds. */
export async function matchEmails(
  db: Database,
  uids: readonly string[],
  prefix: string,
): Promise<Set<string>> {
  const rows = await db.run<{ uid: string }>(emailMatches, [uids, prefix]);
  return new Set(rows.map((row) => row.uid));
}

const shown = 'strpos(name_folded, $2) > 0 AND NOT suspended AND NOT leaving';

/** As many letters as `name_parts` of the migrations keeps of each part. */
const indexedLetters = 8;
/** Up to so many matches are taken from the index and sorted. */
const fewMatches = 1_000;

const nextNames = statement(
  'search-next-names',
  `SELECT uid FROM (
     SELECT uid, name_folded, suspended, leaving FROM users WHERE uid > $1 ORDER BY uid LIMIT 500
   ) AS next WHERE ${shown} ORDER BY uid LIMIT ${searchRows}`,
);
// Apart from the rest: the planner is not to weigh the index against reading everybody in the order of the uids.
const fewNames = statement(
  'search-few-names',
  `WITH found AS MATERIALIZED (
     SELECT uid FROM users WHERE name_parts(name_folded) @@ $3::tsquery AND ${shown} LIMIT ${fewMatches + 1}
   )
   SELECT array(SELECT uid FROM found WHERE uid > $1 ORDER BY uid LIMIT ${searchRows}) AS uids,
     (SELECT count(*) FROM found) AS matches`,
);
const manyNames = statement(
  'search-many-names',
  `SELECT uid FROM users WHERE uid > $1 AND ${shown} ORDER BY uid LIMIT ${searchRows}`,
);

/**
 * Users in whose folded name this stands, after one. It asks every shard. A part that many names have is found among
 * the next users, a part that few have by the index; to sort a million matches for twenty of them would be dear.
 */
export async function searchNames(db: Database, part: string, after: string): Promise<string[]> {
  const letters = Array.from(part);
  if (letters.length <= 3) {
    const next = await db.run<{ uid: string }>(nextNames, [after, part]);
    if (next.length === searchRows) return next.map(({ uid }) => uid);
  }
  const query = `'${letters.slice(0, indexedLetters).join('').replace(/['\\]/g, '$&$&')}':*`;
  const [few] = await db.run<{ uids: string[]; matches: number }>(fewNames, [after, part, query]);
  if (few && few.matches <= fewMatches) return few.uids;
  return (await db.run<{ uid: string }>(manyNames, [after, part])).map(({ uid }) => uid);
}

/** The end of everything that begins so: no text has a letter after U+10FFFF. */
function endOf(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}
