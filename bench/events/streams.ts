import { setTimeout as wait } from 'node:timers/promises';

import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { get, post } from '../load/requests.ts';
import { Streams } from '../load/streams.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

export type StreamsResult = {
  streams: number;
  /** Memory of the server per idle stream. */
  bytesEach: number;
  /** Milliseconds from sending a post until the last stream received its event. */
  toAll: number;
  /** p99 of other users' feeds in ms: without streams, with idle ones, and while all receive events. */
  quietP99: number;
  idleP99: number;
  busyP99: number;
  cut: Return;
  restart: Return;
};

export type Return = {
  readers: number;
  /** Milliseconds until the last client was reconnected. */
  backAfter: number;
  /** Clients that missed an event. */
  lost: number;
  doubled: number;
  resyncs: number;
  /** p99 of other users' feeds during the reconnects, in milliseconds. */
  feedP99: number;
};

const returning = 5_000;
// Above twenty posts within 0.75 s, posts share events.
const pauseMs = 150;

export async function measureStreams(
  site: BenchSite,
  load: Load,
  crowd: readonly Visitor[],
  others: readonly Visitor[],
): Promise<StreamsResult> {
  const [author, ...readers] = others;
  if (!author) throw new Error('nobody publishes');
  const streams = new Streams();
  try {
    const publish = () => publishOne(site, author);
    await load.prepare(
      'readers beside streams',
      readers.map(({ cookie }) => get('getFeed', { tab: 'siguiendo' }, cookie)),
    );
    const feeds = async (milliseconds = 3_000) =>
      (await load.run('readers beside streams', { port: site.port, connections: 4, milliseconds })).p99;
    await feeds();
    const quietP99 = await feeds();

    const before = (await site.memory()).node;
    await streams.open(
      site.port,
      crowd.map(({ cookie }) => cookie),
    );
    await wait(3_000);
    const bytesEach = ((await site.memory()).node - before) / crowd.length;
    const idleP99 = await feeds();

    const times: number[] = [];
    for (let i = 0; i < 7; i++) {
      const { sentAt, postId } = await publish();
      times.push((await streams.allReceived(postId)) - sentAt);
    }
    const busy = feeds();
    for (let i = 0; i < 4; i++) {
      await publish();
      await wait(600);
    }
    const busyP99 = await busy;

    await streams.keep(returning);
    const cut = await measureReconnect(streams, feeds, publish, async () => streams.cut(returning));
    const { port } = site;
    const restart = await measureReconnect(streams, feeds, publish, async () => {
      await site.stop();
      await site.start(port);
    });
    return {
      streams: crowd.length,
      bytesEach,
      toAll: median(times),
      quietP99,
      idleP99,
      busyP99,
      cut,
      restart,
    };
  } finally {
    streams.close();
  }
}

type PostAtTime = { postId: string; sentAt: number };

async function publishOne(site: BenchSite, { cookie }: Visitor): Promise<PostAtTime> {
  const sentAt = performance.timeOrigin + performance.now();
  const text = await site.ask(post('publishPost', { text: 'Gol para todos' }, cookie));
  return { postId: (JSON.parse(text) as { post: { id: string } }).post.id, sentAt };
}

async function measureReconnect(
  streams: Streams,
  feeds: (milliseconds: number) => Promise<number>,
  publish: () => Promise<PostAtTime>,
  end: () => Promise<void>,
): Promise<Return> {
  await wait(1_000);
  await streams.forget();
  await end();
  const start = performance.now();
  const feed = feeds(4_000);
  const back = streams.allOpen().then(() => performance.now() - start);
  const postIds: string[] = [];
  for (let i = 0; i < 20; i++) {
    postIds.push((await publish()).postId);
    await wait(pauseMs);
  }
  const backAfter = await back;
  const feedP99 = await feed;
  // Lets events in flight arrive.
  await wait(1_000);
  const { readers, lost, doubled, disordered, resyncs } = await streams.check(postIds);
  return { readers, backAfter, lost: lost + disordered, doubled, resyncs, feedP99 };
}
