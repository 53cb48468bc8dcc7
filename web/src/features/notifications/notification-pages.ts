import type { InfiniteData } from '@tanstack/react-query';

import type { Notification } from '../../../../contract/src/calls/notifications.ts';

export type NotificationPage = { items: Notification[]; cursor: string | null };
export type NotificationPages = InfiniteData<NotificationPage, string | null>;

export type Chosen = readonly string[] | 'all';

export function firstPage({ items, cursor }: NotificationPage): NotificationPages {
  return { pages: [{ items, cursor }], pageParams: [null] };
}

/** The list with its newest page re-read. Older pages stay; if there may be a gap between them, the list restarts. */
export function withHead(list: NotificationPages, { items, cursor }: NotificationPage): NotificationPages {
  const lowest = items.at(-1)?.id;
  const [first, second, ...others] = list.pages;
  const newestKnown = first?.items[0]?.id;
  const begins = cursor === null || lowest === undefined || newestKnown === undefined;
  if (begins || newestKnown < lowest || !first || !second) return firstPage({ items, cursor });
  // Ids increase with time.
  const below = (page: NotificationPage) => page.items.filter(({ id }) => id < lowest);
  const rest = [withItems(second, [...below(first), ...below(second)])];
  for (const page of others) rest.push(withItems(page, below(page)));
  return { ...list, pages: [{ items, cursor }, ...rest] };
}

/** The list with a new item on top, replacing one of the same actor, type and post. */
export function withNew(list: NotificationPages, item: Notification): NotificationPages {
  const repeats = ({ id, type, actorId, postId }: Notification) =>
    id === item.id ||
    (actorId !== null && actorId === item.actorId && type === item.type && postId === item.postId);
  const pages = list.pages.map((page, i) => {
    const others = page.items.filter((other) => !repeats(other));
    return withItems(page, i === 0 ? [item, ...others] : others);
  });
  return { ...list, pages };
}

export function withRead(list: NotificationPages, chosen: Chosen, read: boolean): NotificationPages {
  const ids = chosen === 'all' ? null : new Set(chosen);
  const mark = (item: Notification) =>
    item.read !== read && (!ids || ids.has(item.id)) ? { ...item, read } : item;
  return { ...list, pages: list.pages.map((page) => withItems(page, page.items.map(mark))) };
}

export function unreadOf(list: NotificationPages | undefined, chosen: Chosen): string[] {
  const items = list?.pages.flatMap((page) => page.items) ?? [];
  return items
    .filter(({ id, read }) => !read && (chosen === 'all' || chosen.includes(id)))
    .map(({ id }) => id);
}

function withItems({ cursor }: NotificationPage, items: Notification[]): NotificationPage {
  return { items, cursor };
}
