import { limits } from '../../../../contract/src/rules/limits.ts';
import { firstId } from '../../kernel/ids.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';
import { joinRemoved, notificationColumns, type NotificationRow, readUntil } from './notifications.ts';
import { markBatchOf } from './read-state.ts';

export const groupedBatch = 100;

const batchToGroup = statement(
  'find-notifications-to-group',
  `SELECT ${notificationColumns} FROM notifications n ${joinRemoved}
   WHERE n.uid = $1 AND n.id < $2 ORDER BY n.id DESC LIMIT ${groupedBatch}`,
);

/** Newest first, deleted posts and comments included. */
export function findNotificationsToGroup(
  db: Database,
  uid: string,
  before: string,
): Promise<NotificationRow[]> {
  return db.run<NotificationRow>(batchToGroup, [uid, before]);
}

/**
 * Likes or reposts of a post, or likes of one comment, all read or all unread, in a range of ids: `from`
 * included, `before` not.
 */
export type GroupRange = {
  type: string;
  postId: string;
  commentId?: string | null;
  isRead: boolean;
  before: string;
  from: string;
};

const ranges = `unnest($2::text[], $3::uuid[], $4::boolean[], $5::uuid[], $6::uuid[], $7::uuid[])
  WITH ORDINALITY AS g (type, post_id, is_read, before, "from", comment_id, n)`;
const isInGroup =
  'uid = $1 AND post_id = g.post_id AND type = g.type AND comment_id IS NOT DISTINCT FROM g.comment_id';

// Two parts, so that each reads its rows in the order of the index: those with a read mark of their own,
// and those that are read because they are older than 'mark all'.
const membersOf = (max: number) => `(
    (SELECT id, actor_uid FROM notifications
     WHERE ${isInGroup} AND (read_at IS NULL) = NOT g.is_read
       AND id < g.before AND id >= g."from" AND id > CASE WHEN g.is_read THEN '${firstId}'::uuid ELSE ${readUntil} END
       AND actor_uid IS NOT NULL
     ORDER BY id DESC LIMIT ${max})
    UNION ALL
    (SELECT id, actor_uid FROM notifications
     WHERE g.is_read AND ${isInGroup} AND (read_at IS NULL) = g.is_read
       AND id < g.before AND id >= g."from" AND id <= ${readUntil} AND actor_uid IS NOT NULL
     ORDER BY id DESC LIMIT ${max})
    ORDER BY id DESC LIMIT ${max}
  ) AS member`;

const newestIn = statement(
  'find-newest-of-groups',
  `SELECT g.n::int AS n, member.id FROM ${ranges} CROSS JOIN LATERAL ${membersOf(1)}`,
);

export async function findNewestOfGroups(
  db: Database,
  uid: string,
  groups: readonly GroupRange[],
): Promise<(string | null)[]> {
  const rows = await db.run<{ n: number; id: string }>(newestIn, valuesOf(uid, groups));
  const ids = new Map(rows.map(({ n, id }) => [n, id]));
  return groups.map((_, i) => ids.get(i + 1) ?? null);
}

/** The ids and actors of this many members are read; the rest are only counted. */
const groupMembers = 99;

const membersIn = statement(
  'find-members-of-groups',
  `SELECT g.n::int AS n, members.count, members.ids, members.actors FROM ${ranges} CROSS JOIN LATERAL (
     SELECT count(*)::int AS count, (array_agg(id ORDER BY id DESC))[1:${groupMembers}] AS ids,
       (array_agg(actor_uid ORDER BY id DESC))[1:${groupMembers}] AS actors
     FROM ${membersOf(limits.notificationGroup - 1)}
   ) AS members WHERE members.count > 0`,
);

/** Newest first. `count` counts all members, up to 999. */
export type GroupMembers = { count: number; ids: readonly string[]; actors: readonly string[] };

export const noMembers: GroupMembers = { count: 0, ids: [], actors: [] };

export async function findGroupMembers(
  db: Database,
  uid: string,
  groups: readonly GroupRange[],
): Promise<GroupMembers[]> {
  const rows = await db.run<GroupMembers & { n: number }>(membersIn, valuesOf(uid, groups));
  const membersByGroup = new Map(rows.map((row) => [row.n, row]));
  return groups.map((_, i) => membersByGroup.get(i + 1) ?? noMembers);
}

function valuesOf(uid: string, groups: readonly GroupRange[]): unknown[] {
  return [
    uid,
    groups.map(({ type }) => type),
    groups.map(({ postId }) => postId),
    groups.map(({ isRead }) => isRead),
    groups.map(({ before }) => before),
    groups.map(({ from }) => from),
    groups.map(({ commentId = null }) => commentId),
  ];
}

export type StoredGroup = Omit<GroupRange, 'isRead'>;

export const groupsBatch = 1_000;

const markGroups = statement(
  'mark-notification-groups-read',
  markBatchOf(
    `SELECT n.id FROM unnest($2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $7::uuid[])
       AS g (type, post_id, before, "from", comment_id)
     CROSS JOIN LATERAL (
       SELECT id FROM notifications
       WHERE ${isInGroup} AND read_at IS NULL
         AND id < g.before AND id >= g."from"
       ORDER BY id DESC LIMIT ${groupsBatch}
     ) AS n LIMIT ${groupsBatch}`,
    '$6',
  ),
);

/** @returns the size of the batch: `groupsBatch` when there may be more */
export async function markGroupsRead(
  db: Database,
  uid: string,
  groups: readonly StoredGroup[],
  at: Date,
): Promise<number> {
  if (groups.length === 0) return 0;
  const values = [
    uid,
    groups.map(({ type }) => type),
    groups.map(({ postId }) => postId),
    groups.map(({ before }) => before),
    groups.map(({ from }) => from),
    at,
    groups.map(({ commentId = null }) => commentId),
  ];
  return (await db.run(markGroups, values)).length;
}
