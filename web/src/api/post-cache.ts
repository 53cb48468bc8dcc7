import { useSyncExternalStore } from 'react';

import type { Poll, PostView } from '../../../contract/src/calls/shapes.ts';

type Overlay = (post: PostView) => PostView;

type Change = 'like' | 'repost' | 'save' | 'vote' | 'warning';

type Entry = {
  confirmed: PostView;
  overlays: { readonly [change in Change]?: Overlay | null };
  withOverlays: PostView;
  /** When a command last confirmed it, in `performance.now()` time. */
  settledAt: number;
};

/** For `free-posts.ts`, which is loaded later. */
export const entries = new Map<string, Entry>();
const hiddenIds = new Set<string>();
const deletedAt = new Map<string, number>();
export const listeners = new Map<string, Set<() => void>>();

export function usePost(id: string): PostView | undefined {
  return useSyncExternalStore(
    (listener) => subscribe(id, listener),
    () => findPost(id),
  );
}

export function usePostsWhere(ids: readonly string[], keep: (post: PostView) => boolean): string[] {
  const joinedIds = useSyncExternalStore(
    (listener) => {
      const ends = ids.map((id) => subscribe(id, listener));
      return () => ends.forEach((end) => end());
    },
    // A string, so that snapshots of the same posts are equal.
    () => ids.filter((id) => holds(findPost(id), keep)).join(),
  );
  return joinedIds === '' ? [] : joinedIds.split(',');
}

/** Null once the quoted post is deleted or hidden. */
export function useQuotedPost(quoted: PostView): PostView | null {
  return useSyncExternalStore(
    (listener) => subscribe(quoted.id, listener),
    () => findQuoted(quoted),
  );
}

export function findQuoted(quoted: PostView): PostView | null {
  return deletedAt.has(quoted.id) || hiddenIds.has(quoted.id) ? null : (findPost(quoted.id) ?? quoted);
}

export function withContentOf(post: PostView, edited: PostView): PostView {
  const { text, link, linkPreview, editedAt, media, attachments } = edited;
  return { ...post, text, link, linkPreview, editedAt, media, attachments };
}

export function findPost(id: string): PostView | undefined {
  return hiddenIds.has(id) ? undefined : entries.get(id)?.withOverlays;
}

/**
 * @param askedAt when the answer was requested (`performance.now()`): an answer older than a confirmed
 * command or deletion does not undo it
 * @returns their ids, in order
 */
export function putPosts(posts: readonly PostView[], askedAt: number): string[] {
  for (const post of posts) {
    if (isGoneSince(post.id, askedAt)) continue;
    const entry = entries.get(post.id);
    const confirmed = entry && entry.settledAt > askedAt ? withSettled(post, entry.confirmed) : post;
    deletedAt.delete(post.id);
    write(post.id, { settledAt: 0, overlays: {}, ...entry, confirmed });
    if (post.quoted) putQuoted(post.quoted, askedAt);
  }
  return posts.map((post) => post.id);
}

export function overlayPost(id: string, overlay: Overlay | null, change: Change = 'like'): void {
  const entry = entries.get(id);
  if (entry) write(id, { ...entry, overlays: { ...entry.overlays, [change]: overlay } });
}

export function settlePost(id: string, change: (confirmed: PostView) => PostView): void {
  const entry = entries.get(id);
  if (entry) write(id, { ...entry, confirmed: change(entry.confirmed), settledAt: performance.now() });
}

/**
 * Skips an older poll: votes only increase.
 * @returns false while the user's own vote is pending, whose answer counts it too
 */
export function updatePostPoll(id: string, poll: Poll): boolean {
  const entry = entries.get(id);
  const current = entry?.confirmed.poll;
  if (!entry || !current || current.totalVotes >= poll.totalVotes) return true;
  if (entry.overlays.vote) return false;
  write(id, { ...entry, confirmed: { ...entry.confirmed, poll } });
  return true;
}

/** `change` returns the same object for posts that stay as they are. */
export function changePosts(change: (confirmed: PostView) => PostView): void {
  for (const [id, entry] of entries) {
    const confirmed = change(entry.confirmed);
    if (confirmed !== entry.confirmed) write(id, { ...entry, confirmed });
  }
}

export function postsBy(uid: string): string[] {
  const posts = [...entries.values()].flatMap(({ confirmed }) => [confirmed, confirmed.quoted]);
  return posts.flatMap((post) => (post?.ownerUid === uid ? post.id : []));
}

export function hidePost(id: string, hide: boolean): void {
  if (hide) hiddenIds.add(id);
  else hiddenIds.delete(id);
  notify(id);
}

export function forgetPost(id: string): void {
  entries.delete(id);
  hiddenIds.delete(id);
  deletedAt.set(id, performance.now());
  notify(id);
}

export function clearPosts(): void {
  entries.clear();
  hiddenIds.clear();
  deletedAt.clear();
  for (const id of listeners.keys()) notify(id);
}

function isGoneSince(id: string, askedAt: number): boolean {
  return (deletedAt.get(id) ?? 0) > askedAt;
}

function holds(post: PostView | undefined, keep: (post: PostView) => boolean): boolean {
  return post !== undefined && keep(post);
}

function write(id: string, entry: Omit<Entry, 'withOverlays'>): void {
  const withOverlays = Object.values(entry.overlays).reduce(
    (post, overlay) => overlay?.(post) ?? post,
    entry.confirmed,
  );
  entries.set(id, { ...entry, withOverlays });
  notify(id);
}

// A quoted post arrives without its own quote, so it only updates a post that is already cached.
function putQuoted(quoted: PostView, askedAt: number): void {
  if (isGoneSince(quoted.id, askedAt)) return;
  // Visible again, for example after its author's suspension was lifted.
  deletedAt.delete(quoted.id);
  const entry = entries.get(quoted.id);
  if (!entry || entry.settledAt > askedAt) return;
  const { quoted: inner, repostedBy } = entry.confirmed;
  write(quoted.id, { ...entry, confirmed: { ...quoted, quoted: inner, repostedBy } });
}

// The viewer's commands may have changed the rest meanwhile. Of two contents the later edit wins.
function withSettled(post: PostView, cached: PostView): PostView {
  const latest = (post.editedAt ?? '') > (cached.editedAt ?? '') ? post : cached;
  return { ...withContentOf(cached, latest), quoted: post.quoted };
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
