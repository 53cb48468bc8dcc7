import { type Database, statement } from '../platform/database.ts';

/** One person or the words that a viewer is not to see, and why. */
export type UnwantedRow = {
  uid: string;
  kind: 'block' | 'blocked-by' | 'mute' | 'words';
  other: string | null;
  words: string[] | null;
};

const find = statement(
  'find-unwanted',
  `SELECT blocker AS uid, 'block' AS kind, blocked AS other, NULL::text[] AS words
     FROM blocks WHERE blocker = ANY($1::uuid[])
   UNION ALL SELECT blocked, 'blocked-by', blocker, NULL FROM blocked_by WHERE blocked = ANY($1::uuid[])
   UNION ALL SELECT uid, 'mute', muted, NULL FROM mutes WHERE uid = ANY($1::uuid[])
   UNION ALL SELECT uid, 'words', NULL, words FROM muted_words WHERE uid = ANY($1::uuid[])`,
);

/** What these viewers are not to see. Most have no row at all. */
export function findUnwanted(db: Database, uids: readonly string[]): Promise<UnwantedRow[]> {
  return db.run<UnwantedRow>(find, [uids]);
}

const findFrom = statement(
  'find-who-is-not-told',
  `SELECT blocker AS uid, NULL::text[] AS words FROM blocks WHERE blocker = ANY($1::uuid[]) AND blocked = $2
   UNION ALL SELECT blocked, NULL FROM blocked_by WHERE blocked = ANY($1::uuid[]) AND blocker = $2
   UNION ALL SELECT uid, words FROM muted_words WHERE uid = ANY($1::uuid[])`,
);

/** Who of these users is apart from an actor by a block (`words` is null), and which words they muted. */
export function findWhoIsNotTold(
  db: Database,
  uids: readonly string[],
  actorUid: string,
): Promise<{ uid: string; words: string[] | null }[]> {
  return db.run<{ uid: string; words: string[] | null }>(findFrom, [uids, actorUid]);
}
