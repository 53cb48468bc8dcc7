import { readCursor, writeCursor } from '../../kernel/cursors.ts';
import { pageText } from '../../kernel/page-text.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { markNotificationsRead } from '../actions/notifications.ts';
import type { NotificationReads } from '../views/notification-reads.ts';
import { listedUnread, notificationList, unreadCount } from '../views/notifications.ts';

type Needs = { reads: NotificationReads; writes: Writes; signer: Signer };

export function notificationRoutes({
  reads,
  writes,
  signer,
}: Needs): Handlers<'getNotifications' | 'markNotificationsRead'> {
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
