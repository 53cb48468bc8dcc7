import { readCursor, writeCursor } from '../../kernel/cursors.ts';
import { pageText } from '../../kernel/page-text.ts';
import type { Handlers, Site } from '../../routes/route.ts';
import { markNotificationsRead } from '../actions/notifications.ts';
import { listedUnread, notificationList, unreadCount } from '../views/notifications.ts';

export function notificationRoutes({
  reads,
  writes,
  signer,
}: Site): Handlers<'getNotifications' | 'markNotificationsRead'> {
  return {
    getNotifications: async ({ input: { cursor }, session: { uid } }) => {
      const list = `notifications ${uid}`;
      const [{ items, next }, unread] = await Promise.all([
        notificationList(reads, uid, readCursor(signer, list, cursor)),
        listedUnread(reads, uid),
      ]);
      return pageText(items, writeCursor(signer, list, next), { unread });
    },
    markNotificationsRead: async ({ input: { ids }, session: { uid } }) => {
      await markNotificationsRead(writes, uid, ids);
      return { unread: await unreadCount(reads, uid) };
    },
  };
}
