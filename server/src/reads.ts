import type { Feature } from '../../contract/src/features.ts';
import { AdCache } from './ads/views/ads.ts';
import { ClubHeads } from './clubs/views/club-heads.ts';
import { ClubList } from './clubs/views/club-list.ts';
import type { DiscoveryReads } from './discovery/views/discovery-reads.ts';
import { SuggestionLists } from './discovery/views/suggestion-lists.ts';
import type { Bus } from './kernel/bus.ts';
import {
  createGroupedNotificationCache,
  createNotificationCache,
} from './notifications/views/notification-cache.ts';
import type { NotificationReads } from './notifications/views/notification-reads.ts';
import { createExclusionsCache } from './people/views/exclusions.ts';
import { createAuthorCache, createProfileCache } from './people/views/profiles.ts';
import type { MediaUrls } from './platform/files/media-urls.ts';
import type { Database } from './platform/postgres/database.ts';
import { createCommentCache } from './posts/views/comment-cache.ts';
import { CommentMarks } from './posts/views/comment-marks.ts';
import { createPostCache } from './posts/views/post-cache.ts';
import { ViewerStates } from './posts/views/viewer-states.ts';
import { FollowCache } from './profiles/views/follow-cache.ts';
import type { ProfileReads } from './profiles/views/profile-views.ts';
import { createSearchCache } from './profiles/views/search.ts';
import { isAdmin } from './sessions/views/session.ts';
import { FeedHeads } from './timeline/views/feed-heads.ts';
import type { TopicPageReads } from './timeline/views/topic-page.ts';
import { TopicHeads } from './topics/views/topic-heads.ts';
import { type TopicReads, TopicSuggestions } from './topics/views/topic-suggestions.ts';

export type Reads = ProfileReads &
  DiscoveryReads &
  NotificationReads &
  TopicPageReads &
  TopicReads & { readonly ads: AdCache };

export function createReads(
  db: Database,
  bus: Bus,
  {
    mediaUrls,
    features,
    superAdminEmail,
    now,
  }: {
    mediaUrls: MediaUrls;
    features: readonly Feature[];
    superAdminEmail: string | null;
    now: () => Date;
  },
): Reads {
  const profiles = createProfileCache(db, bus, { mediaUrls, showClubs: features.includes('cuadros') });
  return {
    db,
    mediaUrls,
    posts: createPostCache(db, bus, { source: 'summaries', mediaUrls }),
    fullPosts: createPostCache(db, bus, { source: 'posts', mediaUrls }),
    profiles,
    authors: createAuthorCache(profiles, bus),
    searches: createSearchCache(db, bus, profiles),
    viewers: new ViewerStates(db, bus),
    heads: new FeedHeads(db, bus),
    comments: createCommentCache(db, bus),
    commentMarks: new CommentMarks(db, bus),
    notifications: createNotificationCache(db, bus),
    groupedNotifications: createGroupedNotificationCache(db, bus),
    follows: new FollowCache(db, bus),
    suggestions: new SuggestionLists(db, bus),
    clubs: new ClubList(db, bus),
    clubHeads: new ClubHeads(db, bus),
    topics: new TopicHeads(db, bus),
    topicSuggestions: new TopicSuggestions(db, now),
    ads: new AdCache(db, bus, mediaUrls),
    exclusions: createExclusionsCache(db, bus),
    isAdmin: (uid) => isAdmin(db, uid, superAdminEmail),
  };
}
