import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { post } from '../load/requests.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

/** Milliseconds until the answer, the median of posts published one at a time. */
export type PublishingResult = { plain: number; listed: number };

const rounds = 150;

/** `listed` posts have three topics, and a club through their author. */
export async function measurePublishing(
  site: BenchSite,
  load: Load,
  [someone, fan]: readonly Visitor[],
): Promise<PublishingResult> {
  if (!someone || !fan) throw new Error('nobody can sign in');
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
