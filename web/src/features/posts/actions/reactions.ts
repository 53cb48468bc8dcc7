import type { CommandName } from '../../../../../contract/src/calls/all.ts';
import type { PostView, Reactions } from '../../../../../contract/src/calls/shapes.ts';
import { command } from '../../../api/client.ts';
import { optimistic } from '../../../api/optimistic.ts';
import { overlayPost, settlePost } from '../../../api/post-cache.ts';
import { createStore } from '../../../state/create-store.ts';
import { toastFailure } from '../../session/toast-failure.ts';
import { invalidateSavedPosts } from './saved-list.ts';

type Reaction = {
  wish: 'like' | 'repost' | 'save';
  calls: readonly [on: ReactionCall, off: ReactionCall];
  lay: (post: PostView, on: boolean) => PostView;
  /** Takes only this reaction: for others, which run at the same time, the answer may be stale. */
  settle: (post: PostView, answer: Reactions) => PostView;
  onSettled?: () => void;
};

export const confirmedReaction = createStore<ConfirmedReaction | null>(null);

export type ConfirmedReaction = { wish: Reaction['wish']; postId: string; answer: Reactions };

const appliers = new Map<Reaction['wish'], (postId: string, answer: Reactions) => void>();

export function applyReaction({ wish, postId, answer }: ConfirmedReaction): void {
  appliers.get(wish)?.(postId, answer);
}

type ReactionCall = Extract<CommandName, `${string}${'like' | 'repost' | 'save'}Post`>;

export const like = reaction({
  wish: 'like',
  calls: ['likePost', 'unlikePost'],
  lay: (post, liked) => withLikes(post, countAfter(post.likesCount, post.viewer.liked, liked), liked),
  settle: (post, { likesCount, liked }) => withLikes(post, likesCount, liked),
});

export const repost = reaction({
  wish: 'repost',
  calls: ['repostPost', 'unrepostPost'],
  lay: (post, reposted) =>
    withReposts(post, countAfter(post.repostsCount, post.viewer.reposted, reposted), reposted),
  settle: (post, { repostsCount, reposted }) => withReposts(post, repostsCount, reposted),
});

export const save = reaction({
  wish: 'save',
  calls: ['savePost', 'unsavePost'],
  lay: withSaved,
  settle: (post, { saved }) => withSaved(post, saved),
  onSettled: invalidateSavedPosts,
});

function reaction({ wish, calls: [on, off], lay, settle, onSettled }: Reaction) {
  const apply = (postId: string, answer: Reactions) => {
    settlePost(postId, (post) => settle(post, answer));
    onSettled?.();
  };
  appliers.set(wish, apply);
  // One queue for the module: the post in the feed and on its own page share it.
  return optimistic<boolean, Reactions>({
    overlay: (postId, isOn) => overlayPost(postId, isOn === null ? null : (post) => lay(post, isOn), wish),
    send: (postId, isOn) => command(isOn ? on : off, { postId }),
    settle: (postId, answer) => {
      apply(postId, answer);
      confirmedReaction.write({ wish, postId, answer });
    },
    onFailure: (_postId, error) => toastFailure(error),
  });
}

export function countAfter(count: number, before: boolean, after: boolean): number {
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
