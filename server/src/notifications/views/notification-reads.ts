import type { PostBody } from '../../../../contract/src/calls/shapes.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { PostWithWords } from '../../people/views/post-words.ts';
import type { GroupedNotificationCache, NotificationCache } from './notification-cache.ts';

export type PostOfNotification = PostWithWords & {
  readonly fields: Pick<PostBody, 'ownerUid' | 'link' | 'quoteOf'>;
};

export type NotificationReads = PeopleReads & {
  readonly notifications: NotificationCache;
  readonly groupedNotifications: GroupedNotificationCache;
  readonly posts: {
    getMany: (ids: readonly string[]) => Promise<Map<string, PostOfNotification>>;
    peek: (id: string) => PostOfNotification | undefined;
  };
};
