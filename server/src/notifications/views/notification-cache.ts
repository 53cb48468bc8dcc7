import type { PostBody } from '../../../../contract/src/calls/shapes.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CachedJson } from '../../kernel/cached-json.ts';
import { lastId } from '../../kernel/ids.ts';
import type { AnswerSlot } from '../../kernel/page-text.ts';
import type { PostWithWords } from '../../people/views/post-words.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { CacheEntry, Snapshot } from '../../platform/concurrency/sieve-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findNotifications, type NotificationRow } from '../store/notifications.ts';
import { countUnread, type Unread } from '../store/read-state.ts';
import { type GroupedRows, readGroups } from './notification-groups.ts';

export type CachedNotification = CachedJson & { readonly row: NotificationRow };

export type PostOfNotification = PostWithWords & {
  readonly fields: Pick<PostBody, 'ownerUid' | 'link' | 'quoteOf'>;
};

/** The profiles and posts that a first page and its unread count were made of, and where they are cached. */
export type Parts = {
  readonly people: Snapshot<CachedProfile>;
  readonly postEntries: readonly CacheEntry<PostOfNotification>[];
  readonly fields: readonly unknown[];
};

/** The answer of the first page. */
type CachedPage = Parts & AnswerSlot & { readonly next: string | null; readonly unread: number };

type NotificationsHead = {
  readonly items: readonly CachedNotification[];
  readonly unread: Unread;
  page?: CachedPage;
};

export type NotificationCache = BatchCache<NotificationsHead>;

/** The heads of recently active users, up to 50,000 notifications in all. */
export function createNotificationCache(db: Database, bus: Bus): NotificationCache {
  return headCache(bus, {
    sizeOf: ({ items, unread }) => items.length + Math.ceil(unread.about.length / 10) + 1,
    load: (uid) => readHead(db, uid),
  });
}

type GroupedHead = GroupedRows & { readonly unread: Unread; page?: CachedPage };

export type GroupedNotificationCache = BatchCache<GroupedHead>;

export function createGroupedNotificationCache(db: Database, bus: Bus): GroupedNotificationCache {
  return headCache(bus, {
    sizeOf: ({ items, unread }) =>
      items.reduce((size, { members }) => size + 1 + Math.ceil(members.ids.length / 5), 1) +
      Math.ceil(unread.about.length / 10),
    load: async (uid) => {
      const [rows, unread] = await Promise.all([readGroups(db, uid, null), countUnread(db, uid)]);
      return { ...rows, unread };
    },
  });
}

export type Head = { readonly items: readonly ListedItem[]; readonly unread: Unread; page?: CachedPage };
type ListedItem = {
  readonly row: NotificationRow;
  readonly members?: { readonly count: number; readonly actors: readonly string[] };
  text?: unknown;
};

function headCache<H extends Head>(
  bus: Bus,
  { sizeOf, load }: { sizeOf: (head: H) => number; load: (uid: string) => Promise<H> },
): BatchCache<H> {
  const cache = new BatchCache<H>({
    max: 50_000,
    sizeOf,
    ttl: 60_000,
    load: oneByOne(load),
  });
  bus.attachCache('notifications', cache);
  bus.onStale(
    'notificationsAbout',
    (postId) => cache.forgetWhere((head) => mayInclude(head, postId)),
    () => cache.clear(),
  );
  return cache;
}

// An unread notification beyond the newest may be about any post.
function mayInclude({ items, unread }: Head, postId: string): boolean {
  let listedUnread = 0;
  for (const { row, members } of items) {
    if (row.post_id === postId) return true;
    if (!row.is_read && !row.is_gone) listedUnread += 1 + (members?.count ?? 0);
  }
  return unread.count > listedUnread;
}

export async function readNotifications(
  db: Database,
  uid: string,
  before: string,
  find = findNotifications,
): Promise<readonly CachedNotification[]> {
  return (await find(db, uid, before)).map((row) => ({ row }));
}

async function readHead(db: Database, uid: string): Promise<NotificationsHead> {
  const [items, unread] = await Promise.all([readNotifications(db, uid, lastId), countUnread(db, uid)]);
  return { items, unread };
}
