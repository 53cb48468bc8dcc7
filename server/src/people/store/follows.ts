import { lastId, lastTime } from '../../kernel/ids.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

// Each direction of a follow and its user's counter change in one statement on one shard.
const insertFollow = statement(
  'insert-follow',
  `WITH edge AS (
     INSERT INTO follows (follower, followee, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING follower
   )
   UPDATE users SET following_count = following_count + 1
   WHERE uid = $1 AND EXISTS (SELECT 1 FROM edge) RETURNING following_count AS count`,
);
const insertFollower = statement(
  'insert-follower',
  `WITH edge AS (
     INSERT INTO followers (followee, follower, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING followee
   )
   UPDATE users SET followers_count = followers_count + 1
   WHERE uid = $1 AND EXISTS (SELECT 1 FROM edge) RETURNING followers_count`,
);
const deleteFollow = statement(
  'delete-follow',
  `WITH edge AS (DELETE FROM follows WHERE follower = $1 AND followee = $2 RETURNING follower)
   UPDATE users SET following_count = following_count - 1
   WHERE uid = $1 AND EXISTS (SELECT 1 FROM edge) RETURNING uid`,
);
const deleteFollower = statement(
  'delete-follower',
  `WITH edge AS (DELETE FROM followers WHERE followee = $1 AND follower = $2 RETURNING followee)
   UPDATE users SET followers_count = followers_count - 1
   WHERE uid = $1 AND EXISTS (SELECT 1 FROM edge) RETURNING followers_count`,
);

type Followee = { uid: string; official: boolean };

/**
 * Writes follows in both directions; the official account has no reverse row, a job counts its followers.
 * @returns the followees that are new, each with the follower's count of follows after it
 */
export async function insertEdges(
  db: Database,
  follower: string,
  followees: readonly Followee[],
  at: Date,
): Promise<Map<string, number>> {
  const countByUid = new Map<string, number>();
  await inLockOrder(follower, followees, {
    forward: async (uid) => {
      const [row] = await db.run<{ count: number }>(insertFollow, [follower, uid, at]);
      if (row) countByUid.set(uid, row.count);
    },
    reverse: (uid) => db.run(insertFollower, [uid, follower, at]),
  });
  return countByUid;
}

export async function deleteEdge(db: Database, follower: string, followee: Followee): Promise<boolean> {
  let existed = false;
  await inLockOrder(follower, [followee], {
    forward: async (uid) => {
      existed = (await db.run(deleteFollow, [follower, uid])).length === 1;
    },
    reverse: (uid) => db.run(deleteFollower, [uid, follower]),
  });
  return existed;
}

// Lock order by uid: users who follow each other at the same time cannot deadlock.
async function inLockOrder(
  follower: string,
  followees: readonly Followee[],
  write: { forward: (uid: string) => Promise<unknown>; reverse: (uid: string) => Promise<unknown> },
): Promise<void> {
  const withReverseRow = followees.flatMap(({ uid, official }) => (official ? [] : [uid])).toSorted();
  for (const uid of withReverseRow) if (uid < follower) await write.reverse(uid);
  for (const { uid } of followees) await write.forward(uid);
  for (const uid of withReverseRow) if (uid > follower) await write.reverse(uid);
}

const find = statement(
  'find-follow',
  'SELECT followee FROM follows WHERE follower = $1 AND followee = ANY($2::uuid[])',
);

export async function findFolloweesAmong(
  db: Database,
  follower: string,
  followees: readonly string[],
): Promise<Set<string>> {
  return new Set(
    (await db.run<{ followee: string }>(find, [follower, followees])).map((row) => row.followee),
  );
}

const lock = statement(
  'lock-follow',
  'SELECT 1 FROM follows WHERE follower = $1 AND followee = $2 FOR KEY SHARE',
);

/** Locks the row until the transaction ends. */
export async function lockFollow(db: Database, follower: string, followee: string): Promise<boolean> {
  return (await db.run(lock, [follower, followee])).length === 1;
}

export const someFollowees = 1001;

const someFolloweesOf = statement(
  'find-some-followees',
  `SELECT followee FROM follows WHERE follower = $1 ORDER BY followee LIMIT ${someFollowees}`,
);

/** Always the same ones while the follows stay. */
export async function findSomeFollowees(db: Database, follower: string): Promise<string[]> {
  return (await db.run<{ followee: string }>(someFolloweesOf, [follower])).map((row) => row.followee);
}

const followersAmong = statement(
  'count-followers-among',
  `SELECT followee, count(*)::int AS count FROM followers
   WHERE followee = ANY($1::uuid[]) AND follower = ANY($2::uuid[]) GROUP BY followee`,
);

/** Followees without any of these followers are left out. */
export async function countFollowersAmong(
  db: Database,
  followees: readonly string[],
  followers: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.run<{ followee: string; count: number }>(followersAmong, [followees, followers]);
  return new Map(rows.map(({ followee, count }) => [followee, count]));
}

const followeesOf = statement('find-followees', 'SELECT followee FROM follows WHERE follower = $1');

export async function findFollowees(db: Database, follower: string): Promise<string[]> {
  return (await db.run<{ followee: string }>(followeesOf, [follower])).map((row) => row.followee);
}

export type FollowPlace = { uid: string; at: Date };

export const newestFollow: FollowPlace = { uid: lastId, at: lastTime };

const followersOf = statement(
  'find-followers-page',
  `SELECT follower AS uid, created_at AS at FROM followers WHERE followee = $1 AND (created_at, follower) < ($2, $3)
   ORDER BY created_at DESC, follower DESC LIMIT 41`,
);
const followingOf = statement(
  'find-following-page',
  `SELECT followee AS uid, created_at AS at FROM follows WHERE follower = $1 AND (created_at, followee) < ($2, $3)
   ORDER BY created_at DESC, followee DESC LIMIT 41`,
);

export const peoplePage = 41;

export function findFollowersPage(db: Database, uid: string, before: FollowPlace): Promise<FollowPlace[]> {
  return db.run<FollowPlace>(followersOf, [uid, before.at, before.uid]);
}

export function findFollowingPage(db: Database, uid: string, before: FollowPlace): Promise<FollowPlace[]> {
  return db.run<FollowPlace>(followingOf, [uid, before.at, before.uid]);
}

const followersInList = statement(
  'find-who-follow',
  'SELECT follower FROM follows WHERE follower = ANY($1::uuid[]) AND followee = $2',
);

export async function findFollowersAmong(
  db: Database,
  followers: readonly string[],
  followee: string,
): Promise<Set<string>> {
  const rows = await db.run<{ follower: string }>(followersInList, [followers, followee]);
  return new Set(rows.map((row) => row.follower));
}

export const followersPage = 500;

// As one text: reading 500 rows keeps all readers of the site waiting.
const pageText = (lock: string) =>
  `SELECT string_agg(follower::text, ',' ORDER BY follower) AS followers FROM (
     SELECT follower FROM followers WHERE followee = $1 AND follower > $2 ORDER BY follower LIMIT ${followersPage} ${lock}
   ) AS page`;
const page = statement('lock-followers-page', pageText('FOR KEY SHARE'));
const pageAlone = statement('lock-followers-page-alone', pageText('FOR UPDATE'));

/**
 * Locked until the transaction ends: an unfollow cannot slip between reading the followers and writing
 * their timelines. `isAlone`: against other locks of the page, too.
 */
export async function lockFollowersPage(
  db: Database,
  { followee, after, isAlone = false }: { followee: string; after: string; isAlone?: boolean },
): Promise<string[]> {
  type Page = { followers: string | null };
  const [row] = await db.run<Page>(isAlone ? pageAlone : page, [followee, after]);
  return row?.followers?.split(',') ?? [];
}

const countFollows = statement('count-follows', 'SELECT count(*) AS count FROM follows WHERE followee = $1');

export async function countFollowsOf(db: Database, followee: string): Promise<number> {
  return (await db.run<{ count: number }>(countFollows, [followee]))[0]?.count ?? 0;
}

const deleteReverse = statement('delete-followers-of', 'DELETE FROM followers WHERE followee = $1');

export async function deleteReverseEdges(db: Database, followee: string): Promise<void> {
  await db.run(deleteReverse, [followee]);
}

const copyReverse = statement(
  'copy-followers-of',
  `INSERT INTO followers (followee, follower, created_at)
   SELECT followee, follower, created_at FROM follows WHERE followee = $1 ON CONFLICT DO NOTHING`,
);

/** Queries every shard. */
export async function insertReverseEdges(db: Database, followee: string): Promise<void> {
  await db.run(copyReverse, [followee]);
}
