import { type Database, statement } from '../../platform/postgres/database.ts';

export type OwnClubRow = {
  club: string | null;
  show: boolean;
  since: Date | null;
  changed_at: Date | null;
};

const select = `SELECT club, show_club AS show, club_since AS since, club_changed_at AS changed_at
   FROM users WHERE uid = $1`;
const find = statement('find-own-club', select);
const lock = statement('lock-own-club', `${select} FOR NO KEY UPDATE`);

export async function findOwnClub(db: Database, uid: string): Promise<OwnClubRow | null> {
  return (await db.run<OwnClubRow>(find, [uid]))[0] ?? null;
}

/** Locks the user's row until the transaction ends. */
export async function lockOwnClub(db: Database, uid: string): Promise<OwnClubRow | null> {
  return (await db.run<OwnClubRow>(lock, [uid]))[0] ?? null;
}

const update = statement(
  'update-own-club',
  'UPDATE users SET club = $2, show_club = $3, club_since = $4, club_changed_at = $5 WHERE uid = $1',
);

export async function updateOwnClub(db: Database, uid: string, row: OwnClubRow): Promise<void> {
  await db.run(update, [uid, row.club, row.show, row.since, row.changed_at]);
}

const ofPosts = statement(
  'find-clubs-of-posts',
  `SELECT post_id AS "postId", club FROM user_posts
   WHERE owner_uid = $1 AND post_id = ANY($2::uuid[]) AND club IS NOT NULL`,
);

/** The club that the author showed when publishing, by post id. */
export async function findClubsOfPosts(
  db: Database,
  ownerUid: string,
  postIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.run<{ postId: string; club: string }>(ofPosts, [ownerUid, postIds]);
  return new Map(rows.map(({ postId, club }) => [postId, club]));
}
