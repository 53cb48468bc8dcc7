import type { PostBody } from '../../../../contract/src/calls/shapes.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { GroupedNotificationCache, NotificationCache } from './notification-cache.ts';

export type PostOfNotification = {
  readonly fields: Pick<PostBody, 'ownerUid' | 'text' | 'link' | 'media' | 'quoteOf' | 'warning'>;
  readonly poll: object | null;
};

export type NotificationReads = PeopleReads & {
  readonly notifications: NotificationCache;
  readonly groupedNotifications: GroupedNotificationCache;
  readonly posts: {
    getMany: (ids: readonly string[]) => Promise<Map<string, PostOfNotification>>;
    peek: (id: string) => PostOfNotification | undefined;
  };
};
