import type { PushPreferences } from '../../../../contract/src/calls/push.ts';
import { foldName } from '../../../../contract/src/rules/search.ts';
import { addToTotal } from '../../kernel/store/totals.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

export type UserRow = {
  uid: string;
  display_name: string;
  handle: string;
  bio: string;
  avatar: string | null;
  cover: string | null;
  premium: boolean;
  is_private: boolean;
  suspended: boolean;
  leaving: boolean;
  official: boolean;
  merged_at_read: boolean;
  followers_count: number;
  following_count: number;
  posts_count: number;
  created_at: Date;
  /** Null while the club is not shown. */
  club: string | null;
  /** Null while the club is shown. */
  hidden_club: string | null;
  public_reading: boolean | null;
  indexable: boolean;
};

const columns = `uid, display_name, handle, bio, avatar, cover, premium, is_private, suspended, leaving, official,
  merged_at_read, followers_count, following_count, posts_count, created_at, public_reading, indexable,
  CASE WHEN show_club THEN club END AS club, CASE WHEN NOT show_club THEN club END AS hidden_club`;

const find = statement('find-users', `SELECT ${columns} FROM users WHERE uid = ANY($1::uuid[])`);

export function isHidden({ suspended, leaving }: Pick<UserRow, 'suspended' | 'leaving'>): boolean {
  return suspended || leaving;
}

export function findUsers(db: Database, uids: readonly string[]): Promise<UserRow[]> {
  return db.run<UserRow>(find, [uids]);
}

const findVisible = statement(
  'find-visible-users',
  'SELECT uid FROM users WHERE uid = ANY($1::uuid[]) AND NOT suspended AND NOT leaving',
);

/** Those of `uids` who exist and are not hidden. */
export async function findVisibleUids(db: Database, uids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.run<{ uid: string }>(findVisible, [uids])).map(({ uid }) => uid));
}

const usersByTime = (name: string, condition: string, order: string) =>
  statement(
    name,
    `SELECT uid, created_at AS at FROM users WHERE ${condition} ORDER BY created_at ${order}, uid ${order} LIMIT 41`,
  );
const byTime = {
  newest: usersByTime('find-newest-users', '(created_at, uid) < ($1, $2)', 'DESC'),
  oldest: usersByTime('find-oldest-users', '(created_at, uid) > ($1, $2)', 'ASC'),
};
const byStateAndTime = {
  newest: usersByTime(
    'find-newest-users-by-state',
    'suspended = $3 AND (created_at, uid) < ($1, $2)',
    'DESC',
  ),
  oldest: usersByTime('find-oldest-users-by-state', 'suspended = $3 AND (created_at, uid) > ($1, $2)', 'ASC'),
};

export type UserPlace = { uid: string; at: Date };

/** `suspended` null: in any state. */
export type UserOrder = { sort: 'newest' | 'oldest'; suspended: boolean | null };

/** The next 41 users by sign-up time. Queries every shard. */
export function findUsersByTime(
  db: Database,
  after: UserPlace,
  { sort, suspended }: UserOrder,
): Promise<UserPlace[]> {
  return suspended === null
    ? db.run(byTime[sort], [after.at, after.uid])
    : db.run(byStateAndTime[sort], [after.at, after.uid, suspended]);
}

const insert = statement(
  'insert-user',
  `INSERT INTO users (uid, display_name, name_folded, handle, official, merged_at_read, accepted_tos, accepted_tos_at,
     created_at, updated_at, public_reading)
   VALUES ($1, $2, $7, $3, $4, $4, $5, CASE WHEN $5 THEN $6::timestamptz END, $6, $6, $8)`,
);

export async function insertUser(
  db: Database,
  user: {
    uid: string;
    displayName: string;
    handle: string;
    official: boolean;
    acceptedTos: boolean;
    /** Null: the user is still to be asked. */
    publicReading: boolean | null;
    at: Date;
  },
): Promise<void> {
  const { uid, displayName, handle, official, acceptedTos, publicReading, at } = user;
  const name = foldName(displayName);
  await db.run(insert, [uid, displayName, handle, official, acceptedTos, at, name, publicReading]);
  await addToTotal(db, 'users', 1);
}

const lock = statement('lock-user', 'SELECT 1 FROM users WHERE uid = $1 FOR NO KEY UPDATE');

/** Blocks changes such as a new follow until the transaction ends. */
export async function lockUser(db: Database, uid: string): Promise<void> {
  await db.run(lock, [uid]);
}

/** Always in the same order. One after the other, because Citus locks rows of one shard only. */
export async function lockUsers(db: Database, uids: readonly string[]): Promise<void> {
  for (const uid of uids.toSorted()) await lockUser(db, uid);
}

const lockHandle = statement('lock-user-handle', 'SELECT handle FROM users WHERE uid = $1 FOR UPDATE');

/** Locks the row until the transaction ends. */
export async function lockUserHandle(db: Database, uid: string): Promise<string> {
  return (await db.run<{ handle: string }>(lockHandle, [uid]))[0]?.handle ?? '';
}

const clearHandle = statement('clear-user-handle', "UPDATE users SET handle = '' WHERE uid = $1");

export async function clearUserHandle(db: Database, uid: string): Promise<void> {
  await db.run(clearHandle, [uid]);
}

const update = statement(
  'update-profile',
  'UPDATE users SET display_name = $2, name_folded = $6, handle = $3, bio = $4, updated_at = $5 WHERE uid = $1',
);

export async function updateUser(
  db: Database,
  user: { uid: string; displayName: string; handle: string; bio: string; at: Date },
): Promise<void> {
  const { uid, displayName, handle, bio, at } = user;
  await db.run(update, [uid, displayName, handle, bio, at, foldName(displayName)]);
}

const findAvatar = statement('find-user-avatar', 'SELECT avatar FROM users WHERE uid = $1');

export async function findUserAvatar(db: Database, uid: string): Promise<string | null> {
  return (await db.run<{ avatar: string | null }>(findAvatar, [uid]))[0]?.avatar ?? null;
}

const setAvatar = statement('set-user-avatar', 'UPDATE users SET avatar = $2 WHERE uid = $1');

export async function updateUserAvatar(db: Database, uid: string, avatar: string | null): Promise<void> {
  await db.run(setAvatar, [uid, avatar]);
}

const setCover = statement('set-user-cover', 'UPDATE users SET cover = $2 WHERE uid = $1');

export async function updateUserCover(db: Database, uid: string, cover: string): Promise<void> {
  await db.run(setCover, [uid, cover]);
}

const setMarks = statement('set-user-marks', 'UPDATE users SET premium = $2, is_private = $3 WHERE uid = $1');

/** These two marks are stored but have no effect. */
export async function updateUserMarks(
  db: Database,
  uid: string,
  { premium, isPrivate }: { premium: boolean; isPrivate: boolean },
): Promise<void> {
  await db.run(setMarks, [uid, premium, isPrivate]);
}

const setReading = statement(
  'set-user-reading',
  'UPDATE users SET public_reading = $2, indexable = $3 WHERE uid = $1',
);

export async function updateUserReading(
  db: Database,
  uid: string,
  { publicReading, indexable }: { publicReading: boolean; indexable: boolean },
): Promise<void> {
  await db.run(setReading, [uid, publicReading, indexable]);
}

const setSuspension = statement(
  'set-user-suspended',
  'UPDATE users SET suspended = $2, updated_at = $3 WHERE uid = $1 AND suspended <> $2 RETURNING uid',
);

export async function setSuspended(
  db: Database,
  uid: string,
  { suspended, at }: { suspended: boolean; at: Date },
): Promise<boolean> {
  return (await db.run(setSuspension, [uid, suspended, at])).length === 1;
}

const findOfficials = statement('find-official-users', 'SELECT uid FROM users WHERE official');

/** There is at most one. Queries every shard. */
export async function findOfficialUid(db: Database): Promise<string | null> {
  return (await findOfficialUids(db))[0] ?? null;
}

export async function findOfficialUids(db: Database): Promise<string[]> {
  return (await db.run<{ uid: string }>(findOfficials, [])).map(({ uid }) => uid);
}

const lockMark = statement(
  'lock-official-mark',
  "SELECT pg_advisory_xact_lock(hashtextextended('official account', 0))",
);

/** Blocks other changes of the official account until the transaction ends. */
export async function lockOfficials(db: Database): Promise<void> {
  await db.run(lockMark, []);
}

const setOfficial = statement(
  'set-official',
  'UPDATE users SET official = $2, merged_at_read = merged_at_read OR $2 WHERE uid = $1',
);

/** The posts stay merged at read when the mark is cleared. */
export async function updateOfficial(db: Database, uid: string, official: boolean): Promise<void> {
  await db.run(setOfficial, [uid, official]);
}

const findMerged = statement('find-merged-at-read', 'SELECT uid FROM users WHERE merged_at_read');

export async function findMergedAtRead(db: Database): Promise<string[]> {
  return (await db.run<{ uid: string }>(findMerged, [])).map((row) => row.uid);
}

const setMerged = statement(
  'set-merged-at-read',
  'UPDATE users SET merged_at_read = true WHERE uid = $1 AND NOT merged_at_read',
);

export async function markMergedAtRead(db: Database, uid: string): Promise<void> {
  await db.run(setMerged, [uid]);
}

const setFollowers = statement('set-followers-count', 'UPDATE users SET followers_count = $2 WHERE uid = $1');

export async function setFollowersCount(db: Database, uid: string, count: number): Promise<void> {
  await db.run(setFollowers, [uid, count]);
}

const findPreferences = statement(
  'find-push-preferences',
  'SELECT push_preferences AS preferences FROM users WHERE uid = $1',
);

/** Null for the defaults. */
export async function findPushPreferences(db: Database, uid: string): Promise<PushPreferences | null> {
  const rows = await db.run<{ preferences: PushPreferences | null }>(findPreferences, [uid]);
  return rows[0]?.preferences ?? null;
}

const setPreferences = statement(
  'set-push-preferences',
  'UPDATE users SET push_preferences = $2 WHERE uid = $1',
);

export async function updatePushPreferences(
  db: Database,
  uid: string,
  preferences: PushPreferences,
): Promise<void> {
  await db.run(setPreferences, [uid, preferences]);
}
