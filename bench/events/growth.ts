import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { median } from '../load/latencies.ts';
import { get, page, post } from '../load/requests.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

/** Milliseconds on a small site and on a big one; `limit` applies to the big one. */
export type GrowthResult = { what: string; small: number; big: number; limit: number };

type Side = { site: BenchSite; visitors: readonly Visitor[]; crowds: Crowds };

export type Crowds = { followed: number; blockers: number; old: number; files: number; likes: number };

const times = 9;
const timeoutMs = 20 * 60_000;

/** Measures operations whose cost must not grow with the number of rows. */
export async function measureGrowth(
  small: Side,
  big: Side,
  say: (text: string) => void,
): Promise<GrowthResult[]> {
  const results: GrowthResult[] = [];
  for (const part of parts) {
    const before = await part(small);
    const after = await part(big);
    for (const [i, { what, ms, limit }] of after.entries()) {
      results.push({ what, small: before[i]?.ms ?? 0, big: ms, limit });
      say(`  ${what}: ${(before[i]?.ms ?? 0).toFixed(1)} ms, ${ms.toFixed(1)} ms`);
    }
  }
  return results;
}

type Figure = { what: string; ms: number; limit: number };
type Part = (side: Side) => Promise<Figure[]>;

const parts: readonly Part[] = [
  fallback,
  blockedByMany,
  search,
  totals,
  officialFollowers,
  cleanUp,
  walk,
  clubs,
  deletePost,
];

async function fallback({ site, visitors, crowds }: Side): Promise<Figure[]> {
  const { uid, cookie } = visitorAt(visitors, 0);
  await site.db.query(
    `INSERT INTO follows (follower, followee, created_at)
     SELECT $1, uid, now() FROM (SELECT uid FROM users WHERE uid <> $1 ORDER BY uid LIMIT $2) AS u ON CONFLICT DO NOTHING`,
    [uid, crowds.followed],
  );
  await site.db.query('ANALYZE follows');
  const feed = get('getFeed', { tab: 'siguiendo', source: 'posts' }, cookie);
  return [
    {
      what: 'the feed without its read model, of somebody who follows very many',
      ms: await p50(site, feed),
      limit: 250,
    },
  ];
}

async function blockedByMany({ site, visitors, crowds }: Side): Promise<Figure[]> {
  const { uid, cookie } = visitorAt(visitors, 1);
  for (const [table, columns] of [
    ['blocks', 'blocker, blocked, created_at'],
    ['blocked_by', 'blocker, blocked'],
  ] as const) {
    await site.db.query(
      `INSERT INTO ${table} (${columns}) SELECT uid, $1${columns.includes('created_at') ? ', now()' : ''}
       FROM (SELECT uid FROM users WHERE uid <> $1 ORDER BY uid DESC LIMIT $2) AS u ON CONFLICT DO NOTHING`,
      [uid, crowds.blockers],
    );
    await site.db.query(`ANALYZE ${table}`);
  }
  // Invalidates the site's cache of the user.
  const forget = post('setMutedWords', { words: [] }, cookie);
  const reloads: number[] = [];
  let stall = 0;
  for (let i = 0; i < times; i++) {
    await site.ask(forget);
    const others = pings(site);
    reloads.push(await took(site, get('getFeed', { tab: 'paraVos' }, cookie)));
    stall = Math.max(stall, await others());
  }
  const notifications = await p50(site, get('getNotifications', {}, cookie));
  return [
    { what: 'a reload of somebody whom very many block', ms: median(reloads), limit: 60 },
    { what: '… and how long others wait meanwhile, at most', ms: stall, limit: 60 },
    { what: '… and their notifications', ms: notifications, limit: 60 },
  ];
}

async function search({ site, visitors }: Side): Promise<Figure[]> {
  const { cookie } = visitorAt(visitors, 2);
  const figures: Figure[] = [];
  for (const [q, what] of [
    ['q8', 'two letters that nobody has'],
    ['ñ', 'a letter that nobody has'],
    ['wxyz', 'letters that nobody has'],
    ['a', 'a letter that nearly everybody has'],
    ['ari', 'three letters that many have'],
    ['dríguez', 'the end of a surname'],
    ['zulema zapata', 'a whole name'],
    ['zunino.zu@no', 'an address'],
  ] as const)
    figures.push({
      what: `search: ${what}`,
      ms: await p50(site, get('searchUsers', { q }, cookie)),
      limit: 30,
    });
  return figures;
}

async function totals({ site, visitors }: Side): Promise<Figure[]> {
  const { uid, cookie } = visitorAt(visitors, 3);
  await site.db.query('INSERT INTO admins VALUES ($1, now()) ON CONFLICT DO NOTHING', [uid]);
  return [
    {
      what: 'the dashboard with its totals',
      ms: await p50(site, get('getDashboard', {}, cookie)),
      limit: 30,
    },
  ];
}

async function officialFollowers({ site }: Side): Promise<Figure[]> {
  const { rows } = await site.db.query<{ uid: string }>('SELECT uid FROM users WHERE official');
  const payload = JSON.stringify({ uid: rows[0]?.uid });
  const runs: number[] = [];
  for (let i = 0; i < times; i++) runs.push(await jobTook(site, 'count-official-followers', payload));
  return [{ what: 'the followers of the official account', ms: median(runs), limit: 500 }];
}

// The ranking reads the newest 100,000 likes; a site with a million posts gets 200,000 of one hour.
async function clubs({ site, crowds }: Side): Promise<Figure[]> {
  await site.db.query(
    `INSERT INTO likes (post_id, uid, created_at)
     SELECT id, gen_random_uuid(), now() - interval '1 hour' * random()
     FROM (SELECT id FROM posts ORDER BY id DESC LIMIT $1) AS p`,
    [crowds.old],
  );
  await site.db.query('ANALYZE likes');
  const { rows } = await site.db.query<{ club: string }>(
    'SELECT club FROM club_posts GROUP BY club ORDER BY count(*) DESC LIMIT $1',
    [times],
  );
  const pages: number[] = [];
  for (const { club } of rows) pages.push(await took(site, page(`/club/${club}`)));
  return [
    { what: 'the public page of a club, first read', ms: median(pages), limit: 60 },
    {
      what: 'the count of the fans of all clubs',
      ms: await jobTook(site, 'count-club-members', '{}'),
      limit: 500,
    },
    {
      what: 'the ranking of posts, people and fans',
      ms: await jobTook(site, 'refresh-suggestions', '{}'),
      limit: 10_000,
    },
  ];
}

async function cleanUp({ site, visitors, crowds }: Side): Promise<Figure[]> {
  await site.db.query(
    `INSERT INTO notifications (uid, id, type, created_at)
     SELECT ($1::uuid[])[1 + i % cardinality($1::uuid[])], gen_random_uuid(), 'other', now() - interval '200 days'
     FROM generate_series(1, $2::int) AS i`,
    [visitors.map(({ uid }) => uid), crowds.old],
  );
  await site.db.query('ANALYZE notifications');
  const ms = await jobTook(site, 'clean-up', '{}');
  const left = await site.db.query(
    "SELECT FROM notifications WHERE created_at < now() - interval '100 days' LIMIT 1",
  );
  const whole = left.rows.length === 0 ? ms : Number.POSITIVE_INFINITY;
  return [
    { what: 'removal of old notifications, each thousand', ms: whole / (crowds.old / 1_000), limit: 200 },
  ];
}

async function walk({ site, crowds }: Side): Promise<Figure[]> {
  const { rows } = await site.db.query<{ uid: string }>('SELECT uid FROM users ORDER BY uid LIMIT $1', [
    Math.ceil(crowds.files / 4),
  ]);
  for (const { uid } of rows) {
    const folder = join(site.dataDir, 'media/users', uid, 'posts');
    await mkdir(folder, { recursive: true });
    for (let i = 0; i < 4; i++)
      await writeFile(
        join(folder, `17637192${String(i).padStart(5, '0')}_${uid.replaceAll('-', '')}.jpg`),
        '',
      );
  }
  const ms = await jobTook(site, 'remove-unknown-files', '{}');
  return [{ what: 'an hour’s part of the walk over all files', ms, limit: 60_000 }];
}

async function deletePost({ site, visitors, crowds }: Side): Promise<Figure[]> {
  const { cookie } = visitorAt(visitors, 4);
  const answerMs: number[] = [];
  let allDeletedMs = 0;
  for (let i = 0; i < 3; i++) {
    const answer = await site.ask(post('publishPost', { text: `Muy querido ${i}` }, cookie));
    const { id } = (JSON.parse(answer) as { post: { id: string } }).post;
    await site.db.query(
      `INSERT INTO likes (post_id, uid, created_at) SELECT $1, gen_random_uuid(), now() FROM generate_series(1, $2::int)`,
      [id, crowds.likes],
    );
    await site.db.query('UPDATE post_counters SET likes = $2 WHERE post_id = $1', [id, crowds.likes]);
    await site.db.query('VACUUM ANALYZE likes');
    await site.db.query('CHECKPOINT').catch(() => undefined);
    await site.drainJobs();
    answerMs.push(await took(site, post('deletePost', { postId: id }, cookie)));
    const start = performance.now();
    const hasLikes = async () =>
      (await site.db.query('SELECT FROM likes WHERE post_id = $1 LIMIT 1', [id])).rows.length > 0;
    while ((await hasLikes()) && performance.now() - start < timeoutMs && Number.isFinite(answerMs.at(-1)))
      await wait(50);
    allDeletedMs = Math.max(
      allDeletedMs,
      (await hasLikes()) ? Number.POSITIVE_INFINITY : performance.now() - start,
    );
  }
  return [
    { what: 'deleting a post that very many like: answered', ms: median(answerMs), limit: 50 },
    { what: '… and finished by a job', ms: allDeletedMs, limit: 10 * 60_000 },
  ];
}

function visitorAt(visitors: readonly Visitor[], place: number): Visitor {
  const visitor = visitors[place];
  if (!visitor) throw new Error(`there are only ${visitors.length} visitors`);
  return visitor;
}

/** The median of a few requests, after two warm-up requests, on an idle site. */
async function p50(site: BenchSite, request: string): Promise<number> {
  for (let i = 0; i < 2; i++) await took(site, request);
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push(await took(site, request));
  return median(all);
}

async function took(site: BenchSite, request: string): Promise<number> {
  const start = performance.now();
  try {
    await site.ask(request);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    return Number.POSITIVE_INFINITY;
  }
  return performance.now() - start;
}

/** Sends cheap requests until the result is called, which returns the longest wait. */
function pings(site: BenchSite): () => Promise<number> {
  const over = new AbortController();
  const longest = (async () => {
    let most = 0;
    while (!over.signal.aborted) {
      const start = performance.now();
      await fetch(`http://127.0.0.1:${site.port}/health/live`).then((response) => response.text());
      most = Math.max(most, performance.now() - start);
    }
    return most;
  })();
  return () => {
    over.abort();
    return longest;
  };
}

async function jobTook(site: BenchSite, name: string, payload: string): Promise<number> {
  await site.drainJobs();
  const start = performance.now();
  await site.db.query('SELECT graphile_worker.add_job($1, $2::json)', [name, payload]);
  await site.drainJobs();
  return performance.now() - start;
}
