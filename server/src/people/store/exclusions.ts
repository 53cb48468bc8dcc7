import { type Database, statement } from '../../platform/postgres/database.ts';

export type ExclusionRow = {
  kind: 'block' | 'blocked-by' | 'mute' | 'words';
  other: string | null;
  words: string[] | null;
};

/** At most this many users of each kind are cached for a viewer. */
export const maxExclusions = 1_000;

// Each ORDER BY makes the planner use the index, even when most rows of the table are of one user.
const find = statement(
  'find-exclusions',
  `(SELECT 'block' AS kind, blocked AS other, NULL::text[] AS words FROM blocks WHERE blocker = $1
      ORDER BY blocked LIMIT ${maxExclusions + 1})
   UNION ALL (SELECT 'blocked-by', blocker, NULL FROM blocked_by WHERE blocked = $1
      ORDER BY blocker LIMIT ${maxExclusions + 1})
   UNION ALL (SELECT 'mute', muted, NULL FROM mutes WHERE uid = $1 ORDER BY muted LIMIT ${maxExclusions + 1})
   UNION ALL SELECT 'words', NULL, words FROM muted_words WHERE uid = $1`,
);

/** A kind with more than `maxExclusions` users returns one row more. Most viewers have none. */
export function findExclusions(db: Database, uid: string): Promise<ExclusionRow[]> {
  return db.run<ExclusionRow>(find, [uid]);
}

/** Rows of each kind, for all viewers together. */
const exclusionsAtOnce = 5_000;

const findOfMany = statement(
  'find-exclusions-of-many',
  `(SELECT blocker AS uid, 'block' AS kind, blocked AS other, NULL::text[] AS words FROM blocks
      WHERE blocker = ANY($1::uuid[]) ORDER BY blocker, blocked LIMIT ${exclusionsAtOnce + 1})
   UNION ALL (SELECT blocked, 'blocked-by', blocker, NULL FROM blocked_by
      WHERE blocked = ANY($1::uuid[]) ORDER BY blocked, blocker LIMIT ${exclusionsAtOnce + 1})
   UNION ALL (SELECT uid, 'mute', muted, NULL FROM mutes
      WHERE uid = ANY($1::uuid[]) ORDER BY uid, muted LIMIT ${exclusionsAtOnce + 1})
   UNION ALL SELECT uid, 'words', NULL, words FROM muted_words WHERE uid = ANY($1::uuid[])`,
);

/** Null when there are too many for one answer. Viewers without any are left out. */
export async function findExclusionsOfMany(
  db: Database,
  uids: readonly string[],
): Promise<Map<string, ExclusionRow[]> | null> {
  const rows = await db.run<ExclusionRow & { uid: string }>(findOfMany, [uids]);
  const isCut = (kind: ExclusionRow['kind']) =>
    rows.length > exclusionsAtOnce && rows.filter((row) => row.kind === kind).length > exclusionsAtOnce;
  if (isCut('block') || isCut('blocked-by') || isCut('mute')) return null;
  return Map.groupBy(rows, ({ uid }) => uid);
}

const findAmong = statement(
  'find-exclusions-among',
  `SELECT 'block' AS kind, blocked AS other, NULL::text[] AS words
     FROM blocks WHERE blocker = $1 AND blocked = ANY($2::uuid[])
   UNION ALL SELECT 'blocked-by', blocker, NULL FROM blocked_by WHERE blocked = $1 AND blocker = ANY($2::uuid[])
   UNION ALL SELECT 'mute', muted, NULL FROM mutes WHERE uid = $1 AND muted = ANY($2::uuid[])
   UNION ALL SELECT 'words', NULL, words FROM muted_words WHERE uid = $1`,
);

export function findExclusionsAmong(
  db: Database,
  uid: string,
  people: readonly string[],
): Promise<ExclusionRow[]> {
  return db.run<ExclusionRow>(findAmong, [uid, people]);
}

const findFrom = statement(
  'find-excluded-recipients',
  `SELECT blocker AS uid, blocked AS actor, NULL::text[] AS words
     FROM blocks WHERE blocker = ANY($1::uuid[]) AND blocked = ANY($2::uuid[])
   UNION ALL SELECT blocked, blocker, NULL
     FROM blocked_by WHERE blocked = ANY($1::uuid[]) AND blocker = ANY($2::uuid[])
   UNION ALL SELECT uid, NULL, words FROM muted_words WHERE uid = ANY($1::uuid[])`,
);

export type ExcludedRecipient =
  | { uid: string; actor: string; words: null }
  | { uid: string; actor: null; words: string[] };

export function findExcludedRecipients(
  db: Database,
  uids: readonly string[],
  actorUids: readonly string[],
): Promise<ExcludedRecipient[]> {
  return db.run<ExcludedRecipient>(findFrom, [uids, actorUids]);
}
