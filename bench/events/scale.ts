import { costOf } from '../load/cost.ts';
import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { get, page } from '../load/requests.ts';
import { findTargets } from '../scenarios.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

/** Microseconds of CPU per request, of Node and PostgreSQL together. */
export type ScaleResult = { what: string; small: number; big: number };

type Side = { site: BenchSite; visitors: readonly Visitor[] };
type Sides = readonly ['small' | 'big', Side][];

const rounds = 5;
const connections = 32;

export async function measureScale(small: Side, big: Side, load: Load): Promise<ScaleResult[]> {
  const results: ScaleResult[] = [];
  const sides: Sides = [
    ['small', small],
    ['big', big],
  ];
  for (const tab of ['siguiendo', 'paraVos']) {
    const half = Math.floor(Math.min(small.visitors.length, big.visitors.length) / 2);
    const first = { small: [] as number[], big: [] as number[] };
    const again = { small: [] as number[], big: [] as number[] };
    for (const [name, { site, visitors }] of sides) {
      const requests = visitors.map(({ cookie }) => get('getFeed', { tab }, cookie));
      await load.prepare(`${name} again`, requests.slice(0, half));
      await load.prepare(`${name} first`, requests.slice(half));
      // The first half of the visitors warms up the code; the feeds of the second half are not cached.
      await costOf(site, load, `${name} again`, { connections, milliseconds: 2_000 });
      first[name].push(await costOf(site, load, `${name} first`, { connections, milliseconds: 'once' }));
    }
    for (let round = 0; round < rounds; round++) {
      for (const [name, { site }] of sides)
        again[name].push(await costOf(site, load, `${name} again`, { connections, milliseconds: 1_000 }));
    }
    results.push(
      { what: `${tab}, read again`, small: median(again.small), big: median(again.big) },
      { what: `${tab}, first read`, small: median(first.small), big: median(first.big) },
    );
  }
  return [...results, ...(await measureLists(sides, load)), await measurePosts(sides, load)];
}

// The first pages nearly all come from memory.
const laterPage = 13;

async function measureLists(sides: Sides, load: Load): Promise<ScaleResult[]> {
  const club = 'boca';
  const lists = {
    getTag: ({ topic }: { topic: string }) => ({ tag: topic }),
    getClubPosts: () => ({ slug: club }),
  };
  const results: ScaleResult[] = [];
  for (const [call, inputOf] of Object.entries(lists)) {
    const again = [`${call}, read again`, `${call}, a later page`] as const;
    for (const [name, { site, visitors }] of sides) {
      const input = inputOf(await findTargets(site, 1));
      const cursor = await cursorOf(site, visitors[0]?.cookie ?? '', call, input);
      const ask = (more: object) => visitors.map(({ cookie }) => get(call, { ...input, ...more }, cookie));
      await load.prepare(`${name} ${again[0]}`, ask({}));
      await load.prepare(`${name} ${again[1]}`, ask({ cursor }));
    }
    for (const what of again) results.push(await measureAgain(sides, load, what));
  }
  const what = 'the public page of a club, read again';
  const pages = Array.from({ length: connections }, () => page(`/club/${club}`));
  for (const [name] of sides) await load.prepare(`${name} ${what}`, pages);
  return [...results, await measureAgain(sides, load, what)];
}

async function measureAgain(sides: Sides, load: Load, what: string): Promise<ScaleResult> {
  const all = { small: [] as number[], big: [] as number[] };
  for (const [name, { site }] of sides)
    await costOf(site, load, `${name} ${what}`, { connections, milliseconds: 2_000 });
  for (let round = 0; round < rounds; round++)
    for (const [name, { site }] of sides)
      all[name].push(await costOf(site, load, `${name} ${what}`, { connections, milliseconds: 1_000 }));
  return { what, small: median(all.small), big: median(all.big) };
}

async function measurePosts(sides: Sides, load: Load): Promise<ScaleResult> {
  const pages = 1_000;
  const result = { what: 'the public page of a post, first read', small: 0, big: 0 };
  for (const [name, { site }] of sides) {
    const { rows } = await site.db.query<{ id: string }>(
      'SELECT id FROM posts ORDER BY id LIMIT $1 OFFSET 1000',
      [2 * pages],
    );
    const requests = rows.map(({ id }) => page(`/p/${id}`));
    await load.prepare(`${name} warm-up`, requests.slice(pages));
    await load.prepare(`${name} posts`, requests.slice(0, pages));
    await costOf(site, load, `${name} warm-up`, { connections, milliseconds: 'once' });
    result[name] = await costOf(site, load, `${name} posts`, { connections, milliseconds: 'once' });
  }
  return result;
}

async function cursorOf(
  site: BenchSite,
  cookie: string,
  call: string,
  input: Record<string, string>,
): Promise<string> {
  let cursor = '';
  for (let n = 1; n < laterPage; n++) {
    const answer = await site.ask(get(call, { ...input, ...(cursor !== '' && { cursor }) }, cookie));
    const { cursor: next } = JSON.parse(answer) as { cursor: string | null };
    if (next === null) throw new Error(`${call} has only ${n} pages`);
    cursor = next;
  }
  return cursor;
}
