import type { ViewerState } from '../../../contract/src/calls/shapes.ts';

/** The state with the higher `revision` is newer. */
export type CounterState = {
  likes: number;
  comments: number;
  reposts: number;
  impressions: number;
  votes_a: number;
  votes_b: number;
  votes_c: number;
  votes_d: number;
  revision: number;
};

export type TimelineEntry = { entryId: string; postId: string; reposterUid: string | null };

type CounterChange = { postId: string; counters: CounterState };

/** The changes of a committed transaction, by name. Plain JSON: facts travel to other processes. */
export type Facts = {
  'post-published': { postId: string; ownerUid: string; club?: string; tags?: readonly string[] };
  'post-edited': { postId: string };
  'post-deleted': { postId: string; ownerUid: string };
  'post-counted': CounterChange;
  'post-liked': CounterChange & { uids: readonly string[]; liked: boolean };
  'post-reposted': CounterChange & { uid: string; reposted: boolean };
  'post-saved': { postId: string; uid: string; saved: boolean };
  'poll-voted': CounterChange & { uid: string; vote: NonNullable<ViewerState['vote']> };
  /** Null counters: the post of the comment was deleted. */
  'post-commented': { postId: string; counters: CounterState | null };
  'comment-liked': { postId: string; uids: readonly string[] };
  'follow-changed': { follower: string; followee: string };
  /** A new block also ends follows between the two. */
  'block-changed': { uids: readonly string[] };
  'mutes-changed': { uids: readonly string[] };
  'account-created': { uid: string };
  'profile-changed': { uids: readonly string[] };
  'club-changed': { uid: string };
  'clubs-changed': object;
  /** `postIds`: only the newest posts. */
  'account-hidden': { uid: string; postIds: readonly string[] };
  'account-shown': { uid: string };
  'sessions-ended': { uid: string } | { tokenHashes: readonly string[] };
  'devices-changed': { uid: string };
  'merged-authors-changed': { uid: string };
  /** `added`: the new entries, when nothing else about these timelines changed. */
  'timelines-changed': { readerUids: readonly string[]; added?: readonly TimelineEntry[] };
  /** `pushAt`: when devices get them, in milliseconds since 1970. */
  notified: { uid: string; ids: readonly string[]; pushAt?: number | undefined };
  'notifications-changed': { uids: readonly string[] };
  'topics-changed': { tags: readonly string[] };
  'suggestions-changed': object;
  'ad-changed': { adId: string };
  'everything-changed': object;
};

export type FactName = keyof Facts;
export type Fact<Name extends FactName = FactName> = { [N in Name]: { type: N } & Facts[N] }[Name];
