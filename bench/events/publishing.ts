import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { post } from '../load/requests.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

/** Milliseconds until the answer, the median of posts published one at a time. */
export type PublishingResult = { plain: number; listed: number };

const rounds = 150;

/** `listed` posts have three topics, and a club through their author. Both authors have as many followers. */
export async function measurePublishing(
  site: BenchSite,
  load: Load,
  visitors: readonly Visitor[],
): Promise<PublishingResult> {
  const [someone, fan] = await equallyFollowed(site, visitors);
  await site.ask(post('setClub', { club: 'boca', show: true }, fan.cookie));
  await load.prepare('plain', [post('publishPost', { text: 'Publicación de la medición' }, someone.cookie)]);
  await load.prepare('listed', [post('publishPost', { text: 'Publicación #uno #dos #tres' }, fan.cookie)]);
  const times = { plain: [] as number[], listed: [] as number[] };
  for (let i = 0; i < rounds; i++) {
    for (const kind of ['plain', 'listed'] as const) {
      await site.drainJobs();
      const { p50 } = await load.run(kind, { port: site.port, connections: 1, milliseconds: 'once' });
      times[kind].push(p50);
    }
  }
  return { plain: median(times.plain), listed: median(times.listed) };
}

async function equallyFollowed(
  site: BenchSite,
  visitors: readonly Visitor[],
): Promise<readonly [Visitor, Visitor]> {
  const { rows } = await site.db.query<{ uids: string[] }>(
    `SELECT (array_agg(uid))[1:2] AS uids FROM users WHERE uid = ANY($1::uuid[]) GROUP BY followers_count
     HAVING count(*) > 1 ORDER BY abs(followers_count - 50) LIMIT 1`,
    [visitors.map(({ uid }) => uid)],
  );
  const [one, other] = visitors.filter(({ uid }) => rows[0]?.uids.includes(uid));
  if (!one || !other) throw new Error('nobody can sign in');
  return [one, other];
}
