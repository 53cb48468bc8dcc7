import type { PreparedRequest } from '../limits/floors.ts';
import type { Limits } from '../limits/limits.ts';
import { median } from '../load/latencies.ts';
import type { Load } from '../load/load.ts';
import { get, post } from '../load/requests.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';
import { openPages } from './crowd.ts';

export type HotPostResult = {
  /** Per round. */
  likes: number;
  perSecond: number;
  /** Ratio to group commits of the same rows by a bare program: the median over the rounds. */
  toFloor: number;
  /** The largest difference, in any round, of the counter or the rows from the likes. */
  wrong: number;
};

// As in the rows of reads, the first round is left out: the site was started for the events, its floor long
// before.
const warmUps = 1;
const rounds = 3;

/** People like a post on an open page, so each has read the feed before. The floor has their sessions ready, too. */
export async function measureHotPost(
  { site, load, limits }: { site: BenchSite; load: Load; limits: Limits },
  author: Visitor,
  fans: readonly Visitor[],
): Promise<HotPostResult> {
  const publish = async () => {
    const answer = await site.ask(post('publishPost', { text: '¡Gol!' }, author.cookie));
    await site.drainJobs();
    return (JSON.parse(answer) as { post: { id: string } }).post.id;
  };
  const likeAll = async (postId: string, port: number) => {
    await load.prepare(
      'fans',
      fans.map(({ cookie }) => post('likePost', { postId }, cookie)),
    );
    return load.run('fans', { port, connections: 500, milliseconds: 'once' });
  };
  await openPages(site, load, fans);
  const body = Buffer.from(JSON.stringify({ liked: true, likesCount: fans.length }));
  const rates: number[] = [];
  const ratios: number[] = [];
  let wrong = 0;
  for (let round = -warmUps; round < rounds; round++) {
    const [postId, sameRows] = [await publish(), await publish()];
    const { rate, requests } = await likeAll(postId, site.port);
    // Most notifications are written after the answers.
    await site.drainJobs();
    const preparedFor = (uid: string): PreparedRequest => ({
      uid,
      postIds: [sameRows],
      people: [],
      target: '',
      body,
    });
    await limits.prepare('hotLikes', new Map(fans.map(({ cookie, uid }) => [cookie, preparedFor(uid)])));
    const floor = await likeAll(sameRows, limits.ports.floor);
    if (round >= 0) {
      rates.push(rate);
      ratios.push(rate / floor.rate);
    }
    const counts = [await countedLikes(site, author, postId), ...(await storedLikes(site, postId))];
    wrong = Math.max(wrong, ...counts.map((count) => Math.abs(count - requests)));
  }
  return { likes: fans.length, perSecond: median(rates), toFloor: median(ratios), wrong };
}

async function countedLikes(site: BenchSite, { cookie }: Visitor, postId: string): Promise<number> {
  const answer = await site.ask(get('getPost', { postId }, cookie));
  return (JSON.parse(answer) as { post: { likesCount: number } }).post.likesCount;
}

async function storedLikes(site: BenchSite, postId: string): Promise<number[]> {
  const { rows } = await site.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM likes WHERE post_id = $1
     UNION ALL SELECT count(*)::int FROM notifications WHERE post_id = $1 AND type = 'like'`,
    [postId],
  );
  return rows.map(({ count }) => count);
}
