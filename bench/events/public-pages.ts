import type { Ready } from '../limits/floors.ts';
import type { Limits } from '../limits/limits.ts';
import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import type { RoundOptions } from '../rounds.ts';
import type { BenchSite } from '../setting/site.ts';

export type PublicPagesResult = {
  /** Requests per second of pages that are kept, as a share of those of the bare server. */
  toBare: number;
  bytes: number;
  warmP50: number;
  /** Of pages that nobody has read before. */
  coldP99: number;
};

const [warmed, cold] = [500, 1_000];
const coldConnections = 4;

/** Posts as readers without an account get them: first nothing is cached, then everything. Restarts the site. */
export async function measurePublicPages(
  site: BenchSite,
  { load, limits }: { load: Load; limits: Limits },
  { rounds, milliseconds, connections }: RoundOptions,
): Promise<PublicPagesResult> {
  await site.db.query('UPDATE users SET public_reading = true');
  const { rows } = await site.db.query<{ id: string }>('SELECT id FROM posts ORDER BY id DESC LIMIT $1', [
    warmed + cold,
  ]);
  const pages = rows.map(({ id }) => `GET /p/${id} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await site.stop();
  await site.start();
  // The code is warm for the pages that are measured.
  await load.prepare('pages', pages.slice(0, warmed));
  await load.run('pages', { port: site.port, connections: coldConnections, milliseconds: 'once' });
  await load.prepare('cold pages', pages.slice(warmed));
  const first = await load.run('cold pages', {
    port: site.port,
    connections: coldConnections,
    milliseconds: 'once',
  });

  const bodies = await Promise.all(pages.slice(0, warmed).map(async (page) => site.ask(page)));
  const nobody = { uid: '', postIds: [], people: [], target: '' };
  await limits.prepare(
    'viewer',
    new Map(bodies.map((body, i): [string, Ready] => [String(i), { ...nobody, body: Buffer.from(body) }])),
  );
  const run = (port: number) => load.run('pages', { port, connections, milliseconds });
  const ratios: number[] = [];
  const p50s: number[] = [];
  for (const port of [site.port, limits.ports.bare]) await run(port);
  for (let round = 0; round < rounds; round++) {
    const [own, bare] = [await run(site.port), await run(limits.ports.bare)];
    ratios.push(own.rate / bare.rate);
    p50s.push(own.p50);
  }
  return {
    toBare: median(ratios),
    bytes: Math.round(median(bodies.map((body) => Buffer.byteLength(body)))),
    warmP50: median(p50s),
    coldP99: first.p99,
  };
}
