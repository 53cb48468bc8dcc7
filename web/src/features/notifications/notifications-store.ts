import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { command, query } from '../../api/client.ts';
import { changeQueries, ignoreFailedRead, queryClient } from '../../api/query-client.ts';
import { mentionsKey, notificationsHeadKey, notificationsKey } from '../../api/query-keys.ts';
import { isViewer, session } from '../session/session-store.ts';
import {
  type NotificationSelection,
  firstPage,
  type NotificationPage,
  type NotificationPages,
  unreadOf,
  withHead,
  withNew,
  withRead,
} from './notification-pages.ts';
import { notifyOtherTabs } from './notification-tabs.ts';
import { readUnread, setUnread } from './unread.ts';

export type NotificationEvent = { unread: number; notification?: Notification };

const soonMs = 1500;

// The last refresh has no answer: it is under way or was lost.
let isOverdue = true;
// Marks run one at a time.
let marking: Promise<unknown> = Promise.resolve();
let isMarking = false;
// How many events arrived: an answer that was asked for before the last one may be older.
let events = 0;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;

export type NotificationTab = 'todas' | 'menciones';

export function useNotifications(tab: NotificationTab = 'todas') {
  useEffect(() => {
    if (tab === 'todas' && readList()) void refreshNotifications().catch(ignoreFailedRead);
  }, [tab]);
  return useInfiniteQuery({
    queryKey: tab === 'todas' ? notificationsKey() : mentionsKey(),
    queryFn: async ({ pageParam, signal }) => {
      const before = events;
      const { items, cursor, unread } = await readPage(pageParam, signal, tab);
      if (pageParam === null && before === events) setUnread(unread);
      return { items, cursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: NotificationPage) => page.cursor,
    staleTime: tab === 'todas' ? Infinity : 0,
    gcTime: 60 * 60_000,
  });
}

/** Whether what was missed before the events of now is still to be read. */
export function isRefreshOverdue(): boolean {
  return isOverdue;
}

/** After missed events: a read that is under way may be older than they are. */
export async function catchUpNotifications(): Promise<void> {
  events++;
  await refreshNotifications();
}

export async function refreshNotifications(): Promise<void> {
  const uid = viewer();
  isOverdue = true;
  // Concurrent calls share one read.
  const { head, before } = await queryClient.fetchQuery({
    queryKey: notificationsHeadKey(),
    queryFn: async ({ signal }) => ({ before: events, head: await readPage(null, signal) }),
    staleTime: 0,
    gcTime: 0,
  });
  if (viewer() !== uid) return;
  isOverdue = false;
  if (before !== events) return renewSoon();
  setUnread(head.unread);
  if (readList()) changeList(notificationsKey(), (list) => withHead(list, head));
  else queryClient.setQueryData<NotificationPages>(notificationsKey(), firstPage(head));
}

export function applyNotificationEvent({ unread, notification }: NotificationEvent): void {
  // The pending mark's answer carries the count; an event before it may not include the mark.
  if (!notification && isMarking) return;
  events++;
  const previous = readUnread();
  setUnread(unread);
  if (notification) {
    const add = (list: NotificationPages) => withNew(list, notification);
    changeList(notificationsKey(), add);
    if (isMention(notification)) changeList(mentionsKey(), add);
  } else if (unread === 0) changeLists((list) => withRead(list, 'all', true));
  // More arrived than the event says, or another device read some: re-read the list.
  const expectedUnread = notification
    ? Math.min(previous + 1, limits.badgeMax + 1)
    : unread === 0
      ? unread
      : previous;
  if (unread !== expectedUnread && readList()) renewSoon();
}

export function applyRead({
  uid,
  unread,
  read,
}: {
  uid: string;
  unread: number;
  read: NotificationSelection;
}): void {
  if (uid !== viewer()) return;
  setUnread(unread);
  changeLists((list) => withRead(list, read, true));
}

/** Shows at once. A failure undoes it and throws ApiError. */
export async function markRead(selection: NotificationSelection): Promise<void> {
  const uid = viewer();
  const items = [...unreadOf(readList(), selection), ...unreadOf(readList(mentionsKey()), selection)];
  const sizes = new Map(items.map(({ id, count }) => [id, count ?? 1]));
  const ids = [...sizes.keys()];
  const size = [...sizes.values()].reduce((sum, n) => sum + n, 0);
  const markedCount = selection === 'all' ? readUnread() : Math.min(size, readUnread());
  // Not `selection`: a page on its way is read again after the mark, and knows best.
  changeLists((list) => withRead(list, ids, true));
  setUnread(readUnread() - markedCount);

  const call = marking.then(() => {
    // It would mark those of somebody else, who has signed in meanwhile.
    if (uid !== undefined && !isViewer(uid)) return { unread: 0 };
    return command(
      'markNotificationsRead',
      selection === 'all' ? {} : { ids: [...selection], grouped: true },
    );
  });
  const callEnd = call.catch(ignoreApiError);
  marking = callEnd;
  isMarking = true;
  const before = events;
  try {
    const { unread } = await call;
    if (uid === undefined || viewer() !== uid) return;
    // With another mark pending this count is already stale.
    if (before !== events) renewSoon();
    else if (marking === callEnd) setUnread(unread);
    notifyOtherTabs({ uid, unread, read: selection });
  } catch (error) {
    if (viewer() === uid) {
      changeLists((list) => withRead(list, ids, false));
      // An event has brought the server's count, without this mark.
      if (before === events) setUnread(readUnread() + markedCount);
      else renewSoon();
    }
    throw error;
  } finally {
    if (marking === callEnd) isMarking = false;
  }
}

// A page read during a mark may miss it, so it is read again.
async function readPage(
  cursor: string | null,
  signal: AbortSignal,
  tab: NotificationTab = 'todas',
): Promise<Output<'getNotifications'>> {
  const only = tab === 'menciones' ? 'mentions' : undefined;
  for (;;) {
    const before = marking;
    await before;
    const page = await query(
      'getNotifications',
      { cursor: cursor ?? undefined, grouped: 'true', only },
      { signal },
    );
    if (before === marking) return page;
  }
}

function renewSoon(): void {
  refreshTimer ??= setTimeout(() => {
    refreshTimer = undefined;
    void refreshNotifications().catch(ignoreFailedRead);
  }, soonMs);
}

type ListKey = ReturnType<typeof notificationsKey>;

function readList(key: ListKey = notificationsKey()): NotificationPages | undefined {
  return queryClient.getQueryData<NotificationPages>(key);
}

type Change = (list: NotificationPages) => NotificationPages;

function changeList(key: ListKey, change: Change): void {
  changeQueries({ queryKey: key, exact: true }, change);
}

function changeLists(change: Change): void {
  for (const key of [notificationsKey(), mentionsKey()]) changeList(key, change);
}

function isMention({ type, kind }: Notification): boolean {
  return type === 'mention' || kind === 'quote';
}

const viewer = () => session.read().user?.uid;
