import type { PostView, Profile } from '../../../../../contract/src/calls/shapes.ts';
import { forgetPost, putPosts } from '../../../api/post-cache.ts';
import { isViewer } from '../../session/session-store.ts';
import { listNewPost } from './change-lists.ts';
import { keepListKey, pendingPosts } from './pending-posts.ts';
import type { FeedTab } from './post-lists.ts';

export type PendingContent = Partial<
  Pick<
    PostView,
    'text' | 'link' | 'linkPreview' | 'media' | 'attachments' | 'poll' | 'quoteOf' | 'quoted' | 'warning'
  >
>;

/** @returns the function that puts the published post in its place, or removes it when there is none */
export function showPending(
  author: Profile,
  tab: FeedTab,
  content: PendingContent,
): (publishedPost?: PostView) => void {
  const post = pendingPost(author, content);
  putPosts([post], performance.now());
  pendingPosts.write([{ id: post.id, tab }, ...pendingPosts.read()]);
  return (publishedPost) => {
    if (publishedPost && isViewer(author.uid)) {
      keepListKey(post.id, publishedPost.id);
      listNewPost(publishedPost);
    }
    pendingPosts.write(pendingPosts.read().filter(({ id }) => id !== post.id));
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
