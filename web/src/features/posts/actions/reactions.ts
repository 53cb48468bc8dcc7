import type { CommandName } from '../../../../../contract/src/calls/all.ts';
import type { PostView, Reactions } from '../../../../../contract/src/calls/shapes.ts';
import { command } from '../../../api/client.ts';
import { overlayPost, settlePost } from '../../../api/post-cache.ts';
import { toast } from '../../../ui/overlays/dialogs.ts';
import { latestIntent } from './latest-intent.ts';
import { renewSavedList } from './saved-lists.ts';

type Reaction = {
  wish: 'like' | 'repost' | 'save';
  calls: readonly [on: ReactionCall, off: ReactionCall];
  /** The post with the viewer's own state, and the count that goes with it. */
  lay: (post: PostView, on: boolean) => PostView;
  /**
   * The post as the answer says. Only what was asked for: an answer of another reaction may overtake this one, and
   * would take back what it did not know yet.
   */
  settle: (post: PostView, answer: Reactions) => PostView;
  onSettled?: () => void;
};

type ReactionCall = Extract<CommandName, `${string}${'like' | 'repost' | 'save'}Post`>;

/** Likes or unlikes a post. It shows at once; the server's answer settles it, a failure takes it back. */
export const like = reaction({
  wish: 'like',
  calls: ['likePost', 'unlikePost'],
  lay: (post, liked) => withLikes(post, moved(post.likesCount, post.viewer.liked, liked), liked),
  settle: (post, { likesCount, liked }) => withLikes(post, likesCount, liked),
});

/** Reposts a post or takes the repost back, as `like` does. */
export const repost = reaction({
  wish: 'repost',
  calls: ['repostPost', 'unrepostPost'],
  lay: (post, reposted) =>
    withReposts(post, moved(post.repostsCount, post.viewer.reposted, reposted), reposted),
  settle: (post, { repostsCount, reposted }) => withReposts(post, repostsCount, reposted),
});

/** Saves a post or takes it out of the saved ones, as `like` does. */
export const save = reaction({
  wish: 'save',
  calls: ['savePost', 'unsavePost'],
  lay: withSaved,
  settle: (post, { saved }) => withSaved(post, saved),
  onSettled: renewSavedList,
});

function reaction({ wish, calls: [on, off], lay, settle, onSettled }: Reaction) {
  // Module-wide: the post on the feed and the same post on its own page share one queue.
  const send = latestIntent<boolean, Reactions>({
    send: (postId, wanted) => command(wanted ? on : off, { postId }),
    onAnswer: (postId, answer, last) => {
      settlePost(postId, (post) => settle(post, answer));
      if (!last) return;
      overlayPost(postId, null, wish);
      onSettled?.();
    },
    onFailure: (postId) => {
      overlayPost(postId, null, wish);
      toast('No se pudo completar. Intentá de nuevo.', { type: 'info' });
    },
  });

  return (postId: string, wanted: boolean): void => {
    overlayPost(postId, (post) => lay(post, wanted), wish);
    send(postId, wanted);
  };
}

/** A count that moves only when the viewer's own state does, and never below zero. */
export function moved(count: number, before: boolean, after: boolean): number {
  return Math.max(0, count + Number(after) - Number(before));
}

function withLikes(post: PostView, likesCount: number, liked: boolean): PostView {
  return {
    ...post,
    likesCount,
    counts: { ...post.counts, likes: likesCount },
    viewer: { ...post.viewer, liked },
  };
}

function withReposts(post: PostView, repostsCount: number, reposted: boolean): PostView {
  return {
    ...post,
    repostsCount,
    counts: { ...post.counts, reposts: repostsCount },
    viewer: { ...post.viewer, reposted },
  };
}

function withSaved(post: PostView, saved: boolean): PostView {
  return { ...post, viewer: { ...post.viewer, saved } };
}
