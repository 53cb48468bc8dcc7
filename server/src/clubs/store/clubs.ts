import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

/** `position`: the club's place in the order of the file. */
export type ListedClub = { readonly club: Club; readonly position: number };

const columns = 'slug, position, name, short, division, place, pattern, colours, aliases, active';

const find = statement('find-clubs', `SELECT ${columns} FROM clubs ORDER BY position, slug`);

export async function findClubs(db: Database): Promise<ListedClub[]> {
  const rows = await db.run<Club & { position: number }>(find, []);
  return rows.map(({ position, ...club }) => ({ club, position }));
}

const exists = statement('club-exists', 'SELECT active FROM clubs WHERE slug = $1');

export async function isClubActive(db: Database, slug: string): Promise<boolean> {
  return (await db.run<{ active: boolean }>(exists, [slug]))[0]?.active ?? false;
}

const values = '($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';
const insert = statement(
  'insert-club',
  `INSERT INTO clubs (${columns}) VALUES ${values} ON CONFLICT (slug) DO NOTHING`,
);
const updatedColumns = [
  'name',
  'short',
  'division',
  'place',
  'pattern',
  'colours',
  'aliases',
  'active',
  'position',
];
const upsert = statement(
  'upsert-club',
  `INSERT INTO clubs (${columns}) VALUES ${values}
   ON CONFLICT (slug) DO UPDATE SET ${updatedColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
);

export async function insertClub(db: Database, club: ListedClub): Promise<void> {
  await db.run(insert, valuesOf(club));
}

export async function upsertClub(db: Database, club: ListedClub): Promise<void> {
  await db.run(upsert, valuesOf(club));
}

function valuesOf({ club, position }: ListedClub): unknown[] {
  const { slug, name, short, division, place, pattern, colours, aliases, active } = club;
  return [slug, position, name, short, division, place, pattern, colours, aliases, active];
}

const counts = statement('find-club-counts', 'SELECT club, members FROM club_counts');

/** Visible fans at the last count; clubs without any are left out. */
export async function findClubCounts(db: Database): Promise<Map<string, number>> {
  const rows = await db.run<{ club: string; members: number }>(counts, []);
  return new Map(rows.map(({ club, members }) => [club, members]));
}
