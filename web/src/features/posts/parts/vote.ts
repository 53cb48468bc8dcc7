import type { Poll, PollKey, PostView } from '../../../../../contract/src/calls/shapes.ts';
import { ApiError, ignoreApiError } from '../../../api/api-error.ts';
import { command, query } from '../../../api/client.ts';
import { optimistic } from '../../../api/optimistic.ts';
import { findPost, overlayPost, putPosts, settlePost } from '../../../api/post-cache.ts';
import { announce } from '../../../ui/browser/announce.ts';
import { toast } from '../../../ui/overlays/dialogs.ts';

const change = optimistic<PollKey, { poll: Poll }>({
  overlay: (postId, option) =>
    overlayPost(postId, option === null ? null : (post) => withVote(post, option), 'vote'),
  send: (postId, optionId) => command('votePoll', { postId, optionId }),
  settle: (postId, { poll }, option) =>
    settlePost(postId, (post) => ({ ...post, poll, viewer: { ...post.viewer, vote: option } })),
  // Voted in another tab, or closed by the server's clock: show the current poll.
  reread: async (postId, error) => {
    if (isRefusal(error)) await rereadPost(postId);
  },
  onFailure: (postId, _error, option) => {
    // An earlier attempt arrived, and only its answer was lost.
    if (findPost(postId)?.viewer.vote === option) return;
    toast('No se pudo registrar tu voto.', { type: 'error' });
  },
});

export async function vote(postId: string, option: PollKey): Promise<void> {
  if (findPost(postId)?.viewer.vote !== null) return;
  if (await change(postId, option)) announce('Voto registrado.');
}

export function withVote(post: PostView, option: PollKey): PostView {
  const choice = post.poll?.options[option];
  if (!post.poll || !choice || post.viewer.vote !== null) return post;
  const options = { ...post.poll.options, [option]: { ...choice, votes: choice.votes + 1 } };
  const poll = { ...post.poll, options, totalVotes: post.poll.totalVotes + 1 };
  return { ...post, poll, viewer: { ...post.viewer, vote: option } };
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'already-exists' || error.code === 'failed-precondition')
  );
}

async function rereadPost(postId: string): Promise<void> {
  const askedAt = performance.now();
  const answer = await query('getPost', { postId }).catch(ignoreApiError);
  if (answer) putPosts([answer.post], askedAt);
}
