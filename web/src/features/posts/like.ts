import type { PostView, Reactions } from '../../../../contract/src/calls/shapes.ts';
import { command } from '../../api/client.ts';
import { overlayPost, settlePost } from '../../api/post-cache.ts';
import { toast } from '../../ui/dialogs.ts';
import { latestIntent } from './latest-intent.ts';

/** Likes or unlikes a post. It shows at once; the server's answer settles it, a failure takes it back. */
export function like(postId: string, liked: boolean): void {
  overlayPost(postId, (post) => withLike(post, liked));
  sendLike(postId, liked);
}

/** The post as it will be: the count moves only when the viewer's own state does. */
export function withLike(post: PostView, liked: boolean): PostView {
  const step = Number(liked) - Number(post.viewer.liked);
  const likesCount = Math.max(0, post.likesCount + step);
  return { ...post, likesCount, viewer: { ...post.viewer, liked } };
}

// Module-wide: the post on the feed and the same post on its own page share one queue.
const sendLike = latestIntent<boolean, Reactions>({
  send: (postId, liked) => command(liked ? 'likePost' : 'unlikePost', { postId }),
  onAnswer: (postId, reactions, last) => {
    settlePost(postId, (post) => withReactions(post, reactions));
    if (last) overlayPost(postId, null);
  },
  onFailure: (postId) => {
    overlayPost(postId, null);
    toast('No se pudo completar. Intentá de nuevo.', { type: 'info' });
  },
});

function withReactions(post: PostView, reactions: Reactions): PostView {
  const { likesCount, repostsCount, liked, reposted, saved } = reactions;
  const counts = { ...post.counts, likes: likesCount, reposts: repostsCount };
  return { ...post, likesCount, repostsCount, counts, viewer: { ...post.viewer, liked, reposted, saved } };
}
