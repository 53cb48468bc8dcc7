import type { QueryFilters } from '@tanstack/react-query';

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
  plan();
}

function plan(): void {
  if (waiting.size === 0) return;
  const soonest = Math.max(soonMs, checkedAt + restMs - performance.now());
  timer ??= setTimeout(() => void check(), soonest + Math.random() * spreadMs);
}

async function check(): Promise<void> {
  timer = undefined;
  checkedAt = performance.now();
  const refetchType = document.hidden ? 'none' : 'active';
  const hashes = waiting;
  waiting = new Set();
  const filters: QueryFilters = {
    queryKey: listTopKey(),
    predicate: ({ queryHash }) => hashes.has(queryHash),
  };
  // On a slow network, cancelling the reads in flight would leave none. They may predate the post, so their
  // lists are checked again.
  const joined = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  await queryClient.invalidateQueries({ ...filters, refetchType }, { cancelRefetch: false });
  for (const { queryHash } of joined) waiting.add(queryHash);
  plan();
}
