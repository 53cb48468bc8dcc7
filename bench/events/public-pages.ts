import type { PreparedRequest } from '../limits/floors.ts';
import type { Limits } from '../limits/limits.ts';
import { median, type RunResult } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { page } from '../load/requests.ts';
import type { RoundOptions } from '../rounds.ts';
import { cpuOf, cpuOfProcess } from '../setting/processes.ts';
import type { BenchSite } from '../setting/site.ts';

export type PublicPagesResult = {
  /** Requests per second of cached pages, as a share of the bare server's. */
  toBare: number;
  bytes: number;
  warmP50: number;
  /** Microseconds of CPU for a cached page, and for the same bytes from the bare server. */
  cpu: { site: number; bare: number };
  /** Milliseconds, of pages that nobody has read before: the median of three stretches. */
  coldP99: number;
};

const [warmed, cold] = [500, 1_000];
// Several, because one pause of a busy machine can decide the p99 of a single stretch.
const coldStretches = 3;
const coldConnections = 4;

type Run = RunResult & { cpu: number };

/** Measures with nothing cached, then with everything cached. Restarts the site. */
export async function measurePublicPages(
  site: BenchSite,
  { load, limits }: { load: Load; limits: Limits },
  { rounds, milliseconds, connections }: RoundOptions,
): Promise<PublicPagesResult> {
  const { rows } = await site.db.query<{ id: string }>('SELECT id FROM posts ORDER BY id DESC LIMIT $1', [
    warmed + cold * coldStretches,
  ]);
  const pages = rows.map(({ id }) => page(`/p/${id}`));
  await site.openToAnybody();
  // Other pages warm up the code.
  await load.prepare('pages', pages.slice(0, warmed));
  await load.run('pages', { port: site.port, connections: coldConnections, milliseconds: 'once' });
  const coldP99: number[] = [];
  for (let from = warmed; from < pages.length; from += cold) {
    await load.prepare('cold pages', pages.slice(from, from + cold));
    const { p99 } = await load.run('cold pages', {
      port: site.port,
      connections: coldConnections,
      milliseconds: 'once',
    });
    coldP99.push(p99);
  }

  const bodies = await Promise.all(pages.slice(0, warmed).map(async (page) => site.ask(page)));
  const nobody = { uid: '', postIds: [], people: [], target: '' };
  await limits.prepare(
    'viewer',
    new Map(
      bodies.map((body, i): [string, PreparedRequest] => [String(i), { ...nobody, body: Buffer.from(body) }]),
    ),
  );
  const sides = {
    site: { port: site.port, cpu: () => cpuOf(site.pid).node },
    bare: { port: limits.ports.bare, cpu: () => cpuOfProcess(limits.pid) },
  };
  const run = async ({ port, cpu }: (typeof sides)['site']) => {
    const before = cpu();
    const result = await load.run('pages', { port, connections, milliseconds });
    return { ...result, cpu: (1000 * (cpu() - before)) / Math.max(1, result.requests) };
  };
  const runs: { own: Run; bare: Run }[] = [];
  for (let round = 0; round <= rounds; round++)
    runs.push({ own: await run(sides.site), bare: await run(sides.bare) });
  const of = (value: (pair: (typeof runs)[0]) => number) => median(runs.slice(1).map(value));
  return {
    toBare: of(({ own, bare }) => own.rate / bare.rate),
    bytes: Math.round(median(bodies.map((body) => Buffer.byteLength(body)))),
    warmP50: of(({ own }) => own.p50),
    cpu: { site: of(({ own }) => own.cpu), bare: of(({ bare }) => bare.cpu) },
    coldP99: median(coldP99),
  };
}
