import { setTimeout as wait } from 'node:timers/promises';

import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { get, post } from '../load/requests.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

export type FanOutResult = {
  followers: number;
  /** Milliseconds until the author had the answer, the author saw the post, and the last follower saw it. */
  acknowledged: number;
  toAuthor: number;
  toFollowers: number;
  /** Timelines that have the post at the end; must equal the number of followers. */
  timelines: number;
  /** p99 of other people's feeds in milliseconds, before and while posts are published. */
  quietP99: number;
  busyP99: number;
};

type PublishAnswer = { post: { id: string } };

export async function measureFanOut(
  site: BenchSite,
  load: Load,
  famous: Visitor,
  crowd: readonly Visitor[],
  readers: readonly Visitor[],
): Promise<FanOutResult> {
  const { rows } = await site.db.query<{ follower: string }>(
    'SELECT follower FROM followers WHERE followee = $1 ORDER BY follower',
    [famous.uid],
  );
  const followers = rows.map((row) => row.follower);
  // The fan-out is ordered by uid: the session with the highest uid sees the post last.
  const last = crowd.toSorted((a, b) => (a.uid < b.uid ? 1 : -1))[0];
  if (!last) throw new Error('nobody follows');
  const times = { acknowledged: [] as number[], toAuthor: [] as number[], toFollowers: [] as number[] };
  let timelines = followers.length;

  const publish = async () => {
    const start = performance.now();
    const text = await site.ask(post('publishPost', { text: 'Gol de la medición' }, famous.cookie));
    times.acknowledged.push(performance.now() - start);
    const { id } = (JSON.parse(text) as PublishAnswer).post;
    await waitUntil(() => shows(site, famous, id));
    times.toAuthor.push(performance.now() - start);
    await waitUntil(() => shows(site, last, id));
    times.toFollowers.push(performance.now() - start);
    await site.drainJobs();
    const { rows: counts } = await site.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM timeline WHERE reader_uid = ANY($1::uuid[]) AND entry_id = $2',
      [followers, id],
    );
    timelines = Math.min(timelines, counts[0]?.count ?? 0);
  };
  for (let i = 0; i < 5; i++) await publish();

  await load.prepare(
    'readers',
    readers.map(({ cookie }) => get('getFeed', { tab: 'siguiendo' }, cookie)),
  );
  // Few connections: the figure must measure answers, not a queue.
  const reading = { port: site.port, connections: 4, milliseconds: 3_000 };
  await load.run('readers', reading);
  const quiet = await load.run('readers', reading);
  const busy = load.run('readers', reading);
  for (let i = 0; i < 4; i++) {
    await site.ask(post('publishPost', { text: 'Otro gol de la medición' }, famous.cookie));
    await wait(600);
  }
  return {
    followers: followers.length,
    acknowledged: median(times.acknowledged),
    toAuthor: median(times.toAuthor),
    toFollowers: median(times.toFollowers),
    timelines,
    quietP99: quiet.p99,
    busyP99: (await busy).p99,
  };
}

async function shows(site: BenchSite, { cookie }: Visitor, postId: string): Promise<boolean> {
  return (await site.ask(get('getFeed', { tab: 'siguiendo' }, cookie))).includes(postId);
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it did not happen within 30 s');
    await wait(5);
  }
}
