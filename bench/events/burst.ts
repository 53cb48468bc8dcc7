import { Load } from '../load/load.ts';
import { get, post } from '../load/requests.ts';
import { Streams } from '../load/streams.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';
import { openPages } from './crowd.ts';

export type BurstResult = {
  streams: number;
  publications: number;
  likes: number;
  comments: number;
  /** Milliseconds until the last answer; the requests are spread over nine seconds. */
  took: number;
  /** Missing and surplus posts, likes, comments and timeline entries. */
  wrong: number;
  /** p99 of feeds in milliseconds, before the burst and during it. */
  calmP99: number;
  busyP99: number;
  /** Milliseconds from sending a post in the middle of the burst until the last page heard of it. */
  toAll: number;
  /** Bytes at the end, with all pages open. */
  memory: number;
};

// Each of the 5,000 open pages reads once in ten seconds.
const readsPerSecond = 500;
const writesPerSecond = 700;
// As long in the burst as before it, since collections of garbage fall into both.
const milliseconds = 8_000;

// A part of the burst runs first, so that the code is warm, as on any site in use.
const earlierPart = 0.1;

const sizes = { streams: 5_000, publications: 2_000, likes: 3_000, comments: 1_000 };

/** With 5,000 open pages, people publish, like one post and comment on it at once, while others read. */
export async function measureBurst(
  site: BenchSite,
  load: Load,
  crowd: readonly Visitor[],
  authors: readonly Visitor[],
): Promise<BurstResult> {
  const [first, ...others] = authors;
  if (!first) throw new Error('nobody publishes');
  const pages = crowd.slice(0, sizes.streams);
  await openPages(site, load, pages);
  const chance = await publish(site, first, '¡Casi!');
  const earlier = writesAbout(chance, { crowd, others }, earlierPart);
  await load.prepare('before a burst', earlier);
  await load.run('before a burst', { port: site.port, connections: 32, milliseconds: 'once' });
  const goal = await publish(site, first, '¡Gol!');
  await site.drainJobs();
  const before = await countAll(site, goal);
  const streams = new Streams();
  try {
    await streams.open(
      site.port,
      pages.map(({ cookie }) => cookie),
    );
    await load.prepare('burst', writesAbout(goal, { crowd, others }, 1));
    const readers = new Load();
    try {
      await readers.prepare(
        'readers in a burst',
        others.map(({ cookie }) => get('getFeed', { tab: 'siguiendo' }, cookie)),
      );
      const reading = { port: site.port, connections: 64, perSecond: readsPerSecond };
      await readers.run('readers in a burst', { ...reading, milliseconds: 2_000 });
      const calm = await readers.run('readers in a burst', { ...reading, milliseconds });
      const start = performance.now();
      const writing = { port: site.port, connections: 256, perSecond: writesPerSecond };
      const burst = load
        .run('burst', { ...writing, milliseconds: 'once' })
        .then(() => performance.now() - start);
      const busy = readers.run('readers in a burst', { ...reading, milliseconds });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const sentAt = performance.timeOrigin + performance.now();
      const probe = await publish(site, first, 'Y otro más');
      const toAll = (await streams.allTold(probe, Date.now())) - sentAt;
      const took = await burst;
      const busyP99 = (await busy).p99;
      const { node, postgres } = await site.memory();
      await site.drainJobs();
      const after = await countAll(site, goal);
      const { publications, likes, comments } = sizes;
      const surplusPosts = after.posts - before.posts - publications - 1;
      const wrong =
        Math.abs(surplusPosts) +
        Math.abs(after.likes - likes) +
        Math.abs(after.comments - comments) +
        Math.abs(after.countedLikes - likes) +
        Math.abs(after.countedComments - comments) +
        after.missingEntries;
      return { ...sizes, took, wrong, calmP99: calm.p99, busyP99, toAll, memory: node + postgres };
    } finally {
      readers.close();
    }
  } finally {
    streams.close();
  }
}

type Writers = { readonly crowd: readonly Visitor[]; readonly others: readonly Visitor[] };

/** `part` is a share of the whole burst. */
function writesAbout(postId: string, { crowd, others }: Writers, part: number): string[] {
  const several = (count: number, write: (i: number) => string) =>
    Array.from({ length: count * part }, (_, i) => write(i));
  return mixed([
    ...several(sizes.publications, (i) => post('publishPost', { text: `¡Gol! ${i}` }, cookieOf(others, i))),
    ...several(sizes.likes, (i) => post('likePost', { postId }, cookieOf(crowd, i))),
    ...several(sizes.comments, (i) =>
      post('addComment', { postId, text: `Qué golazo ${i}` }, cookieOf(crowd, i)),
    ),
  ]);
}

async function publish(site: BenchSite, { cookie }: Visitor, text: string): Promise<string> {
  const answer = await site.ask(post('publishPost', { text }, cookie));
  return (JSON.parse(answer) as { post: { id: string } }).post.id;
}

type Counts = {
  posts: number;
  likes: number;
  comments: number;
  countedLikes: number;
  countedComments: number;
  missingEntries: number;
};

/** `missingEntries` counts the missing timeline entries of posts since `goal`. */
async function countAll({ db }: BenchSite, goal: string): Promise<Counts> {
  const { rows } = await db.query<Counts>(
    `SELECT (SELECT count(*)::int FROM posts) AS posts,
       (SELECT count(*)::int FROM likes WHERE post_id = $1) AS likes,
       (SELECT count(*)::int FROM comments WHERE post_id = $1) AS comments,
       c.likes AS "countedLikes", c.comments AS "countedComments",
       (SELECT count(*)::int FROM posts p JOIN followers f ON f.followee = p.owner_uid
        WHERE p.id > $1 AND NOT EXISTS
          (SELECT 1 FROM timeline t WHERE t.reader_uid = f.follower AND t.entry_id = p.id)) AS "missingEntries"
     FROM post_counters c WHERE c.post_id = $1`,
    [goal],
  );
  if (!rows[0]) throw new Error('the post is gone');
  return rows[0];
}

function cookieOf(visitors: readonly Visitor[], i: number): string {
  return visitors[i % visitors.length]?.cookie ?? '';
}

/** Spreads each kind of request over the whole. */
function mixed(requests: readonly string[]): string[] {
  const step = 1_009;
  return requests.map((_, i) => requests[(i * step) % requests.length] ?? '');
}
