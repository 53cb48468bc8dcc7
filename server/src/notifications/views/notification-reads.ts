import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { NotificationCache } from './notification-cache.ts';

export type NotificationReads = PeopleReads & { readonly notifications: NotificationCache };
