import { limits } from '../../../../contract/src/rules/limits.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

/** One row more than a page, to detect the next page. */
export const searchRows = limits.searchPage + 1;

// A range instead of LIKE uses the index even when the planner does not know the parameter.
const byHandle = statement(
  'search-handles',
  `SELECT uid, handle FROM users
   WHERE handle COLLATE "C" >= $1 AND handle COLLATE "C" < $2 AND handle COLLATE "C" > $3
     AND NOT suspended AND NOT leaving
   ORDER BY handle COLLATE "C" LIMIT ${searchRows}`,
);

/** By handle. Queries every shard. */
export function searchHandles(
  db: Database,
  prefix: string,
  after: string,
): Promise<{ uid: string; handle: string }[]> {
  return db.run<{ uid: string; handle: string }>(byHandle, [prefix, prefixEnd(prefix), after]);
}

const byEmail = statement(
  'search-emails',
  `SELECT uid, email_lower AS email FROM accounts
   WHERE email_lower ~>=~ $1 AND email_lower ~<~ $2 AND email_lower ~>~ $3 AND findable_by_email
   ORDER BY email_lower USING ~<~ LIMIT ${searchRows}`,
);

export function searchEmails(
  db: Database,
  prefix: string,
  after: string,
): Promise<{ uid: string; email: string }[]> {
  return db.run<{ uid: string; email: string }>(byEmail, [prefix, prefixEnd(prefix), after]);
}

const emailMatches = statement(
  'match-emails',
  `SELECT uid FROM accounts
   WHERE uid = ANY($1::uuid[]) AND starts_with(email_lower, $2) AND findable_by_email`,
);

export async function matchEmails(
  db: Database,
  uids: readonly string[],
  prefix: string,
): Promise<Set<string>> {
  const rows = await db.run<{ uid: string }>(emailMatches, [uids, prefix]);
  return new Set(rows.map((row) => row.uid));
}

const isMatch = 'strpos(name_folded, $2) > 0 AND NOT suspended AND NOT leaving';

/** The number of letters of each part of a name that `name_parts` (migrations) indexes. */
const indexedLetters = 8;
const fewMatches = 1_000;

const nextNames = statement(
  'search-next-names',
  `SELECT uid FROM (
     SELECT uid, name_folded, suspended, leaving FROM users WHERE uid > $1 ORDER BY uid LIMIT 500
   ) AS next WHERE ${isMatch} ORDER BY uid LIMIT ${searchRows}`,
);
// A statement per strategy, so that the planner cannot weigh the index against a scan in uid order.
const fewNames = statement(
  'search-few-names',
  `WITH found AS MATERIALIZED (
     SELECT uid FROM users WHERE name_parts(name_folded) @@ $3::tsquery AND ${isMatch} LIMIT ${fewMatches + 1}
   )
   SELECT array(SELECT uid FROM found WHERE uid > $1 ORDER BY uid LIMIT ${searchRows}) AS uids,
     (SELECT count(*) FROM found) AS matches`,
);
const manyNames = statement(
  'search-many-names',
  `SELECT uid FROM users WHERE uid > $1 AND ${isMatch} ORDER BY uid LIMIT ${searchRows}`,
);

/**
 * By uid. Queries every shard. A frequent part is found by scanning the next users, a rare one through the
 * index: sorting a million matches for twenty results would be slow.
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

export const foldedNamesAtOnce = 500;
const foldedNames = statement(
  'find-folded-names-after',
  `SELECT uid, name_folded AS name FROM users WHERE uid > $1 ORDER BY uid LIMIT ${foldedNamesAtOnce}`,
);

/** Queries every shard. */
export function findFoldedNamesAfter(db: Database, after: string): Promise<{ uid: string; name: string }[]> {
  return db.run<{ uid: string; name: string }>(foldedNames, [after]);
}

const replaceName = statement(
  'replace-folded-name',
  'UPDATE users SET name_folded = $3 WHERE uid = $1 AND name_folded = $2',
);

export async function replaceFoldedName(db: Database, uid: string, name: string, by: string): Promise<void> {
  await db.run(replaceName, [uid, name, by]);
}

/** No character sorts after U+10FFFF. */
function prefixEnd(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}
