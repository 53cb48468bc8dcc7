import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { post } from '../load/requests.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

/** Milliseconds until a post is acknowledged, each the median of posts published one at a time. */
export type PublishingResult = { plain: number; listed: number };

const times = 150;

/** A plain post, and one that is listed under three topics and its author's club, in turn. */
export async function measurePublishing(
  site: BenchSite,
  load: Load,
  [someone, fan]: readonly Visitor[],
): Promise<PublishingResult> {
  if (!someone || !fan) throw new Error('nobody can sign in');
  await site.ask(post('setClub', { club: 'boca', show: true }, fan.cookie));
  await load.prepare('plain', [post('publishPost', { text: 'Publicación de la medición' }, someone.cookie)]);
  await load.prepare('listed', [post('publishPost', { text: 'Publicación #uno #dos #tres' }, fan.cookie)]);
  const found = { plain: [] as number[], listed: [] as number[] };
  for (let i = 0; i < times; i++) {
    for (const kind of ['plain', 'listed'] as const) {
      await site.drainJobs();
      const { p50 } = await load.run(kind, { port: site.port, connections: 1, milliseconds: 'once' });
      found[kind].push(p50);
    }
  }
  return { plain: median(found.plain), listed: median(found.listed) };
}
