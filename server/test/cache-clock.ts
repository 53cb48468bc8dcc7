import { vi } from 'vitest';

import { SieveCache } from '../src/platform/concurrency/sieve-cache.ts';

const realNow = performance.now.bind(performance);
let aheadMs = 0;

/** Adds up. Resolves once the caches, which look at the clock once a second, have noticed. */
export async function moveCacheClock(ms: number): Promise<void> {
  const probe = new SieveCache<boolean>({ max: 1, ttl: ms });
  probe.set('a', true);
  aheadMs += ms;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
  await vi.waitUntil(() => probe.peek('a') === undefined, 5_000);
}

/** Other test files share the clock of the caches. */
export async function resetCacheClock(): Promise<void> {
  vi.restoreAllMocks();
  aheadMs = 0;
  const probe = new SieveCache<boolean>({ max: 1, ttl: 5_000 });
  probe.set('a', true);
  await vi.waitUntil(() => probe.peek('a')?.value === true, 5_000);
}
