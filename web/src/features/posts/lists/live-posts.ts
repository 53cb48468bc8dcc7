import type { Poll } from '../../../../../contract/src/calls/shapes.ts';
import { renewPoll } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { postKey } from '../../../api/query-keys.ts';
import { unlistPost } from './post-lists.ts';

const answerMs = 1_000;

/** A post that was deleted elsewhere leaves every list, and its own page says that it is gone. */
export function takeAway(postId: string): void {
  unlistPost(postId);
  if (queryClient.getQueryData(postKey(postId))) queryClient.setQueryData(postKey(postId), 'missing');
}

/** Shows how a poll stands now. While one's own vote is under way it waits for the answer, which counts it too. */
export function movePoll(postId: string, poll: Poll): void {
  if (!renewPoll(postId, poll)) setTimeout(() => movePoll(postId, poll), answerMs);
}
