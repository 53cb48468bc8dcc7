import type { PostView, Profile } from '../../../../../contract/src/calls/shapes.ts';
import { forgetPost, putPosts } from '../../../api/post-cache.ts';
import { createStore, useStore } from '../../../state/create-store.ts';
import type { FeedTab } from './post-lists.ts';

export type PendingContent = Partial<
  Pick<
    PostView,
    'text' | 'link' | 'linkPreview' | 'media' | 'attachments' | 'poll' | 'quoteOf' | 'quoted' | 'warning'
  >
>;

type Pending = { readonly id: string; readonly tab: FeedTab };

const pending = createStore<readonly Pending[]>([]);

/** The ids of the user's posts in a tab that the server has not confirmed yet, newest first. */
export function usePendingPosts(tab: FeedTab): string[] {
  return useStore(pending)
    .filter((post) => post.tab === tab)
    .map((post) => post.id);
}

/** Shows a post on top of a tab before the server has it. Returns the function that removes it. */
export function showPending(author: Profile, tab: FeedTab, content: PendingContent): () => void {
  const post = pendingPost(author, content);
  putPosts([post], performance.now());
  pending.write([{ id: post.id, tab }, ...pending.read()]);
  return () => {
    pending.write(pending.read().filter(({ id }) => id !== post.id));
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
    ...(author.club && { authorClub: author.club }),
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
