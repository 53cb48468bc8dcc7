import type { InfiniteData } from '@tanstack/react-query';

import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { groupKind, groupMs, groupText } from '../../../../contract/src/rules/notifications.ts';

export type NotificationPage = { items: Notification[]; cursor: string | null };
export type NotificationPages = InfiniteData<NotificationPage, string | null>;

export type NotificationSelection = readonly string[] | 'all';

export function firstPage({ items, cursor }: NotificationPage): NotificationPages {
  return { pages: [{ items, cursor }], pageParams: [null] };
}

/**
 * The rows of a list by their React key, one for each actor and event: a repeat has a new id, and must not close
 * a reply box that stands open in its row.
 */
export function rowsOf({ pages }: Pick<NotificationPages, 'pages'>): [key: string, item: Notification][] {
  const rows = new Map<string, Notification>();
  for (const item of pages.flatMap((page) => page.items)) {
    const key = rowKey(item);
    // A page below may hold the older item.
    if (!rows.has(key)) rows.set(key, item);
  }
  return [...rows];
}

/** Older pages stay; if there may be a gap between them and the new head, the list restarts. */
export function withHead(list: NotificationPages, { items, cursor }: NotificationPage): NotificationPages {
  const lowest = items.map(({ id }) => id).toSorted()[0];
  const [first, second, ...others] = list.pages;
  const newestId = first?.items[0]?.id;
  const begins = cursor === null || lowest === undefined || newestId === undefined;
  if (begins || newestId < lowest || !first || !second) return firstPage({ items, cursor });
  const repeats = (older: Notification) => items.some((item) => isSameGroup(item, older));
  // Ids increase with time.
  const below = (page: NotificationPage) => page.items.filter((item) => item.id < lowest && !repeats(item));
  const rest = [withItems(second, [...below(first), ...below(second)])];
  for (const page of others) rest.push(withItems(page, below(page)));
  return { ...list, pages: [{ items, cursor }, ...rest] };
}

/** Replaces an item of the same actor and event; a like joins its group. */
export function withNew(list: NotificationPages, item: Notification): NotificationPages {
  const repeats = (other: Notification) => other.id === item.id || rowKey(other) === rowKey(item);
  const group = list.pages.flatMap((page) => page.items).find((other) => isSameGroup(item, other));
  const top = group && !repeats(group) ? joinGroup(item, group) : item;
  const pages = list.pages.map((page, i) => {
    const others = page.items.filter((other) => other !== group && !repeats(other));
    return withItems(page, i === 0 ? [top, ...others] : others);
  });
  return { ...list, pages };
}

/** Must match the server's grouping. */
function isSameGroup(newer: Notification, older: Notification): boolean {
  return (
    groupKind(newer.type, newer.kind) !== null &&
    newer.postId !== null &&
    eventOf(newer) === eventOf(older) &&
    newer.actorId !== null &&
    older.actorId !== null &&
    newer.read === older.read &&
    Date.parse(newer.createdAt) - Date.parse(older.createdAt) <= groupMs
  );
}

function rowKey({ id, actorId, ...item }: Notification): string {
  return actorId === null ? id : `${actorId} ${eventOf(item)}`;
}

// Must match the server's unique key: replies and likes on comments exist once per comment.
function eventOf({ type, postId, kind, commentId }: Omit<Notification, 'id' | 'actorId'>): string {
  return kind === 'reply' || kind === 'comment-like' ? `${kind} ${postId} ${commentId}` : `${type} ${postId}`;
}

function joinGroup(item: Notification, group: Notification): Notification {
  const { actorId, actorName, actorAvatar } = group;
  const kind = groupKind(group.type, group.kind);
  if (kind === null || actorId === null) return item;
  const first = { uid: actorId, displayName: actorName ?? 'Alguien', avatar: actorAvatar };
  const others = [first, ...(group.others ?? [])].filter(({ uid }) => uid !== item.actorId).slice(0, 2);
  const count = (group.count ?? 1) + 1;
  const names = [item.actorName ?? 'Alguien', ...others.map(({ displayName }) => displayName)];
  return { ...group, ...item, others, count, text: groupText(kind, names, count) };
}

export function withRead(
  list: NotificationPages,
  selection: NotificationSelection,
  read: boolean,
): NotificationPages {
  const ids = selection === 'all' ? null : new Set(selection);
  const mark = (item: Notification) =>
    item.read !== read && (!ids || ids.has(item.id)) ? { ...item, read } : item;
  return { ...list, pages: list.pages.map((page) => withItems(page, page.items.map(mark))) };
}

export function unreadOf(
  list: NotificationPages | undefined,
  selection: NotificationSelection,
): Notification[] {
  const items = list?.pages.flatMap((page) => page.items) ?? [];
  return items.filter(({ id, read }) => !read && (selection === 'all' || selection.includes(id)));
}

function withItems({ cursor }: NotificationPage, items: Notification[]): NotificationPage {
  return { items, cursor };
}
