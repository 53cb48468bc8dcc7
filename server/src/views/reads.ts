import { AdCache } from '../ads/views/ads.ts';
import type { Bus } from '../kernel/bus.ts';
import {
  createNotificationCache,
  type NotificationCache,
} from '../notifications/views/notification-cache.ts';
import { FollowCache } from '../people/views/follow-cache.ts';
import { createProfileCache, type ProfileCache } from '../people/views/profiles.ts';
import { createUnwantedCache, type UnwantedCache } from '../people/views/unwanted.ts';
import type { Database } from '../platform/database.ts';
import { type CommentCache, createCommentCache } from '../posts/views/comment-cache.ts';
import { createPostCache, type PostCache } from '../posts/views/post-cache.ts';
import { ViewerStates } from '../posts/views/viewer-states.ts';
import { FeedHeads } from '../timeline/views/feed-heads.ts';

/** What the views read from: the database and the caches in front of it. */
export type Reads = {
  readonly db: Database;
  readonly posts: PostCache;
  /** For the feed's fallback: the same posts, read without the read model. */
  readonly fullPosts: PostCache;
  readonly profiles: ProfileCache;
  readonly viewers: ViewerStates;
  readonly heads: FeedHeads;
  readonly comments: CommentCache;
  readonly notifications: NotificationCache;
  readonly follows: FollowCache;
  readonly ads: AdCache;
  readonly unwanted: UnwantedCache;
};

export function createReads(db: Database, bus: Bus): Reads {
  return {
    db,
    posts: createPostCache(db, bus, 'summaries'),
    fullPosts: createPostCache(db, bus, 'posts'),
    profiles: createProfileCache(db, bus),
    viewers: new ViewerStates(db, bus),
    heads: new FeedHeads(db, bus),
    comments: createCommentCache(db, bus),
    notifications: createNotificationCache(db, bus),
    follows: new FollowCache(db, bus),
    ads: new AdCache(db, bus),
    unwanted: createUnwantedCache(db, bus),
  };
}
