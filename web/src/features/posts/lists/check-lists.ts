import { queryClient } from '../../../api/query-client.ts';
import { listTopKey } from '../../../api/query-keys.ts';

// A post is listed under its topics and club a moment after its event. The jitter spreads the requests of all
// clients.
const soonMs = 800;
const spreadMs = 800;
const restMs = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let checkedAt = -Infinity;
let waiting = new Set<string>();

/**
 * Checks the visible list of one of these topics or clubs, at most every five seconds; without names, any
 * list.
 */
export function checkLists(names?: { tags?: readonly string[]; club?: string }): void {
  const active = queryClient.getQueryCache().findAll({ queryKey: listTopKey(), type: 'active' });
  for (const { queryKey, queryHash } of active) {
    const [, list, name] = queryKey as ReturnType<typeof listTopKey>;
    const isMatch = list === 'club' ? names?.club === name : names?.tags?.includes(name ?? '');
    if (!names || isMatch) waiting.add(queryHash);
  }
  if (waiting.size === 0) return;
  const soonest = Math.max(soonMs, checkedAt + restMs - performance.now());
  timer ??= setTimeout(check, soonest + Math.random() * spreadMs);
}

function check(): void {
  timer = undefined;
  checkedAt = performance.now();
  const refetchType = document.hidden ? 'none' : 'active';
  const hashes = waiting;
  waiting = new Set();
  void queryClient.invalidateQueries({
    queryKey: listTopKey(),
    predicate: ({ queryHash }) => hashes.has(queryHash),
    refetchType,
  });
}
