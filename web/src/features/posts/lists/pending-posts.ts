import { useSyncExternalStore } from 'react';

import type { PostView, Profile } from '../../../../../contract/src/calls/shapes.ts';
import { forgetPost, putPosts } from '../../../api/post-cache.ts';
import type { FeedTab } from './post-lists.ts';

/** What a pending post shows. */
export type PendingContent = Partial<
  Pick<PostView, 'text' | 'link' | 'linkPreview' | 'media' | 'poll' | 'quoteOf' | 'quoted'>
>;

type Pending = { readonly id: string; readonly tab: FeedTab };

let pending: readonly Pending[] = [];
const listeners = new Set<() => void>();

/** The ids of one's posts of a tab that are on their way to the server, newest first. */
export function usePendingPosts(tab: FeedTab): string[] {
  return useSyncExternalStore(subscribe, () => pending)
    .filter((post) => post.tab === tab)
    .map((post) => post.id);
}

/** Shows a post on top of a tab before the server has it. Returns what takes it away again. */
export function showPending(author: Profile, tab: FeedTab, content: PendingContent): () => void {
  const post = pendingPost(author, content);
  putPosts([post], performance.now());
  set([{ id: post.id, tab }, ...pending]);
  return () => {
    set(pending.filter(({ id }) => id !== post.id));
    forgetPost(post.id);
  };
}

function pendingPost(author: Profile, content: PendingContent): PostView {
  return {
    id: `pending:${crypto.randomUUID()}`,
    ownerUid: author.uid,
    authorId: author.uid,
    authorName: author.displayName,
    authorHandle: author.handle,
    authorAvatar: author.avatar,
    text: '',
    link: null,
    linkPreview: null,
    media: null,
    poll: null,
    createdAt: new Date().toISOString(),
    editedAt: null,
    likesCount: 0,
    commentsCount: 0,
    repostsCount: 0,
    counts: { likes: 0, comments: 0, reposts: 0, impressions: 0 },
    visibility: 'public',
    quoteOf: null,
    quoted: null,
    repostedBy: null,
    viewer: { liked: false, reposted: false, saved: false, vote: null },
    ...content,
  };
}

function set(next: readonly Pending[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
