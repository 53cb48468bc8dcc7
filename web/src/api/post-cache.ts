import { useSyncExternalStore } from 'react';

import type { PostView, Profile } from '../../../contract/src/calls/shapes.ts';

type Overlay = (post: PostView) => PostView;

type Author = Pick<Profile, 'uid' | 'displayName' | 'handle' | 'avatar'>;

type Entry = {
  /** What the server said last. */
  confirmed: PostView;
  /** What this user has asked for and the server has not answered yet. */
  overlay: Overlay | null;
  shown: PostView;
  /** When a command last settled it, on the clock of `performance.now()`. */
  settledAt: number;
};

const entries = new Map<string, Entry>();
const hidden = new Set<string>();
const listeners = new Map<string, Set<() => void>>();

/** The post as it stands on the page: one truth for every list and page that shows it. Undefined when unknown. */
export function usePost(id: string): PostView | undefined {
  return useSyncExternalStore(
    (listener) => subscribe(id, listener),
    () => findPost(id),
  );
}

/** The post with what the user has already asked for, or undefined when unknown or deleted. */
export function findPost(id: string): PostView | undefined {
  return hidden.has(id) ? undefined : entries.get(id)?.shown;
}

/**
 * Takes in posts of an answer and gives their ids, in order.
 * @param askedAt when the answer was asked for (`performance.now()`): one that is older than a settled reaction
 *   does not bring the earlier state back.
 */
export function putPosts(posts: readonly PostView[], askedAt: number): string[] {
  for (const post of posts) {
    const known = entries.get(post.id);
    const current = known && known.settledAt > askedAt ? withReactionsOf(post, known.confirmed) : post;
    write(post.id, { settledAt: 0, overlay: null, ...known, confirmed: current });
  }
  return posts.map((post) => post.id);
}

/** Lays a wish over the post until the server answers; null takes it away and the confirmed state shows again. */
export function overlayPost(id: string, overlay: Overlay | null): void {
  const entry = entries.get(id);
  if (entry) write(id, { ...entry, overlay });
}

/** Changes what is confirmed of the post, as the server's answer to a command says. */
export function settlePost(id: string, change: (confirmed: PostView) => PostView): void {
  const entry = entries.get(id);
  if (entry) write(id, { ...entry, confirmed: change(entry.confirmed), settledAt: performance.now() });
}

/** Shows an author's new name, handle and picture on every post that is known. */
export function renameAuthor({ uid, displayName, handle, avatar }: Author): void {
  const author = { authorName: displayName, authorHandle: handle, authorAvatar: avatar };
  for (const [id, entry] of entries) {
    const { authorId, quoted, repostedBy } = entry.confirmed;
    if (authorId !== uid && quoted?.authorId !== uid && repostedBy?.uid !== uid) continue;
    const confirmed = {
      ...entry.confirmed,
      ...(authorId === uid && author),
      quoted: quoted?.authorId === uid ? { ...quoted, ...author } : quoted,
      repostedBy: repostedBy?.uid === uid ? { uid, displayName } : repostedBy,
    };
    write(id, { ...entry, confirmed });
  }
}

/** Hides a post everywhere at once, or shows it again in its old places. */
export function hidePost(id: string, hide: boolean): void {
  if (hide) hidden.add(id);
  else hidden.delete(id);
  notify(id);
}

/** Forgets a post that is gone for good. */
export function forgetPost(id: string): void {
  entries.delete(id);
  hidden.delete(id);
  notify(id);
}

/** Forgets everything, because another user looks now. */
export function clearPosts(): void {
  entries.clear();
  hidden.clear();
  for (const id of listeners.keys()) notify(id);
}

function write(id: string, entry: Omit<Entry, 'shown'>): void {
  const shown = entry.overlay ? entry.overlay(entry.confirmed) : entry.confirmed;
  entries.set(id, { ...entry, shown });
  notify(id);
}

function withReactionsOf(post: PostView, known: PostView): PostView {
  const { likesCount, repostsCount, commentsCount, counts, viewer } = known;
  return { ...post, likesCount, repostsCount, commentsCount, counts, viewer };
}

function subscribe(id: string, listener: () => void): () => void {
  const set = listeners.get(id) ?? new Set();
  listeners.set(id, set);
  set.add(listener);
  return () => {
    set.delete(listener);
    if (set.size === 0) listeners.delete(id);
  };
}

function notify(id: string): void {
  for (const listener of listeners.get(id) ?? []) listener();
}
