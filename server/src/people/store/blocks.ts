import { type Database, statement } from '../../platform/postgres/database.ts';
import type { FollowPlace } from './follows.ts';

const nobody: ReadonlySet<string> = new Set();

const insert = statement(
  'insert-block',
  'INSERT INTO blocks (blocker, blocked, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);
const insertReverse = statement(
  'insert-blocked-by',
  'INSERT INTO blocked_by (blocked, blocker) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);

export async function insertBlock(db: Database, blocker: string, blocked: string, at: Date): Promise<void> {
  await db.run(insert, [blocker, blocked, at]);
  await db.run(insertReverse, [blocked, blocker]);
}

const remove = statement('delete-block', 'DELETE FROM blocks WHERE blocker = $1 AND blocked = $2');
const removeReverse = statement(
  'delete-blocked-by',
  'DELETE FROM blocked_by WHERE blocked = $1 AND blocker = $2',
);

export async function deleteBlock(db: Database, blocker: string, blocked: string): Promise<void> {
  await db.run(remove, [blocker, blocked]);
  await db.run(removeReverse, [blocked, blocker]);
}

const between = statement(
  'find-block-between',
  `SELECT true AS own FROM blocks WHERE blocker = $1 AND blocked = $2
   UNION ALL SELECT false FROM blocked_by WHERE blocked = $1 AND blocker = $2`,
);

/** 'own' when `uid` blocked the other, also if both did; null without a block. */
export async function findBlock(db: Database, uid: string, other: string): Promise<'own' | 'theirs' | null> {
  const rows = await db.run<{ own: boolean }>(between, [uid, other]);
  if (rows.length === 0) return null;
  return rows.some((row) => row.own) ? 'own' : 'theirs';
}

const blockedActors = statement(
  'find-blocked-actors',
  `SELECT blocked AS uid FROM blocks WHERE blocker = $1 AND blocked = ANY($2::uuid[])
   UNION ALL SELECT blocker FROM blocked_by WHERE blocked = $1 AND blocker = ANY($2::uuid[])
   UNION ALL SELECT NULL FROM users WHERE uid = $1 AND (suspended OR leaving)`,
);

/** Blocked in either direction, or all of `uids` when the author is hidden. */
export async function findBlockedActors(
  db: Database,
  ownerUid: string,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.run<{ uid: string | null }>(blockedActors, [ownerUid, uids]);
  if (rows.length === 0) return nobody;
  return new Set(rows.some((row) => row.uid === null) ? uids : rows.flatMap(({ uid }) => uid ?? []));
}

const among = statement(
  'find-blocks-among',
  'SELECT blocker, blocked FROM blocks WHERE blocker = ANY($1::uuid[]) AND blocked = ANY($1::uuid[])',
);

/** @returns the two ids of each block, the blocker's first, with a space between */
export async function findBlocksAmong(db: Database, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.run<{ blocker: string; blocked: string }>(among, [uids]);
  return new Set(rows.map(({ blocker, blocked }) => `${blocker} ${blocked}`));
}

const page = statement(
  'find-blocks-page',
  `SELECT blocked AS uid, created_at AS at FROM blocks WHERE blocker = $1 AND (created_at, blocked) < ($2, $3)
   ORDER BY created_at DESC, blocked DESC LIMIT 41`,
);

export function findBlocksPage(db: Database, uid: string, before: FollowPlace): Promise<FollowPlace[]> {
  return db.run<FollowPlace>(page, [uid, before.at, before.uid]);
}
