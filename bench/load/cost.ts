import { sum } from '../rounds.ts';
import { cpuOf } from '../setting/processes.ts';
import type { BenchSite } from '../setting/site.ts';
import type { Load, RunOptions } from './load.ts';

/** Microseconds of CPU per request, of Node and PostgreSQL together. */
export async function costOf(
  site: BenchSite,
  load: Load,
  name: string,
  options: Omit<RunOptions, 'port'>,
): Promise<number> {
  const before = sum(cpuOf(site.pid));
  const { requests } = await load.run(name, { port: site.port, ...options });
  return (1000 * (sum(cpuOf(site.pid)) - before)) / Math.max(1, requests);
}
