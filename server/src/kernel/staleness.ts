import type { ViewerState } from '../../../contract/src/calls/shapes.ts';
import type { CounterState, Fact, FactName, TimelineEntry } from './facts.ts';

/** The caches, and the keys by which their entries are invalidated. */
export type Caches = {
  posts: readonly string[];
  /** The counters of a post: replaced instead of invalidated, since every like changes them. */
  counters: { postId: string; counters: CounterState };
  comments: readonly string[];
  /** Viewers' likes on comments, by viewer. */
  commentMarks: readonly string[];
  /** Viewers' likes, reposts, saves and votes on a post: replaced instead of invalidated. */
  marks: { postId: string; uids: readonly string[]; marks: Partial<ViewerState> };
  profiles: readonly string[];
  /** People without their counts, as posts and comments name them. */
  authors: readonly string[];
  /** The first matches of searches for people. */
  searches: true;
  follows: readonly (readonly [follower: string, followee: string])[];
  /** Timeline heads, by reader; or those of everybody. `added`: entries that are put on top. */
  timelines: { readers: readonly string[] | 'all'; added?: readonly TimelineEntry[] | undefined };
  authorPosts: readonly string[];
  reposts: readonly string[];
  /** The head of 'Para vos': the new post is put on top. */
  latestPosts: string;
  mergedAuthors: true;
  exclusions: readonly string[];
  notifications: readonly string[];
  notificationsAbout: string;
  /** Sessions in memory: of a user, or by the hash of their token. */
  sessions: { uid: string } | { tokenHashes: readonly string[] };
  devices: readonly string[];
  /** Topics, by their keys. */
  topics: readonly string[];
  suggestions: true;
  ads: readonly string[];
  /** The head of a club's posts: the new post is put on top. */
  clubPosts: { club: string; postId: string };
  clubs: true;
};

export type CacheName = keyof Caches;

/** For each fact the cache entries that it makes stale. */
export type Staleness = {
  [Name in FactName]: { [Cache in CacheName]?: (fact: Fact<Name>) => Caches[Cache] | undefined };
};

const counters = (fact: { postId: string; counters: CounterState }) => ({
  postId: fact.postId,
  counters: fact.counters,
});

export const staleness: Staleness = {
  'post-published': {
    profiles: ({ ownerUid }) => [ownerUid],
    timelines: ({ ownerUid, postId }) => ({
      readers: [ownerUid],
      added: [{ entryId: postId, postId, reposterUid: null }],
    }),
    authorPosts: ({ ownerUid }) => [ownerUid],
    latestPosts: ({ postId }) => postId,
    clubPosts: ({ club, postId }) => (club === undefined ? undefined : { club, postId }),
  },
  'post-edited': { posts: ({ postId }) => [postId] },
  'post-deleted': {
    // Lists that still hold its id leave it out when they are shown.
    posts: ({ postId }) => [postId],
    profiles: ({ ownerUid }) => [ownerUid],
    notificationsAbout: ({ postId }) => postId,
  },
  'post-counted': { counters },
  'post-liked': {
    counters,
    marks: ({ postId, uids, liked }) => ({ postId, uids, marks: { liked } }),
  },
  'post-reposted': {
    counters,
    marks: ({ postId, uid, reposted }) => ({ postId, uids: [uid], marks: { reposted } }),
    reposts: ({ uid }) => [uid],
  },
  'post-saved': { marks: ({ postId, uid, saved }) => ({ postId, uids: [uid], marks: { saved } }) },
  'poll-voted': {
    counters,
    marks: ({ postId, uid, vote }) => ({ postId, uids: [uid], marks: { vote } }),
  },
  'post-commented': {
    counters: ({ postId, counters: after }) => (after === null ? undefined : { postId, counters: after }),
    comments: ({ postId }) => [postId],
  },
  'comment-liked': {
    comments: ({ postId }) => [postId],
    commentMarks: ({ uids }) => uids,
  },
  'follow-changed': {
    follows: ({ follower, followee }) => [[follower, followee]],
    profiles: ({ follower, followee }) => [follower, followee],
    timelines: ({ follower }) => ({ readers: [follower] }),
  },
  'block-changed': { exclusions: ({ uids }) => uids },
  'mutes-changed': { exclusions: ({ uids }) => uids },
  'account-created': { searches: () => true },
  'profile-changed': { profiles: ({ uids }) => uids, authors: ({ uids }) => uids, searches: () => true },
  'club-changed': { profiles: ({ uid }) => [uid], authors: ({ uid }) => [uid] },
  'clubs-changed': { clubs: () => true },
  'account-hidden': { profiles: ({ uid }) => [uid], authors: ({ uid }) => [uid] },
  'account-shown': {
    profiles: ({ uid }) => [uid],
    authors: ({ uid }) => [uid],
    searches: () => true,
  },
  'sessions-ended': { sessions: (ended) => ended },
  'devices-changed': { devices: ({ uid }) => [uid] },
  'merged-authors-changed': {
    mergedAuthors: () => true,
    // Each head holds the merged authors that its reader follows.
    timelines: () => ({ readers: 'all' }),
    profiles: ({ uid }) => [uid],
  },
  'timelines-changed': { timelines: ({ readerUids, added }) => ({ readers: readerUids, added }) },
  notified: { notifications: ({ uid }) => [uid] },
  'notifications-changed': { notifications: ({ uids }) => uids },
  // Every cache is cleared (kernel/bus.ts).
  'everything-changed': {},
  'topics-changed': { topics: ({ tags }) => tags },
  'suggestions-changed': { suggestions: () => true },
  'ad-changed': { ads: ({ adId }) => [adId] },
};
