import { costOf } from '../load/cost.ts';
import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { findTargets, scenarios } from '../scenarios.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

type Side = { site: BenchSite; visitors: readonly Visitor[] };

/**
 * Microseconds of CPU per request, of Node and PostgreSQL together: of `one` process, of `two` with as many
 * requests each, and of two that `share` the requests of one.
 */
export type TwoProcessesResult = {
  what: string;
  perSecond: number;
  limit: number;
  one: number;
  two: number;
  share: number;
};

type Costs = Pick<TwoProcessesResult, 'one' | 'two' | 'share'>;

const kinds = [
  { what: 'a page of ‘Siguiendo’', scenario: 'Siguiendo', limit: 1.15, rates: [1_500] },
  { what: 'a like', scenario: 'like/unlike', limit: 1.25, rates: [300, 800, 1_500] },
];
const rounds = 5;
const connections = 64;

export async function measureTwoProcesses(one: Side, two: Side, load: Load): Promise<TwoProcessesResult[]> {
  for (const [name, { site, visitors }] of [
    ['one', one],
    ['two', two],
  ] as const) {
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
      const measure = ({ site }: Side, name: string, rate: number) =>
        costOf(site, load, `${what} ${name}`, { connections, perSecond: rate, milliseconds: 2_000 });
      const measureAll = async (): Promise<Costs> => ({
        one: await measure(one, 'one', perSecond),
        two: await measure(two, 'two', 2 * perSecond),
        share: await measure(two, 'two', perSecond),
      });
      // The first round warms up the code.
      await measureAll();
      const costs: Costs[] = [];
      for (let round = 0; round < rounds; round++) costs.push(await measureAll());
      const medianOf = (side: keyof Costs) => median(costs.map((cost) => cost[side]));
      const medians = { one: medianOf('one'), two: medianOf('two'), share: medianOf('share') };
      results.push({ what, perSecond, limit, ...medians });
    }
  return results;
}
