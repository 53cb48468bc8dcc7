import type { Notification } from '../../../contract/src/calls/notifications.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { notificationText } from '../../../contract/src/rules/notifications.ts';
import { lastId } from '../platform/ids.ts';
import {
  countUnread,
  findNotifications,
  findNotificationsById,
  type NotificationRow,
  notificationsPage,
} from '../store/notifications.ts';
import type { CachedProfile } from './profiles.ts';
import type { Reads } from './reads.ts';

/** A page of a user's notifications, newest first. What hidden people did is left out. */
export async function notificationList(
  reads: Reads,
  uid: string,
  before: string | null,
): Promise<{ items: Notification[]; next: string | null }> {
  const items: Notification[] = [];
  for (let from = before ?? lastId; ;) {
    const rows = await findNotifications(reads.db, uid, from);
    const isLast = rows.length < notificationsPage;
    const shown = await notificationViews(reads, rows);
    for (const [i, row] of rows.entries()) {
      const item = shown.get(row.id);
      if (item) items.push(item);
      from = row.id;
      if (items.length < limits.notificationsPage) continue;
      return { items, next: isLast && i === rows.length - 1 ? null : from };
    }
    if (isLast) return { items, next: null };
  }
}

/** These notifications of a user, newest first. */
export async function notificationsOf(
  reads: Reads,
  uid: string,
  ids: readonly string[],
): Promise<Notification[]> {
  const shown = await notificationViews(reads, await findNotificationsById(reads.db, uid, ids));
  return [...shown.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

/** How many notifications a user has not read. */
export function unreadCount({ db }: Reads, uid: string): Promise<number> {
  return countUnread(db, uid);
}

/** What these rows tell, by their ids. What hidden people did is left out. */
export async function notificationViews(
  reads: Reads,
  rows: readonly NotificationRow[],
): Promise<Map<string, Notification>> {
  const uids = rows.flatMap((row) => row.actor_uid ?? []);
  const profiles = await reads.profiles.getMany([...new Set(uids)]);
  const shown = new Map<string, Notification>();
  for (const row of rows) {
    const actor = row.actor_uid === null ? undefined : profiles.get(row.actor_uid);
    if (actor?.hidden) continue;
    shown.set(row.id, view(row, actor));
  }
  return shown;
}

function view(row: NotificationRow, actor: CachedProfile | undefined): Notification {
  const name = actor?.profile.displayName ?? null;
  return {
    id: row.id,
    type: row.type,
    actorId: row.actor_uid,
    actorName: name,
    actorHandle: actor?.profile.handle ?? null,
    actorAvatar: actor?.profile.avatar ?? null,
    text: notificationText(row.type, name, row.text),
    postId: row.post_id,
    link: row.link,
    textSnippet: row.text_snippet,
    createdAt: row.created_at.toISOString(),
    read: row.read_at !== null,
  };
}
