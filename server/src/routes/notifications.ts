import { markNotificationsRead } from '../actions/notifications.ts';
import { listedUnread, notificationList, unreadCount } from '../views/notifications.ts';
import { readCursor, writeCursor } from './cursors.ts';
import { pageFields } from './posts.ts';
import { type Handlers, JsonText, type Site } from './route.ts';

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
      return new JsonText(`{${pageFields(items, writeCursor(signer, list, next))},"unread":${unread}}`);
    },
    markNotificationsRead: async ({ input: { ids }, session: { uid } }) => {
      await markNotificationsRead(writes, uid, ids);
      return { unread: await unreadCount(reads, uid) };
    },
  };
}
