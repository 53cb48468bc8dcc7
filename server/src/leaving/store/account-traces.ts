import { firstId } from '../../kernel/ids.ts';
import { removalBatch as batch } from '../../kernel/store/batches.ts';
import { type Database, type Statement, statement } from '../../platform/postgres/database.ts';

// Table, user column, row key of tables whose rows belong to one user alone. `= ANY(ARRAY(…))` reads the
// list once; the planner may repeat an IN subquery for each row while the table has no statistics.
const deleteOwn: readonly Statement[] = (
  [
    ['timeline', 'reader_uid', 'entry_id'],
    ['saves', 'uid', 'post_id'],
    ['user_posts', 'owner_uid', 'post_id'],
    ['user_reposts', 'owner_uid', 'entry_id'],
    ['notifications', 'uid', 'id'],
    ['push_subscriptions', 'uid', 'id'],
    ['mutes', 'uid', 'muted'],
    ['muted_words', 'uid', 'uid'],
    ['user_settings', 'uid', 'uid'],
    ['ad_views', 'uid', 'ad_id'],
    ['idempotency_keys', 'uid', 'key'],
    ['admins', 'uid', 'uid'],
    ['suggested_people', 'uid', 'uid'],
  ] as const
).map(([table, user, key]) =>
  statement(
    `forget-${table.replaceAll('_', '-')}-of-user`,
    `WITH gone AS (
       DELETE FROM ${table} WHERE ${user} = $1
         AND ${key} = ANY(ARRAY(SELECT ${key} FROM ${table} WHERE ${user} = $1 LIMIT ${batch})) RETURNING 1
     )
     SELECT count(*)::int AS count FROM gone`,
  ),
);

/** At most 1000 rows of each table. @returns whether there may be more */
export async function deleteOwnRows(db: Database, uid: string): Promise<boolean> {
  let more = false;
  for (const deleteBatch of deleteOwn)
    more = (await db.run<{ count: number }>(deleteBatch, [uid]))[0]?.count === batch || more;
  return more;
}

const notificationsBy = statement(
  'find-notifications-by-actor',
  `SELECT uid, id FROM notifications WHERE actor_uid = $1 LIMIT ${batch}`,
);
const removeNotifications = statement(
  'delete-notifications-by-id',
  'DELETE FROM notifications WHERE uid = ANY($1::uuid[]) AND id = ANY($2::uuid[]) AND actor_uid = $3',
);

/** At most 1000. Queries every shard. @returns the recipients */
export async function deleteNotificationsBy(db: Database, actorUid: string): Promise<string[]> {
  const rows = await db.run<{ uid: string; id: string }>(notificationsBy, [actorUid]);
  const uids = [...new Set(rows.map((row) => row.uid))];
  if (rows.length > 0) await db.run(removeNotifications, [uids, rows.map((row) => row.id), actorUid]);
  return uids;
}

const findBlocks = statement(
  'find-blocks-with-user',
  `SELECT blocker, blocked FROM blocks WHERE blocker = $1
   UNION ALL SELECT blocker, blocked FROM blocked_by WHERE blocked = $1 LIMIT 100`,
);

export function findBlocksWith(db: Database, uid: string): Promise<{ blocker: string; blocked: string }[]> {
  return db.run<{ blocker: string; blocked: string }>(findBlocks, [uid]);
}

const mutesOf = statement('find-mutes-of', `SELECT uid FROM mutes WHERE muted = $1 LIMIT ${batch}`);
const removeMutes = statement(
  'delete-mutes-of',
  'DELETE FROM mutes WHERE uid = ANY($1::uuid[]) AND muted = $2',
);

/** At most 1000. Queries every shard. @returns the users who had muted this one */
export async function deleteMutesOf(db: Database, uid: string): Promise<string[]> {
  const uids = (await db.run<{ uid: string }>(mutesOf, [uid])).map((row) => row.uid);
  if (uids.length > 0) await db.run(removeMutes, [uids, uid]);
  return uids;
}

const removeSuggestions = statement(
  'delete-club-suggestions-of',
  'DELETE FROM club_suggestions WHERE uid = $1',
);

/** Queries every shard. */
export async function deleteClubSuggestionsOf(db: Database, uid: string): Promise<void> {
  await db.run(removeSuggestions, [uid]);
}

const handOverAds = statement(
  'hand-over-ad-uploads',
  "UPDATE uploads SET owner_uid = $2 WHERE owner_uid = $1 AND purpose = 'ad'",
);

/** Ad files outlive the admin who uploaded them: the site becomes their owner. */
export async function handOverAdUploads(db: Database, uid: string): Promise<void> {
  await db.run(handOverAds, [uid, firstId]);
}
