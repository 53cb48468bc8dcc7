import { type Database, statement } from '../../platform/postgres/database.ts';

export type MemberPlace = { readonly uid: string; readonly since: Date };

const insert = statement(
  'insert-club-member',
  'INSERT INTO club_members (club, uid, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);

export async function insertMember(db: Database, club: string, uid: string, since: Date): Promise<void> {
  await db.run(insert, [club, uid, since]);
}

const remove = statement('delete-club-member', 'DELETE FROM club_members WHERE club = $1 AND uid = $2');

export async function deleteMember(db: Database, club: string, uid: string): Promise<void> {
  await db.run(remove, [club, uid]);
}

/** The size of a page of `findMembersPage`. */
export const membersPage = 41;

const page = statement(
  'find-club-members',
  `SELECT uid, since FROM club_members WHERE club = $1 AND (since, uid) < ($2, $3)
   ORDER BY since DESC, uid DESC LIMIT ${membersPage}`,
);

export function findMembersPage(db: Database, club: string, after: MemberPlace): Promise<MemberPlace[]> {
  return db.run<MemberPlace>(page, [club, after.since, after.uid]);
}

const among = statement(
  'find-club-members-among',
  'SELECT uid, since FROM club_members WHERE club = $1 AND uid = ANY($2::uuid[])',
);

/** Newest first. */
export async function findMembersAmong(
  db: Database,
  club: string,
  uids: readonly string[],
): Promise<MemberPlace[]> {
  const rows = await db.run<MemberPlace>(among, [club, uids]);
  const isBefore = (a: MemberPlace, b: MemberPlace) =>
    a.since.getTime() === b.since.getTime() ? a.uid > b.uid : a.since > b.since;
  return rows.toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
}

const countAll = statement(
  'count-club-members',
  'SELECT club, count(*)::int AS members FROM club_members GROUP BY club',
);
const countHidden = statement(
  'count-hidden-fans',
  `SELECT club, count(*)::int AS members FROM users
   WHERE club IS NOT NULL AND show_club AND (suspended OR leaving) GROUP BY club`,
);

type Count = { club: string; members: number };

/** Without hidden users. Queries every shard. */
export async function countMembers(db: Database): Promise<Map<string, number>> {
  const hiddenCounts = new Map(
    (await db.run<Count>(countHidden, [])).map(({ club, members }) => [club, members]),
  );
  const counts = await db.run<Count>(countAll, []);
  return new Map(
    counts.flatMap(({ club, members }) => {
      const visible = members - (hiddenCounts.get(club) ?? 0);
      return visible > 0 ? [[club, visible]] : [];
    }),
  );
}

const clear = statement('clear-club-counts', 'DELETE FROM club_counts');
const insertCounts = statement(
  'insert-club-counts',
  'INSERT INTO club_counts (club, members) SELECT * FROM unnest($1::text[], $2::int[])',
);

export async function replaceClubCounts(db: Database, counts: ReadonlyMap<string, number>): Promise<void> {
  await db.run(clear, []);
  await db.run(insertCounts, [[...counts.keys()], [...counts.values()]]);
}
