import fastJson from 'fast-json-stringify';

import { Notification } from '../../../../contract/src/calls/notifications.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { foldWords } from '../../../../contract/src/rules/muted-words.ts';
import { notificationText } from '../../../../contract/src/rules/notifications.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { cachedJson } from '../../kernel/cached-json.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import {
  hasUnwanted,
  isUnwanted,
  nothingUnwanted,
  type Unwanted,
  unwantedOf,
} from '../../people/views/unwanted.ts';
import {
  countUnread,
  countUnreadWanted,
  findNotificationsById,
  findUnreadSnippets,
  type NotificationRow,
  notificationsPage,
  type Unread,
} from '../store/notifications.ts';
import { type CachedNotification, readNotifications } from './notification-cache.ts';
import type { NotificationReads } from './notification-reads.ts';

// Whoever deletes a post that millions liked is not to have all they were told of it read at once: the next page goes on.
const looksPerPage = 25;

/**
 * A page of a user's notifications, newest first. What hidden and unwanted people did is left out, and so is what is
 * about a deleted post.
 */
export async function notificationList(
  reads: NotificationReads,
  uid: string,
  before: string | null,
): Promise<TextPage> {
  const items: string[] = [];
  let from = before;
  for (let looks = 1; ; looks++) {
    const found =
      from === null
        ? ((await reads.notifications.get(uid))?.items ?? [])
        : await readNotifications(reads.db, uid, from);
    const isLast = found.length < notificationsPage;
    const sights = await sightsOf(
      reads,
      uid,
      found.map(({ row }) => row),
    );
    for (const [i, item] of found.entries()) {
      const sight = sights[i];
      if (sight) items.push(jsonOf(item, sight.actor));
      from = item.row.id;
      if (items.length < limits.notificationsPage) continue;
      return { items, next: isLast && i === found.length - 1 ? null : from };
    }
    if (isLast || looks === looksPerPage) return { items, next: isLast ? null : from };
  }
}

/** These notifications of a user, newest first. */
export async function notificationsOf(
  reads: NotificationReads,
  uid: string,
  ids: readonly string[],
): Promise<Notification[]> {
  const shown = await notificationViews(reads, uid, await findNotificationsById(reads.db, uid, ids));
  return [...shown.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

/** How many notifications a user has not read, without the unwanted ones and what hidden people did. */
export function unreadCount(reads: NotificationReads, uid: string): Promise<number> {
  return wantedOf(reads, uid, () => countUnread(reads.db, uid));
}

/** The same beside the list, which is kept together with it. */
export function listedUnread(reads: NotificationReads, uid: string): Promise<number> {
  return wantedOf(reads, uid, async () => (await reads.notifications.get(uid))?.unread ?? nothingUnread);
}

const nothingUnread: Unread = { count: 0, actors: [] };

async function wantedOf(
  reads: NotificationReads,
  uid: string,
  readAll: () => Promise<Unread>,
): Promise<number> {
  if (!(await hasUnwanted(reads, uid))) return shownOf(reads, await readAll());
  const { words } = await unwantedOf(reads, uid, []);
  const [unread, snippets] = await Promise.all([
    countUnreadWanted(reads.db, uid),
    words ? findUnreadSnippets(reads.db, uid) : [],
  ]);
  const wordy = snippets.filter((snippet) => words?.(foldWords(snippet))).length;
  return Math.max(0, (await shownOf(reads, unread)) - wordy);
}

async function shownOf(reads: NotificationReads, { count, actors }: Unread): Promise<number> {
  if (actors.length === 0) return count;
  const profiles = await reads.profiles.getMany([...new Set(actors)]);
  return count - actors.filter((actor) => profiles.get(actor)?.hidden).length;
}

/** What these rows of a user tell, by their ids. What hidden and unwanted people did is left out. */
export async function notificationViews(
  reads: NotificationReads,
  uid: string,
  rows: readonly NotificationRow[],
): Promise<Map<string, Notification>> {
  const sights = await sightsOf(reads, uid, rows);
  const shown = new Map<string, Notification>();
  for (const [i, row] of rows.entries()) {
    const sight = sights[i];
    if (sight) shown.set(row.id, view(row, sight.actor));
  }
  return shown;
}

/** Who acted, as far as that is anybody; no sight at all where it is hidden or unwanted. */
type Sight = { readonly actor: CachedProfile | undefined } | null;

async function sightsOf(
  reads: NotificationReads,
  uid: string,
  rows: readonly NotificationRow[],
): Promise<Sight[]> {
  const actors = rows.flatMap((row) => row.actor_uid ?? []);
  const [profiles, unwanted] = await Promise.all([
    reads.profiles.getMany(actors),
    unwantedOf(reads, uid, actors),
  ]);
  return rows.map((row) => {
    const actor = row.actor_uid === null ? undefined : profiles.get(row.actor_uid);
    const isUnseen =
      row.is_gone || actor?.hidden || (unwanted !== nothingUnwanted && isUnwantedNews(row, unwanted));
    return isUnseen ? null : { actor };
  });
}

function isUnwantedNews(
  { actor_uid: actorUid, text_snippet: snippet }: NotificationRow,
  unwanted: Unwanted,
): boolean {
  if (actorUid !== null && isUnwanted(unwanted, actorUid)) return true;
  return snippet !== null && (unwanted.words?.(foldWords(snippet)) ?? false);
}

const textOf = fastJson(Notification as object);

function jsonOf(item: CachedNotification, actor: CachedProfile | undefined): string {
  return cachedJson(item, actor, () => bytesOf(textOf(view(item.row, actor))));
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
