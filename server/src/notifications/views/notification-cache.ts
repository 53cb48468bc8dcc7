import type { Bus } from '../../kernel/bus.ts';
import type { CachedJson } from '../../kernel/cached-json.ts';
import { lastId } from '../../kernel/ids.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { countUnread, findNotifications, type NotificationRow, type Unread } from '../store/notifications.ts';

export type CachedNotification = CachedJson & { readonly row: NotificationRow };

type NotificationsHead = { readonly items: readonly CachedNotification[]; readonly unread: Unread };

export type NotificationCache = BatchCache<NotificationsHead>;

/** Caches the heads of recently active users, up to 30,000 notifications in all. */
export function createNotificationCache(db: Database, bus: Bus): NotificationCache {
  const cache: NotificationCache = new BatchCache({
    max: 30_000,
    sizeOf: ({ items, unread }) => items.length + Math.ceil(unread.actors.length / 10) + 1,
    ttl: 60_000,
    load: async (uids) =>
      new Map(await Promise.all(uids.map(async (uid) => [uid, await readHead(db, uid)] as const))),
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
function mayInclude({ items, unread }: NotificationsHead, postId: string): boolean {
  let listed = 0;
  for (const { row } of items) {
    if (row.post_id === postId) return true;
    if (!row.is_read && !row.is_gone) listed++;
  }
  return unread.count > listed;
}

export async function readNotifications(
  db: Database,
  uid: string,
  before: string,
): Promise<readonly CachedNotification[]> {
  return (await findNotifications(db, uid, before)).map((row) => ({ row }));
}

async function readHead(db: Database, uid: string): Promise<NotificationsHead> {
  const [items, unread] = await Promise.all([readNotifications(db, uid, lastId), countUnread(db, uid)]);
  return { items, unread };
}
