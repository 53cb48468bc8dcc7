import type { Poll } from '../../../../../contract/src/calls/shapes.ts';
import { findPost, updatePostPoll } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { postKey } from '../../../api/query-keys.ts';
import { unlistPost } from './change-lists.ts';

const answerMs = 1_000;

/** Removes a post that was deleted elsewhere, also from its own page. */
export function removePost(postId: string): void {
  // A suspension is told in the same way, and only an admin, who may read on, has a post marked so.
  if (findPost(postId)?.authorSuspended) return;
  unlistPost(postId);
  if (queryClient.getQueryData(postKey(postId))) queryClient.setQueryData(postKey(postId), 'missing');
}

/** Applies a live poll update. A pending vote goes first, because its answer counts it too. */
export function updatePoll(postId: string, poll: Poll): void {
  if (!updatePostPoll(postId, poll)) setTimeout(() => updatePoll(postId, poll), answerMs);
}
