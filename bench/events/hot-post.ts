import type { Load } from '../load/load.ts';
import { get, post } from '../load/requests.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

export type HotPostResult = {
  likes: number;
  perSecond: number;
  p99: number;
  /** The counter after the last answer; must equal `likes`. */
  counted: number;
  stored: number;
};

/** A new post that all these visitors like at once. */
export async function measureHotPost(
  site: BenchSite,
  load: Load,
  author: Visitor,
  fans: readonly Visitor[],
): Promise<HotPostResult> {
  const published = await site.ask(post('publishPost', { text: '¡Gol!' }, author.cookie));
  const postId = (JSON.parse(published) as { post: { id: string } }).post.id;
  await site.drainJobs();
  await load.prepare(
    'fans',
    fans.map(({ cookie }) => post('likePost', { postId }, cookie)),
  );
  const run = await load.run('fans', { port: site.port, connections: 500, milliseconds: 'once' });
  const answer = await site.ask(get('getPost', { postId }, author.cookie));
  const { rows } = await site.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM likes WHERE post_id = $1',
    [postId],
  );
  return {
    likes: run.requests,
    perSecond: run.rate,
    p99: run.p99,
    counted: (JSON.parse(answer) as { post: { likesCount: number } }).post.likesCount,
    stored: rows[0]?.count ?? 0,
  };
}
