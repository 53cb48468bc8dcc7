import { findPost } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { feedTopKey } from '../../api/query-keys.ts';

// A post reaches the timelines a moment after its event. The jitter spreads the requests of all clients.
const soonMs = 250;
const spreadMs = 800;
const restMs = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let checkedAt = -Infinity;
let checksLeft = 0;
let newestId: string | undefined;

/**
 * Debounces events about new posts: checks the top of the visible feed soon, and once more if the post is not
 * there yet, at least five seconds apart. A hidden feed is checked when it is shown.
 */
export function checkNewPosts(postId?: string): void {
  if (postId !== undefined && findPost(postId)) return;
  newestId = postId;
  checksLeft = 2;
  plan();
}

function plan(): void {
  const soonest = Math.max(soonMs, checkedAt + restMs - performance.now());
  timer ??= setTimeout(() => void check(), soonest + Math.random() * spreadMs);
}

async function check(): Promise<void> {
  timer = undefined;
  checkedAt = performance.now();
  const filters = { queryKey: feedTopKey() };
  // A read in flight may predate the post and does not count. On a slow network, cancelling it would leave none.
  const isJoined = queryClient.isFetching(filters) > 0;
  // A hidden page only marks the query as stale and reads it when it becomes visible.
  const refetchType = document.hidden ? 'none' : 'active';
  if (!isJoined) checksLeft = document.hidden ? 0 : checksLeft - 1;
  await queryClient.invalidateQueries({ ...filters, refetchType }, { cancelRefetch: false });
  if (newestId !== undefined && findPost(newestId)) checksLeft = 0;
  if (checksLeft > 0) plan();
}
