import type { PollKey, PostView } from '../../../../../contract/src/calls/shapes.ts';
import { ApiError } from '../../../api/api-error.ts';
import { command, query } from '../../../api/client.ts';
import { findPost, overlayPost, putPosts, settlePost } from '../../../api/post-cache.ts';
import { announce } from '../../../ui/browser/announce.ts';
import { toast } from '../../../ui/overlays/dialogs.ts';

/** Votes, once. It shows at once; the server's answer settles it, a failure takes it back. */
export async function vote(postId: string, option: PollKey): Promise<void> {
  if (findPost(postId)?.viewer.vote !== null) return;
  overlayPost(postId, (post) => withVote(post, option), 'vote');
  try {
    const { poll } = await command('votePoll', { postId, optionId: option });
    settlePost(postId, (post) => ({ ...post, poll, viewer: { ...post.viewer, vote: option } }));
    announce('Voto registrado.');
  } catch (error) {
    // Voted elsewhere, or closed by the server's clock: the page learns how it really stands.
    if (isRefusal(error)) await renew(postId);
    overlayPost(postId, null, 'vote');
    // Voted already and for the same: an answer that was lost on its way.
    if (findPost(postId)?.viewer.vote === option) return;
    toast('No se pudo registrar tu voto.', { type: 'error' });
  } finally {
    overlayPost(postId, null, 'vote');
  }
}

/** The post as it will be; a vote that is already counted is not counted twice. */
export function withVote(post: PostView, option: PollKey): PostView {
  const chosen = post.poll?.options[option];
  if (!post.poll || !chosen || post.viewer.vote !== null) return post;
  const options = { ...post.poll.options, [option]: { ...chosen, votes: chosen.votes + 1 } };
  const poll = { ...post.poll, options, totalVotes: post.poll.totalVotes + 1 };
  return { ...post, poll, viewer: { ...post.viewer, vote: option } };
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'already-exists' || error.code === 'failed-precondition')
  );
}

async function renew(postId: string): Promise<void> {
  const askedAt = performance.now();
  const answer = await query('getPost', { postId }).catch(() => null);
  if (answer) putPosts([answer.post], askedAt);
}
