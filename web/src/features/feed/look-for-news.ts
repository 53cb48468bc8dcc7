import { findPost } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { feedTopKey } from '../../api/query-keys.ts';

// A post is on its readers' timelines a moment after it is told; and not all who hear of it ask at the same moment.
const soonMs = 250;
const spreadMs = 800;
const restMs = 5_000;

let due: ReturnType<typeof setTimeout> | undefined;
let lookedAt = -Infinity;
let looks = 0;
let told: string | undefined;

/**
 * Somebody published: the top of the feed that is shown is looked at soon, and once more after a while when it does
 * not have the post yet. In between at least five seconds pass. A feed that is not shown is looked at when it is.
 */
export function lookForNews(postId?: string): void {
  if (postId !== undefined && findPost(postId)) return;
  told = postId;
  looks = 2;
  plan();
}

function plan(): void {
  const soonest = Math.max(soonMs, lookedAt + restMs - performance.now());
  due ??= setTimeout(() => void look(), soonest + Math.random() * spreadMs);
}

async function look(): Promise<void> {
  due = undefined;
  looks -= 1;
  lookedAt = performance.now();
  // A hidden page looks when it is seen again: what is out of date is asked for then.
  const refetchType = document.hidden ? 'none' : 'active';
  if (document.hidden) looks = 0;
  await queryClient.invalidateQueries({ queryKey: feedTopKey(), refetchType });
  if (told !== undefined && findPost(told)) looks = 0;
  if (looks > 0) plan();
}
