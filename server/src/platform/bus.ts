import type { ViewerState } from '../../../contract/src/calls/shapes.ts';

/** What happened, told after the commit. The names are those of the shared channel between server processes. */
export type Events = {
  'post-created': { postId: string; ownerUid: string };
  /** Its text, link or preview changed. */
  'post-edited': { postId: string };
  'post-deleted': { postId: string; ownerUid: string };
  /** The latest posts of an author who was suspended: for now nobody is shown them. */
  'posts-hidden': { postIds: readonly string[]; ownerUid: string };
  /** The newest counters of a post; a higher revision is newer. */
  'counters-changed': { postId: string; counters: CounterState };
  'follow-changed': { follower: string; followee: string };
  /** Comments of a post came or went. */
  'comments-changed': { postId: string };
  'profile-changed': { uids: readonly string[] };
  /** An author crossed the threshold from which posts are merged at read time. */
  'merged-authors-changed': { uid: string };
  /** What one viewer did with a post. */
  'reaction-changed': { uid: string; postId: string } & Partial<ViewerState>;
  /** What somebody reposted changed. */
  'reposts-changed': { uid: string };
  'timelines-changed': { readerUids: readonly string[] };
  /** Whom or what these viewers are not to see changed. */
  'unwanted-changed': { uids: readonly string[] };
  /** Notifications that are new to a user, and until when the job waits that tells the user's devices. */
  notified: { uid: string; ids: readonly string[]; pushAt?: Date | undefined };
  /** A user read notifications, or some went. */
  'notifications-read': { uid: string };
  /** A user's devices came or went, or what they are sent was chosen anew. */
  'push-changed': { uid: string };
  /** An ad came, went, or changed its state. */
  'ads-changed': { adId: string };
  'sessions-ended': { tokenHash: string } | { uid: string };
};

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

type Listener<T> = (event: T) => void;

/**
 * Tells the parts of the server what happened. Within the process listeners run before `emit` returns, so who acted
 * reads what they wrote.
 */
export class Bus {
  readonly #listeners = new Map<keyof Events, Listener<never>[]>();

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): void {
    const listeners = this.#listeners.get(name) ?? [];
    listeners.push(listener);
    this.#listeners.set(name, listeners);
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as Listener<Events[Name]>)(event);
  }
}
