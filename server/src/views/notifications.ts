import type { Notification } from '../../../contract/src/calls/notifications.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { foldWords } from '../../../contract/src/rules/muted-words.ts';
import { notificationText } from '../../../contract/src/rules/notifications.ts';
import { lastId } from '../platform/ids.ts';
import {
  countUnread,
  countUnreadWanted,
  findNotifications,
  findNotificationsById,
  findUnreadSnippets,
  type NotificationRow,
  notificationsPage,
  type Unread,
} from '../store/notifications.ts';
import type { CachedProfile } from './profiles.ts';
import type { Reads } from './reads.ts';
import { isUnwanted, nothingUnwanted, unwantedOf } from './unwanted.ts';

/** A page of a user's notifications, newest first. What hidden and unwanted people did is left out. */
export async function notificationList(
  reads: Reads,
  uid: string,
  before: string | null,
): Promise<{ items: Notification[]; next: string | null }> {
  const items: Notification[] = [];
  for (let from = before ?? lastId; ;) {
    const rows = await findNotifications(reads.db, uid, from);
    const isLast = rows.length < notificationsPage;
    const shown = await notificationViews(reads, uid, rows);
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
  const shown = await notificationViews(reads, uid, await findNotificationsById(reads.db, uid, ids));
  return [...shown.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

/** How many notifications a user has not read, without the unwanted ones and what hidden people did. */
export async function unreadCount(reads: Reads, uid: string): Promise<number> {
  const unwanted = await unwantedOf(reads, uid);
  if (unwanted === nothingUnwanted) return shownOf(reads, await countUnread(reads.db, uid));
  const { words } = unwanted;
  const [unread, snippets] = await Promise.all([
    countUnreadWanted(reads.db, uid),
    words ? findUnreadSnippets(reads.db, uid) : [],
  ]);
  const wordy = snippets.filter((snippet) => words?.(foldWords(snippet))).length;
  return Math.max(0, (await shownOf(reads, unread)) - wordy);
}

async function shownOf(reads: Reads, { count, actors }: Unread): Promise<number> {
  if (actors.length === 0) return count;
  const profiles = await reads.profiles.getMany([...new Set(actors)]);
  return count - actors.filter((actor) => profiles.get(actor)?.hidden).length;
}

/** What these rows of a user tell, by their ids. What hidden and unwanted people did is left out. */
export async function notificationViews(
  reads: Reads,
  uid: string,
  rows: readonly NotificationRow[],
): Promise<Map<string, Notification>> {
  const uids = rows.flatMap((row) => row.actor_uid ?? []);
  const [profiles, unwanted] = await Promise.all([
    reads.profiles.getMany([...new Set(uids)]),
    unwantedOf(reads, uid),
  ]);
  const isUnseen = ({ actor_uid: actorUid, text_snippet: snippet }: NotificationRow) =>
    (actorUid !== null && isUnwanted(unwanted, actorUid)) ||
    (snippet !== null && unwanted.words?.(foldWords(snippet)));
  const shown = new Map<string, Notification>();
  for (const row of rows) {
    const actor = row.actor_uid === null ? undefined : profiles.get(row.actor_uid);
    if (actor?.hidden || (unwanted !== nothingUnwanted && isUnseen(row))) continue;
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
