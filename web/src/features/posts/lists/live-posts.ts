import type { Poll } from '../../../../../contract/src/calls/shapes.ts';
import { findPost, updatePostPoll } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { postKey } from '../../../api/query-keys.ts';
import { unlistPost } from './change-lists.ts';

const answerMs = 1_000;

export function removePost(postId: string): void {
  // A suspension sends the same event. Only admins have posts marked as suspended, and may go on reading
  // them.
  if (findPost(postId)?.authorSuspended) return;
  unlistPost(postId);
  if (queryClient.getQueryData(postKey(postId))) queryClient.setQueryData(postKey(postId), 'missing');
}

/** A pending vote goes first, because its answer counts this update too. */
export function updatePoll(postId: string, poll: Poll): void {
  if (!updatePostPoll(postId, poll)) setTimeout(() => updatePoll(postId, poll), answerMs);
}
