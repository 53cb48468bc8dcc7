import { queryClient } from '../../api/query-client.ts';
import { topicTopKey } from '../../api/query-keys.ts';

// A post is listed under its topics a moment after its event. The jitter keeps clients from asking all at once.
const soonMs = 800;
const spreadMs = 800;
const restMs = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let checkedAt = -Infinity;
let waiting = new Set<string>();

/** Looks for new posts on the shown page of one of these topics, at most every five seconds; null: of any topic. */
export function checkTopics(tags: readonly string[] | null): void {
  const pages = queryClient.getQueryCache().findAll({ queryKey: topicTopKey(), type: 'active' });
  const found = pages
    .map(({ queryKey }) => queryKey[1] as string)
    .filter((tag) => tags?.includes(tag) ?? true);
  if (found.length === 0) return;
  for (const tag of found) waiting.add(tag);
  const soonest = Math.max(soonMs, checkedAt + restMs - performance.now());
  timer ??= setTimeout(check, soonest + Math.random() * spreadMs);
}

function check(): void {
  timer = undefined;
  checkedAt = performance.now();
  // A hidden page only marks the query as stale and reads it when it becomes visible.
  const refetchType = document.hidden ? 'none' : 'active';
  for (const tag of waiting) void queryClient.invalidateQueries({ queryKey: topicTopKey(tag), refetchType });
  waiting = new Set();
}
