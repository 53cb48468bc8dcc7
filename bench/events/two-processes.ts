import { costOf } from '../load/cost.ts';
import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { get, post } from '../load/requests.ts';
import { findTargets } from '../scenarios.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

type Side = { site: BenchSite; visitors: readonly Visitor[] };

/** Microseconds of CPU per request, of Node and PostgreSQL together. */
export type TwoProcessesResult = { what: string; perSecond: number; limit: number; one: number; two: number };

const kinds = [
  { what: 'a page of ‘Siguiendo’', limit: 1.15, rates: [1_500] },
  { what: 'a like', limit: 1.25, rates: [300, 800, 1_500] },
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
    const { recentPosts } = await findTargets(site, visitors.length);
    const likes = visitors.flatMap(({ cookie }, i) => {
      const postId = recentPosts[i % recentPosts.length];
      return [post('likePost', { postId }, cookie), post('unlikePost', { postId }, cookie)];
    });
    const pages = visitors.map(({ cookie }) => get('getFeed', { tab: 'siguiendo' }, cookie));
    for (const [i, requests] of [pages, likes].entries())
      await load.prepare(`${kinds[i]?.what} ${name}`, requests);
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
