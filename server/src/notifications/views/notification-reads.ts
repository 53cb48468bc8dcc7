import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type {
  GroupedNotificationCache,
  NotificationCache,
  PostOfNotification,
} from './notification-cache.ts';

export type NotificationReads = PeopleReads & {
  readonly notifications: NotificationCache;
  readonly groupedNotifications: GroupedNotificationCache;
  readonly posts: Pick<BatchCache<PostOfNotification>, 'getMany' | 'entriesOf' | 'current'>;
};
