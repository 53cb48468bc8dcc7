import { limits } from '../../../../contract/src/rules/limits.ts';
import { groupKind, groupMs } from '../../../../contract/src/rules/notifications.ts';
import { firstIdAt, idTime, lastId } from '../../kernel/ids.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  findGroupMembers,
  findNewestOfGroups,
  findNotificationsToGroup,
  groupedBatch,
  type GroupMembers,
  type GroupRange,
  noMembers,
} from '../store/notification-groups.ts';
import type { NotificationRow } from '../store/notifications.ts';

/** A single notification, or the newest of a group with the group's older members. */
export type GroupedRow = {
  readonly row: NotificationRow;
  readonly members: GroupMembers;
  text?: { readonly sources: readonly unknown[]; readonly json: string };
};

/** `before`: the last notification read. `top`: an id above the list when its first page was read. */
export type GroupedPlace = { readonly before: string; readonly top: string };

export type GroupedRows = { readonly items: readonly GroupedRow[]; readonly next: GroupedPlace | null };

// Bounds the work of a page when thousands of notifications are of one group: the next page continues.
const queriesPerPage = 20;

/**
 * Newest first, visible or not; 20 at most. A group begins at its newest notification and covers 7 days.
 * Where the page begins amid groups, they are traced from the top of the list.
 */
export async function readGroups(
  db: Database,
  uid: string,
  after: GroupedPlace | null,
): Promise<GroupedRows> {
  const heads: NotificationRow[] = [];
  const open = new Map<string, string>();
  let top = after?.top ?? null;
  let before = after?.before ?? lastId;
  let isLast = false;
  for (let queries = 1; queries <= queriesPerPage && !isLast; queries++) {
    const rows = await findNotificationsToGroup(db, uid, before);
    top ??= rows[0] ? firstIdAt(idTime(rows[0].id) + 1) : lastId;
    if (after !== null) await traceGroups(db, uid, rows, open, { before: after.before, top });
    for (const row of rows) {
      const key = keyOf(row);
      const head = key === null ? undefined : open.get(key);
      if (head === undefined || row.id < lowest(head)) {
        if (heads.length === limits.notificationsPage) return page(db, uid, heads, { before, top });
        if (!row.is_gone) heads.push(row);
        if (key !== null) open.set(key, row.id);
      }
      before = row.id;
    }
    isLast = rows.length < groupedBatch;
  }
  return page(db, uid, heads, isLast || top === null ? null : { before, top });
}

function lowest(head: string): string {
  return firstIdAt(idTime(head) - groupMs);
}

function keyOf({ type, kind, post_id, comment_id, actor_uid, is_read }: NotificationRow): string | null {
  const group = post_id === null || actor_uid === null ? null : groupKind(type, kind);
  return group === null ? null : `${group} ${post_id} ${comment_id} ${is_read}`;
}

/** Groups that this page meets first may have begun on an earlier page. */
async function traceGroups(
  db: Database,
  uid: string,
  rows: readonly NotificationRow[],
  open: Map<string, string>,
  { before, top }: GroupedPlace,
): Promise<void> {
  let ranges = new Map<string, GroupRange>();
  for (const row of rows) {
    const { type, post_id: postId, comment_id: commentId, is_read: isRead } = row;
    const key = keyOf(row);
    if (key === null || postId === null || open.has(key)) continue;
    ranges.set(key, { type, postId, commentId, isRead, before: top, from: before });
  }
  // Retention limits the chain of groups of one post to a few.
  while (ranges.size > 0) {
    const newest = await findNewestOfGroups(db, uid, [...ranges.values()]);
    const further = new Map<string, GroupRange>();
    for (const [i, [key, range]] of [...ranges].entries()) {
      const head = newest[i] ?? null;
      if (head === null) continue;
      open.set(key, head);
      if (lowest(head) > before) further.set(key, { ...range, before: lowest(head) });
    }
    ranges = further;
  }
}

async function page(
  db: Database,
  uid: string,
  heads: readonly NotificationRow[],
  next: GroupedPlace | null,
): Promise<GroupedRows> {
  const ranges = new Map<NotificationRow, GroupRange>();
  for (const row of heads) {
    const { id, type, post_id: postId, comment_id: commentId, is_read: isRead } = row;
    if (postId !== null && keyOf(row) !== null)
      ranges.set(row, { type, postId, commentId, isRead, before: id, from: lowest(id) });
  }
  const members = ranges.size === 0 ? [] : await findGroupMembers(db, uid, [...ranges.values()]);
  const membersByRow = new Map([...ranges.keys()].map((row, i) => [row, members[i]]));
  return { items: heads.map((row) => ({ row, members: membersByRow.get(row) ?? noMembers })), next };
}
