import { readCursor } from '../../kernel/cursors.ts';
import { pageAnswer } from '../../kernel/page-text.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { andThen, both } from '../../platform/concurrency/maybe-promise.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { markNotificationsRead } from '../actions/notifications.ts';
import { firstPage } from '../views/first-page.ts';
import { groupedNotificationList } from '../views/grouped-list.ts';
import type { NotificationReads } from '../views/notification-reads.ts';
import { cachedUnreadCount, notificationList, unreadCount } from '../views/notifications.ts';

type Needs = { reads: NotificationReads; writes: Writes; signer: Signer };

export function notificationRoutes({
  reads,
  writes,
  signer,
}: Needs): Handlers<'getNotifications' | 'markNotificationsRead'> {
  return {
    getNotifications: ({ input: { cursor, grouped, only }, session: { uid } }) => {
      const isGrouped = grouped === 'true';
      const list = `${isGrouped ? 'grouped ' : ''}${only ?? 'notifications'} ${uid}`;
      const place = readCursor(signer, list, cursor);
      const cache = isGrouped ? 'groupedNotifications' : 'notifications';
      if (place === null && !only)
        return andThen(firstPage(reads, uid, cache), (page) =>
          pageAnswer(signer, list, page, { unread: page.unread }),
        );
      // A grouped list shows mentions and quotes one by one.
      const page =
        isGrouped && !only
          ? groupedNotificationList(reads, uid, place)
          : notificationList(reads, uid, place, { only, detailed: isGrouped });
      return andThen(both(page, cachedUnreadCount(reads, uid, cache)), ([found, unread]) =>
        pageAnswer(signer, list, found, { unread }),
      );
    },
    markNotificationsRead: async ({ input, session: { uid } }) => {
      await markNotificationsRead(writes, uid, input);
      return { unread: await unreadCount(reads, uid) };
    },
  };
}
