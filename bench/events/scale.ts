import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { get } from '../load/requests.ts';
import { sum } from '../rounds.ts';
import { cpuOf } from '../setting/processes.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

/** CPU per request in microseconds, of Node and PostgreSQL together, on the small site and on the big one. */
export type ScaleResult = { what: string; small: number; big: number };

type Side = { site: BenchSite; visitors: readonly Visitor[] };

export async function measureScale(small: Side, big: Side, load: Load): Promise<ScaleResult[]> {
  const results: ScaleResult[] = [];
  for (const tab of ['siguiendo', 'paraVos']) {
    const half = Math.floor(Math.min(small.visitors.length, big.visitors.length) / 2);
    const first = { small: [] as number[], big: [] as number[] };
    const again = { small: [] as number[], big: [] as number[] };
    const sides = Object.entries({ small, big }) as ['small' | 'big', Side][];
    for (const [name, { site, visitors }] of sides) {
      const requests = visitors.map(({ cookie }) => get('getFeed', { tab }, cookie));
      await load.prepare(`${name} again`, requests.slice(0, half));
      await load.prepare(`${name} first`, requests.slice(half));
      // The code is already warm for the second half of the visitors, whose feeds are not cached.
      await cost(site, load, `${name} again`, 2_000);
      first[name].push(await cost(site, load, `${name} first`, 'once'));
    }
    for (let round = 0; round < 5; round++) {
      for (const [name, { site }] of sides) again[name].push(await cost(site, load, `${name} again`, 1_000));
    }
    results.push(
      { what: `${tab}, read again`, small: median(again.small), big: median(again.big) },
      { what: `${tab}, first read`, small: median(first.small), big: median(first.big) },
    );
  }
  return results;
}

async function cost(
  site: BenchSite,
  load: Load,
  name: string,
  milliseconds: number | 'once',
): Promise<number> {
  const before = sum(cpuOf(site.pid));
  const { requests } = await load.run(name, { port: site.port, connections: 32, milliseconds });
  return (1000 * (sum(cpuOf(site.pid)) - before)) / Math.max(1, requests);
}
