import type { ViewerState } from '../../../contract/src/calls/shapes.ts';

/** The counters of a post; the higher `revision` is the newer one. */
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

/** One entry of a reader's timeline: a post, and the reposter when it is a repost. */
export type TimelineEntry = { entryId: string; postId: string; reposterUid: string | null };

type CounterChange = { postId: string; counters: CounterState };

/** The changes that a committed transaction publishes, by name. A fact is plain JSON: it travels to other processes. */
export type Facts = {
  /** `club`: the one that the author shows. `tags`: the keys of its topics, if it has any. */
  'post-published': { postId: string; ownerUid: string; club?: string; tags?: readonly string[] };
  'post-edited': { postId: string };
  'post-deleted': { postId: string; ownerUid: string };
  'post-counted': CounterChange;
  'post-liked': CounterChange & { uids: readonly string[]; liked: boolean };
  'post-reposted': CounterChange & { uid: string; reposted: boolean };
  'post-saved': { postId: string; uid: string; saved: boolean };
  'poll-voted': CounterChange & { uid: string; vote: NonNullable<ViewerState['vote']> };
  /** A comment was added or removed. Null counters: its post was deleted. */
  'post-commented': { postId: string; counters: CounterState | null };
  /** These users liked a comment of this post, or took their likes back. */
  'comment-liked': { postId: string; uids: readonly string[] };
  'follow-changed': { follower: string; followee: string };
  /** A block began or ended between two people; a new block also ends their follows. */
  'block-changed': { uids: readonly string[] };
  'mutes-changed': { uids: readonly string[] };
  'account-created': { uid: string };
  'profile-changed': { uids: readonly string[] };
  /** A user chose a club, or shows it or hides it. */
  'club-changed': { uid: string };
  /** The list of clubs or their counts of fans. */
  'clubs-changed': object;
  /** This account is no longer visible to anybody. `postIds`: its newest posts. */
  'account-hidden': { uid: string; postIds: readonly string[] };
  'account-shown': { uid: string };
  'sessions-ended': { uid: string } | { tokenHashes: readonly string[] };
  'devices-changed': { uid: string };
  'merged-authors-changed': { uid: string };
  /** `added`: the entries that these timelines gained, when nothing else about them changed. */
  'timelines-changed': { readerUids: readonly string[]; added?: readonly TimelineEntry[] };
  /**
   * New notifications of one user. `pushAt`: when they are pushed to the user's devices, in milliseconds since 1970.
   */
  notified: { uid: string; ids: readonly string[]; pushAt?: number | undefined };
  'notifications-changed': { uids: readonly string[] };
  /** Posts were added to these topics or removed from them, or an admin changed one. */
  'topics-changed': { tags: readonly string[] };
  /** People and posts were ranked again for the suggestions. */
  'suggestions-changed': object;
  'ad-changed': { adId: string };
  /** An unknown number of changes: every cache is cleared. */
  'everything-changed': object;
};

export type FactName = keyof Facts;
export type Fact<Name extends FactName = FactName> = { [N in Name]: { type: N } & Facts[N] }[Name];
