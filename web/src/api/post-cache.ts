import { useSyncExternalStore } from 'react';

import type { Poll, PostView, Profile } from '../../../contract/src/calls/shapes.ts';

type Overlay = (post: PostView) => PostView;

/** What a wish is about: wishes of different kinds stand together, one takes the place of another of its kind. */
type Wish = 'like' | 'repost' | 'save' | 'vote';

type Author = Pick<Profile, 'uid' | 'displayName' | 'handle' | 'avatar'>;

type Entry = {
  /** What the server said last. */
  confirmed: PostView;
  /** What this user has asked for and the server has not answered yet. */
  overlays: { readonly [wish in Wish]?: Overlay | null };
  shown: PostView;
  /** When a command last settled it, on the clock of `performance.now()`. */
  settledAt: number;
};

const entries = new Map<string, Entry>();
const hidden = new Set<string>();
/** What was deleted, and when. */
const gone = new Map<string, number>();
const listeners = new Map<string, Set<() => void>>();

/** The post as it stands on the page: one truth for every list and page that shows it. Undefined when unknown. */
export function usePost(id: string): PostView | undefined {
  return useSyncExternalStore(
    (listener) => subscribe(id, listener),
    () => findPost(id),
  );
}

/** Those of the posts that are known and that `keep` holds for, in order; renewed as they change. */
export function useKeptPosts(ids: readonly string[], keep: (post: PostView) => boolean): string[] {
  const kept = useSyncExternalStore(
    (listener) => {
      const ends = ids.map((id) => subscribe(id, listener));
      return () => ends.forEach((end) => end());
    },
    // One text: equal when the same posts are kept.
    () => ids.filter((id) => holds(findPost(id), keep)).join(),
  );
  return kept === '' ? [] : kept.split(',');
}

/** A post inside of another, as it stands on the page where it is known by itself; null when it is gone. */
export function useQuotedPost(quoted: PostView): PostView | null {
  return useSyncExternalStore(
    (listener) => subscribe(quoted.id, listener),
    () => findQuoted(quoted),
  );
}

/** The same, as it stands now. */
export function findQuoted(quoted: PostView): PostView | null {
  return gone.has(quoted.id) || hidden.has(quoted.id) ? null : (findPost(quoted.id) ?? quoted);
}

/** The post with what the user has already asked for, or undefined when unknown or deleted. */
export function findPost(id: string): PostView | undefined {
  return hidden.has(id) ? undefined : entries.get(id)?.shown;
}

/**
 * Takes in posts of an answer and gives their ids, in order.
 * @param askedAt when the answer was asked for (`performance.now()`): one that is older than a settled reaction
 *   or edit does not bring the earlier state back, nor what was deleted since.
 */
export function putPosts(posts: readonly PostView[], askedAt: number): string[] {
  for (const post of posts) {
    if (isGoneSince(post.id, askedAt)) continue;
    const known = entries.get(post.id);
    const current = known && known.settledAt > askedAt ? withSettled(post, known.confirmed) : post;
    gone.delete(post.id);
    write(post.id, { settledAt: 0, overlays: {}, ...known, confirmed: current });
    if (post.quoted) putQuoted(post.quoted, askedAt);
  }
  return posts.map((post) => post.id);
}

/** Lays a wish over the post until the server answers; null takes it away and the confirmed state shows again. */
export function overlayPost(id: string, overlay: Overlay | null, wish: Wish = 'like'): void {
  const entry = entries.get(id);
  if (entry) write(id, { ...entry, overlays: { ...entry.overlays, [wish]: overlay } });
}

/** Changes what is confirmed of the post, as the server's answer to a command says. */
export function settlePost(id: string, change: (confirmed: PostView) => PostView): void {
  const entry = entries.get(id);
  if (entry) write(id, { ...entry, confirmed: change(entry.confirmed), settledAt: performance.now() });
}

/**
 * Shows how a post's poll stands now; votes only ever get more. @returns false while one's own vote is under way:
 * its answer comes first
 */
export function renewPoll(id: string, poll: Poll): boolean {
  const entry = entries.get(id);
  const known = entry?.confirmed.poll;
  if (!entry || !known || known.totalVotes >= poll.totalVotes) return true;
  if (entry.overlays.vote) return false;
  write(id, { ...entry, confirmed: { ...entry.confirmed, poll } });
  return true;
}

/** Shows an author's new name, handle and picture on every post that is known. */
export function renameAuthor({ uid, displayName, handle, avatar }: Author): void {
  const author = { authorName: displayName, authorHandle: handle, authorAvatar: avatar };
  for (const [id, entry] of entries) {
    const { authorId, quoted } = entry.confirmed;
    if (authorId !== uid && quoted?.authorId !== uid) continue;
    const confirmed = {
      ...entry.confirmed,
      ...(authorId === uid && author),
      quoted: quoted?.authorId === uid ? { ...quoted, ...author } : quoted,
    };
    write(id, { ...entry, confirmed });
  }
}

/** The posts of an author that are known, by themselves or inside of others. */
export function postsBy(uid: string): string[] {
  const known = [...entries.values()].flatMap(({ confirmed }) => [confirmed, confirmed.quoted]);
  return known.flatMap((post) => (post?.ownerUid === uid ? post.id : []));
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
  gone.set(id, performance.now());
  notify(id);
}

/** Forgets everything, because another user looks now. */
export function clearPosts(): void {
  entries.clear();
  hidden.clear();
  gone.clear();
  for (const id of listeners.keys()) notify(id);
}

function isGoneSince(id: string, askedAt: number): boolean {
  return (gone.get(id) ?? 0) > askedAt;
}

function holds(post: PostView | undefined, keep: (post: PostView) => boolean): boolean {
  return post !== undefined && keep(post);
}

function write(id: string, entry: Omit<Entry, 'shown'>): void {
  const wishes = Object.values(entry.overlays);
  const shown = wishes.reduce((post, wish) => wish?.(post) ?? post, entry.confirmed);
  entries.set(id, { ...entry, shown });
  notify(id);
}

// A quoted post comes without what it quotes itself: it renews the words of a known one and makes none known.
function putQuoted(quoted: PostView, askedAt: number): void {
  if (isGoneSince(quoted.id, askedAt)) return;
  // Its author's suspension was lifted.
  gone.delete(quoted.id);
  const known = entries.get(quoted.id);
  if (!known || known.settledAt > askedAt) return;
  const { quoted: inner, repostedBy } = known.confirmed;
  write(quoted.id, { ...known, confirmed: { ...quoted, quoted: inner, repostedBy } });
}

// The words only ever get newer: of two texts the one that was edited later holds.
function withSettled(post: PostView, known: PostView): PostView {
  const { likesCount, repostsCount, commentsCount, counts, viewer, poll } = known;
  const { text, link, linkPreview, editedAt } = (known.editedAt ?? '') > (post.editedAt ?? '') ? known : post;
  const words = { text, link, linkPreview, editedAt };
  return { ...post, ...words, likesCount, repostsCount, commentsCount, counts, viewer, poll };
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
