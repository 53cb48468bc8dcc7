import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import type { Writes } from '../kernel/writes.ts';
import { Likes } from './actions/reactions.ts';
import { notifyOfLikes } from './jobs/notify-of-likes.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let author: User;
let crowd: User[];

beforeAll(async () => {
  site = await openSite(db);
  author = await site.user('Luciana');
  crowd = await site.users('Hincha', 12);
});
afterAll(() => site.close());

async function publish(): Promise<string> {
  return (await author.call('publishPost', { text: 'Gol en el descuento' })).post.id;
}

async function stored(postId: string): Promise<{ counted: number; marked: number }> {
  const { rows } = await db.raw.query<{ counted: number; marked: number }>(
    `SELECT c.likes AS counted, (SELECT count(*)::int FROM likes WHERE post_id = $1) AS marked
     FROM post_counters c WHERE c.post_id = $1`,
    [postId],
  );
  return rows[0]!;
}

it('a repeated like counts once, and so does taking it back', async () => {
  const postId = await publish();
  const [fan] = crowd;
  expect(await fan!.call('likePost', { postId })).toMatchObject({ likesCount: 1, liked: true });
  expect(await fan!.call('likePost', { postId })).toMatchObject({ likesCount: 1, liked: true });
  expect(await fan!.call('unlikePost', { postId })).toMatchObject({ likesCount: 0, liked: false });
  expect(await fan!.call('unlikePost', { postId })).toMatchObject({ likesCount: 0, liked: false });
});

it('a hundred likes that one user sends at once count once', async () => {
  const postId = await publish();
  await Promise.all(Array.from({ length: 100 }, () => crowd[0]!.call('likePost', { postId })));
  expect(await stored(postId)).toEqual({ counted: 1, marked: 1 });
});

it('counter, rows and answers agree through a storm of taps', async () => {
  const postId = await publish();
  // The rounds run in turn: the pool refuses requests that it cannot serve within two seconds.
  const storm = async (fan: User) => {
    for (let round = 0; round < 4; round++) {
      const taps = Array.from({ length: 10 }, (_, i) => (i % 3 === 1 ? 'unlikePost' : 'likePost'));
      await Promise.all(taps.map((tap) => fan.call(tap, { postId })));
    }
  };
  await Promise.all(crowd.map(storm));
  const { counted, marked } = await stored(postId);
  expect(counted).toBe(marked);
  const { post } = await author.call('getPost', { postId });
  expect(post.likesCount).toBe(counted);
  expect(post.counts.likes).toBe(counted);
  const views = await Promise.all(crowd.map((fan) => fan.call('getPost', { postId })));
  expect(views.filter((view) => view.post.viewer.liked)).toHaveLength(marked);
});

it('the last tap wins when a user taps faster than the server answers', async () => {
  const postId = await publish();
  const [fan] = crowd;
  const last = await Promise.all([
    fan!.call('likePost', { postId }),
    fan!.call('unlikePost', { postId }),
    fan!.call('likePost', { postId }),
  ]);
  expect(last[2]).toMatchObject({ likesCount: 1, liked: true });
});

it('a like shows at once wherever the post is listed', async () => {
  const postId = await publish();
  const [fan] = crowd;
  await fan!.call('getFeed', { tab: 'paraVos' });
  await fan!.call('likePost', { postId });
  const { items } = await fan!.call('getFeed', { tab: 'paraVos' });
  expect(items.find((item) => item.id === postId)).toMatchObject({ likesCount: 1, viewer: { liked: true } });
});

it('a like that races a deletion finds no post and leaves nothing behind', async () => {
  const postId = await publish();
  const answers = await Promise.all([
    ...crowd.flatMap((fan) => Array.from({ length: 10 }, () => fan.ask('likePost', { postId }))),
    ...crowd.map((fan) => fan.ask('addComment', { postId, text: 'qué golazo' })),
    author.ask('deletePost', { postId }),
  ]);
  // The deletion may come early or late.
  expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  await drainJobs(db);
  for (const table of [
    'likes',
    'comments',
    'notifications',
    'post_counters',
    'post_summaries',
    'user_posts',
  ]) {
    expect(
      (
        await db.raw.query(
          `SELECT 1 FROM ${table} WHERE ${table === 'post_summaries' ? 'id' : 'post_id'} = $1`,
          [postId],
        )
      ).rows,
    ).toEqual([]);
  }
  const late = await crowd[0]!.ask('likePost', { postId });
  expect(late).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
});

it('taps of one moment share a transaction, and a post that is gone takes no other’s like along', async () => {
  const posts = await Promise.all(Array.from({ length: 6 }, publish));
  const deletedPost = await publish();
  const writes = writesOn(db);
  let transactions = 0;
  const counting: Writes = {
    ...writes,
    transaction: (work) => {
      transactions++;
      return writes.transaction(work);
    },
  };
  const likes = new Likes(counting, () => ({ ownerUid: author.uid, barredUids: new Set() }));
  const fans = crowd.map(({ uid }) => uid);
  // Only the statement notices the deletion, as when it comes at the same moment.
  await db.raw.query('DELETE FROM posts WHERE id = $1', [deletedPost]);
  transactions = 0;
  const taps = fans.flatMap((uid) => [...posts, deletedPost].map((postId) => ({ uid, postId })));
  const results = await Promise.allSettled(taps.map(({ uid, postId }) => likes.set(uid, postId, true)));
  for (const [i, { postId }] of taps.entries())
    expect(results[i]!.status).toBe(postId === deletedPost ? 'rejected' : 'fulfilled');
  for (const postId of posts) expect(await stored(postId)).toEqual({ counted: 12, marked: 12 });
  const all = fans.flatMap((uid) => posts.map((postId) => ({ uid, postId })));
  await Promise.all(all.map(({ uid, postId }) => likes.set(uid, postId, false)));
  for (const postId of posts) expect(await stored(postId)).toEqual({ counted: 0, marked: 0 });
  // Transactions: the first tap, the other likes, those again post by post, and all unlikes but the first.
  expect(transactions).toBeLessThanOrEqual(2 + 7 + 1);
});

const notifiedLikers = async (postId: string) => {
  const { rows } = await db.raw.query<{ actor_uid: string }>(
    `SELECT actor_uid FROM notifications WHERE uid = $1 AND post_id = $2 AND type = 'like'`,
    [author.uid, postId],
  );
  return rows.map(({ actor_uid: uid }) => uid).toSorted();
};

it('many likes of one moment are answered before their notifications, which all come', async () => {
  const postId = await publish();
  const likes = new Likes(writesOn(db), () => ({ ownerUid: author.uid, barredUids: new Set() }));
  const fans = Array.from({ length: 40 }, () => randomUUID());
  const late = crowd[0]!.uid;
  await Promise.all(fans.map((uid) => likes.set(uid, postId, true)));
  expect(await stored(postId)).toEqual({ counted: 40, marked: 40 });
  expect(await notifiedLikers(postId)).toEqual([]);
  // A single like does not wait for them.
  await likes.set(late, postId, true);
  expect(await notifiedLikers(postId)).toEqual([late]);
  await expect.poll(() => notifiedLikers(postId), { timeout: 10_000 }).toEqual([...fans, late].toSorted());
});

it('a late notification comes once, and not for a like that was taken back or a removed post', async () => {
  const [liked, removed] = [await publish(), await publish()];
  const [kept, undone] = crowd as [User, User];
  for (const postId of [liked, removed]) await kept.call('likePost', { postId });
  await undone.call('likePost', { postId: liked });
  await undone.call('unlikePost', { postId: liked });
  await author.call('deletePost', { postId: removed });
  await drainJobs(db);
  await db.raw.query('DELETE FROM notifications WHERE post_id = $1', [liked]);
  const writes = writesOn(db);
  for (const postId of [liked, liked, removed])
    await notifyOfLikes(writes, { postId, uids: [kept.uid, undone.uid] });
  expect(await notifiedLikers(liked)).toEqual([kept.uid]);
  expect(await notifiedLikers(removed)).toEqual([]);
});

it.each(['nope', '99999999999999999999', '../x', 'A'.repeat(64)])(
  'liking %j finds no post',
  async (postId) => {
    expect((await crowd[0]!.ask('likePost', { postId })).status).toBe(404);
  },
);

it('when the database hangs, all waiting likes fail with the first', async () => {
  const postId = await publish();
  const holder = await db.session();
  await holder.raw.query('BEGIN');
  await holder.raw.query('SELECT 1 FROM post_counters WHERE post_id = $1 FOR UPDATE', [postId]);
  const start = performance.now();
  const answers = await Promise.all(
    crowd.slice(0, 4).map((fan, i) => fan.ask(i % 2 === 0 ? 'likePost' : 'unlikePost', { postId })),
  );
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  // The lock time-out is two seconds.
  expect(performance.now() - start).toBeLessThan(4_000);
  await holder.close();
  expect(await crowd[0]!.call('likePost', { postId })).toMatchObject({ likesCount: 1, liked: true });
});
