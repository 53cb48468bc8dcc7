import { type Database, statement } from '../../platform/postgres/database.ts';

export type SuggestedPerson = { readonly uid: string; readonly writesMuch: boolean };

const clearPeople = statement('clear-suggested-people', 'DELETE FROM suggested_people');
const insertPeople = statement(
  'insert-suggested-people',
  `INSERT INTO suggested_people (uid, position, writes_much)
   SELECT uid, place - 1, writes_much FROM unnest($1::uuid[], $2::boolean[]) WITH ORDINALITY AS t (uid, writes_much, place)`,
);

export async function replaceSuggestedPeople(
  db: Database,
  people: readonly SuggestedPerson[],
): Promise<void> {
  await db.run(clearPeople, []);
  const uids = people.map(({ uid }) => uid);
  await db.run(insertPeople, [uids, people.map(({ writesMuch }) => writesMuch)]);
}

const clearPosts = statement('clear-hot-posts', 'DELETE FROM hot_posts');
const insertPosts = statement(
  'insert-hot-posts',
  `INSERT INTO hot_posts (post_id, position)
   SELECT post_id, place - 1 FROM unnest($1::uuid[]) WITH ORDINALITY AS t (post_id, place)`,
);

export async function replaceHotPosts(db: Database, postIds: readonly string[]): Promise<void> {
  await db.run(clearPosts, []);
  await db.run(insertPosts, [postIds]);
}

const people = statement(
  'find-suggested-people',
  'SELECT uid, writes_much AS "writesMuch" FROM suggested_people ORDER BY position',
);

export function findSuggestedPeople(db: Database): Promise<SuggestedPerson[]> {
  return db.run<SuggestedPerson>(people, []);
}

const posts = statement('find-hot-posts', 'SELECT post_id AS id FROM hot_posts ORDER BY position');

export async function findHotPosts(db: Database): Promise<string[]> {
  return (await db.run<{ id: string }>(posts, [])).map((row) => row.id);
}

const clearClub = statement('clear-club-suggestions', 'DELETE FROM club_suggestions WHERE club = $1');
const insertClub = statement(
  'insert-club-suggestions',
  `INSERT INTO club_suggestions (club, rank, uid)
   SELECT $1, place - 1, uid FROM unnest($2::uuid[]) WITH ORDINALITY AS t (uid, place)`,
);

export async function replaceClubSuggestions(
  db: Database,
  club: string,
  uids: readonly string[],
): Promise<void> {
  await db.run(clearClub, [club]);
  if (uids.length > 0) await db.run(insertClub, [club, uids]);
}

const clubPeople = statement(
  'find-club-suggestions',
  'SELECT club, uid FROM club_suggestions WHERE club = ANY($1::text[]) ORDER BY club, rank',
);

export async function findClubSuggestions(
  db: Database,
  clubs: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db.run<{ club: string; uid: string }>(clubPeople, [clubs]);
  const byClub = Map.groupBy(rows, ({ club }) => club);
  return new Map(clubs.map((club) => [club, (byClub.get(club) ?? []).map(({ uid }) => uid)]));
}
