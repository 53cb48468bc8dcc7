import type { ViewerState } from '../../../contract/src/calls/shapes.ts';
import type { CounterState, Fact, FactName, TimelineEntry } from './facts.ts';

type PostId = string;
type PostIds = readonly PostId[];
type Uids = readonly string[];
type TopicKeys = readonly string[];
type AdIds = readonly string[];

export type Caches = {
  posts: PostIds;
  /** Replaced instead of invalidated, since every like changes them. */
  counters: { postId: PostId; counters: CounterState };
  comments: PostIds;
  commentMarks: Uids;
  /** `revision`: that of the post's counters, where they change together with the marks. */
  marks: { postId: PostId; uids: Uids; marks: Partial<ViewerState>; revision?: number };
  profiles: Uids;
  authors: Uids;
  searches: true;
  follows: readonly (readonly [follower: string, followee: string])[];
  /** `added`: entries to put on top of a head that stays cached. */
  timelines: { readers: Uids | 'all'; added?: readonly TimelineEntry[] | undefined };
  authorPosts: Uids;
  reposts: Uids;
  latestPosts: PostId;
  mergedAuthors: true;
  exclusions: Uids;
  notifications: Uids;
  notificationsAbout: PostId;
  sessions: { uid: string } | { tokenHashes: readonly string[] };
  devices: Uids;
  topics: TopicKeys;
  suggestions: true;
  ads: AdIds;
  clubPosts: { club: string; postId: PostId };
  clubs: true;
};

export type CacheName = keyof Caches;

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
    // Lists may still hold its id: they omit it when they are shown.
    posts: ({ postId }) => [postId],
    profiles: ({ ownerUid }) => [ownerUid],
    notificationsAbout: ({ postId }) => postId,
  },
  'post-counted': { counters },
  'post-liked': {
    counters,
    marks: ({ postId, uids, liked, counters: { revision } }) => ({
      postId,
      uids,
      marks: { liked },
      revision,
    }),
  },
  'post-reposted': {
    counters,
    marks: ({ postId, uid, reposted }) => ({ postId, uids: [uid], marks: { reposted } }),
    reposts: ({ uid }) => [uid],
  },
  'post-saved': { marks: ({ postId, uid, saved }) => ({ postId, uids: [uid], marks: { saved } }) },
  'poll-voted': {
    counters,
    marks: ({ postId, uid, vote, counters: { revision } }) => ({
      postId,
      uids: [uid],
      marks: { vote },
      revision,
    }),
  },
  'post-commented': {
    counters: ({ postId, counters: state }) => (state === null ? undefined : { postId, counters: state }),
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
  'sessions-ended': { sessions: (sessions) => sessions },
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
  'everything-changed': {},
  'topics-changed': { topics: ({ tags }) => tags },
  'suggestions-changed': { suggestions: () => true },
  'ad-changed': { ads: ({ adId }) => [adId] },
};
