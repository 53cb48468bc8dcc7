import { costOf } from '../load/cost.ts';
import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { findTargets, scenarios } from '../scenarios.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

type Side = { site: BenchSite; visitors: readonly Visitor[] };

/** Microseconds of CPU per request, of Node and PostgreSQL together. */
export type TwoProcessesResult = { what: string; perSecond: number; limit: number; one: number; two: number };

const kinds = [
  { what: 'a page of ‘Siguiendo’', scenario: 'Siguiendo', limit: 1.15, rates: [1_500] },
  { what: 'a like', scenario: 'like/unlike', limit: 1.25, rates: [300, 800, 1_500] },
];
const rounds = 5;
const connections = 64;

/** Both sites are asked for the same number of requests a second, since two processes can do more. */
export async function measureTwoProcesses(one: Side, two: Side, load: Load): Promise<TwoProcessesResult[]> {
  const sides = [
    ['one', one],
    ['two', two],
  ] as const;
  for (const [name, { site, visitors }] of sides) {
    const targets = await findTargets(site, visitors.length);
    for (const { what, scenario } of kinds) {
      const requestsOf = scenarios.find((one) => one.name === scenario)?.requests ?? (() => []);
      await load.prepare(
        `${what} ${name}`,
        visitors.flatMap((visitor, i) => requestsOf(visitor, i, targets)),
      );
    }
  }
  const results: TwoProcessesResult[] = [];
  for (const { what, limit, rates } of kinds)
    for (const perSecond of rates) {
      const costs = { one: [] as number[], two: [] as number[] };
      for (let round = -1; round < rounds; round++)
        for (const [name, { site }] of sides) {
          const options = { connections, perSecond, milliseconds: 2_000 };
          const cost = await costOf(site, load, `${what} ${name}`, options);
          // The first round warms up the code.
          if (round >= 0) costs[name].push(cost);
        }
      results.push({ what, perSecond, limit, one: median(costs.one), two: median(costs.two) });
    }
  return results;
}
