import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Input } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { statementsOf } from '../../test/statements.ts';
import { writesOn } from '../../test/writes.ts';
import { earlierResults } from '../kernel/idempotency.ts';
import { firstId, newId } from '../kernel/ids.ts';
import { addJob } from '../kernel/store/jobs.ts';
import { lockFollowersPage } from '../people/store/follows.ts';
import { countPosts } from '../posts/store/post-lists.ts';
import { findExistingPosts } from '../posts/store/posts.ts';
import { type FanOut, FanOuts } from './actions/fan-outs.ts';
import { listPosts } from './actions/list-posts.ts';
import { Publications } from './actions/publications.ts';
import { fanOutPosts } from './jobs/fan-out-posts.ts';
import { enqueueFanOutsOlderThan } from './store/pending-fan-outs.ts';
import {
  insertNewOnTimelines,
  insertOnFollowersTimelines,
  lockAgainstFanOut,
  lockForFanOut,
} from './store/timeline.ts';

const { db, lockWaits } = await cloneDatabase();
const writes = writesOn(db);
let site: TestSite;
let people: User[];
let publications: Publications;

beforeAll(async () => {
  site = await openSite(db);
  people = await site.users('Hincha', 8);
  for (const who of people)
    for (const { uid } of people) if (uid !== who.uid) await who.call('followUser', { targetUid: uid });
  await drainJobs(db);
});
afterAll(() => site.close());
// The first post of a new queue has a transaction of its own; those that arrive meanwhile share the next.
beforeEach(() => {
  publications = new Publications(writes);
});

const attempt = (text: string, key: string = randomUUID()) => ({ key, call: 'publishPost', input: { text } });

it('posts of one moment are all published, counted and on the timelines, without a job', async () => {
  const before = await totalOfPosts();
  const jobs = await nextJob();
  const results = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      publications.publish(people[i % 8]!.uid, { text: `¡Gol! ${i}` }, attempt(`${i}`)),
    ),
  );
  const ids = results.map(({ postId }) => postId);
  expect(new Set(ids).size).toBe(60);
  expect((await totalOfPosts()) - before).toBe(60);
  // On Citus one job for the first post and two for the other 59; the count took an id, and the clock may
  // enqueue one.
  expect((await nextJob()) - jobs).toBeLessThanOrEqual((await db.isDistributed()) ? 5 : 2);
  await settle();
  for (const who of people) {
    const { rows } = await db.raw.query(
      'SELECT 1 FROM timeline WHERE reader_uid = $1 AND post_id = ANY($2)',
      [who.uid, ids],
    );
    expect(rows).toHaveLength(60);
    const own = ids.filter((_, i) => people[i % 8]!.uid === who.uid);
    const counts = await db.raw.query('SELECT posts_count AS count FROM users WHERE uid = $1', [who.uid]);
    expect(counts.rows).toEqual([{ count: own.length }]);
  }
});

it('a post that is deleted while it is fanned out stays on no timeline', async () => {
  const [ana, ...fans] = people as [User, ...User[]];
  const { postId } = await publications.publish(ana.uid, { text: 'me arrepentí' }, attempt('me arrepentí'));
  await drainJobs(db);
  await db.raw.query('DELETE FROM timeline WHERE post_id = $1', [postId]);
  await db.transaction(async (tx) => {
    const readerUids = await lockFollowersPage(tx, { followee: ana.uid, after: firstId });
    expect(await findExistingPosts(tx, [postId])).toEqual(new Set([postId]));
    await ana.call('deletePost', { postId });
    await expect.poll(lockWaits).toBeGreaterThan(0);
    await insertNewOnTimelines(tx, [{ postId, authorUid: ana.uid, readerUids }]);
    expect(readerUids).toHaveLength(fans.length);
  });
  await drainJobs(db);
  expect((await db.raw.query('SELECT FROM timeline WHERE post_id = $1', [postId])).rowCount).toBe(0);
});

it('a refused post refuses none of the others, and leaves nothing behind', async () => {
  const before = await totalOfPosts();
  const usedKey = randomUUID();
  const [ana, beto, carla] = people as [User, User, User];
  await publications.publish(ana.uid, { text: 'la primera' }, attempt('la primera', usedKey));
  const results = await Promise.allSettled([
    publications.publish(ana.uid, { text: 'abre la cola' }, attempt('0')),
    publications.publish(beto.uid, { text: 'buena' }, attempt('1')),
    publications.publish(ana.uid, { text: 'otra' }, attempt('otra', usedKey)),
    publications.publish(beto.uid, { media: { key: `users/${beto.uid}/posts/1_a.jpg` } }, attempt('3')),
    publications.publish(carla.uid, { text: 'cita', quoteOf: randomUUID() }, attempt('4')),
    publications.publish(carla.uid, { text: 'buena también' }, attempt('5')),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  expect(results.map((result) => (result.status === 'rejected' ? result.reason.code : ''))).toEqual([
    '',
    '',
    'invalid-argument',
    'invalid-argument',
    'not-found',
    '',
  ]);
  expect((await totalOfPosts()) - before).toBe(4);
});

it('an attempt that is repeated in the same moment publishes once', async () => {
  const before = await totalOfPosts();
  const { uid } = people[0]!;
  const key = randomUUID();
  const results = await Promise.all(
    [1, 2, 3, 4].map(() => publications.publish(uid, { text: 'dos toques' }, attempt('dos toques', key))),
  );
  expect(new Set(results.map(({ postId }) => postId)).size).toBe(1);
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect((await totalOfPosts()) - before).toBe(1);
});

it('attempts that another process repeats wait for it, and cannot deadlock with it', async () => {
  const { uid } = people[0]!;
  const [low, high] = ['10000000-0000-4000-8000-000000000000', 'f0000000-0000-4000-8000-000000000000'];
  const claim = (text: string, key: string) => ({
    uid,
    attempt: attempt(text, key),
    resultId: newId(new Date()),
    at: new Date(),
  });
  const [first, second] = [claim('primera', low), claim('segunda', high)];
  let attemptsThere = 0;
  const here = await db.transaction(async (tx) => {
    expect(await earlierResults(tx, [first])).toEqual([null]);
    // In the opposite order: it would hold the key that this transaction takes next.
    const there = db.transaction((other) => {
      attemptsThere += 1;
      return earlierResults(other, [claim('segunda', high), claim('primera', low)]);
    });
    await expect.poll(lockWaits).toBeGreaterThan(0);
    expect(await earlierResults(tx, [second])).toEqual([null]);
    return { there };
  });
  expect(await here.there).toEqual([second.resultId, first.resultId]);
  // The victim of a deadlock is tried again.
  expect(attemptsThere).toBe(1);
});

it('a post for very many followers reaches them by a job, others at once', async () => {
  const [star, ana, fan] = await site.users('Figura', 3);
  await fan!.call('followUser', { targetUid: star!.uid });
  await fan!.call('followUser', { targetUid: ana!.uid });
  await db.raw.query('UPDATE users SET followers_count = 2001 WHERE uid = $1', [star!.uid]);
  const publish = async ({ uid }: User) => (await publications.publish(uid, { text: 'Gol' }, null)).postId;
  const own = (await db.isDistributed()) ? [ana!.uid] : [ana!.uid, fan!.uid].sort();
  const [byStar, byAna] = await db.transaction(async (tx) => {
    // The job waits for this lock.
    await lockFollowersPage(tx, { followee: star!.uid, after: firstId, isAlone: true });
    const [, ...ids] = await Promise.all([publish(ana!), publish(star!), publish(ana!)]);
    await publications.settled();
    expect(await Promise.all(ids.map(readersOf))).toEqual([[star!.uid], own]);
    return ids;
  });
  await drainJobs(db);
  expect(await readersOf(byStar)).toEqual([fan!.uid, star!.uid].sort());
  expect(await readersOf(byAna)).toEqual([ana!.uid, fan!.uid].sort());
});

it.each<[string, Input<'publishPost'>, boolean]>([
  ['a plain text', { text: '¡Gol! ⚽\nde "media cancha"' }, false],
  ['a warning', { text: 'final', warning: { kind: 'spoiler' } }, false],
  ['a warning of its own', { text: 'final', warning: { kind: 'otra', label: 'ojo' } }, false],
  ['limits', { text: 'solo para algunos', commentPolicy: 'followed', quotesAllowed: false }, false],
  ['a poll', { text: '¿Quién gana?', poll: { options: ['Boca', 'River'], durationMinutes: 1440 } }, true],
  ['a link', { text: 'miren', link: 'https://example.com/gol' }, true],
])(
  'a new post with %s is answered as the database has it, and plain ones without reading it',
  async (_, input, isRead) => {
    const [ana, beto] = people as [User, User];
    await ana.call('publishPost', { text: 'para que nada falte' });
    let id = '';
    const ran = await statementsOf(async () => {
      id = (await ana.call('publishPost', input)).post.id;
    });
    const reads = ran.filter(({ name }) => name === 'find-post-summaries');
    expect(reads.some(({ values }) => JSON.stringify(values).includes(id))).toBe(isRead);
    const published = await beto.call('getPost', { postId: id });
    await addJob(db, 'publish-facts', { facts: [{ type: 'everything-changed' }] });
    await drainJobs(db);
    expect(await beto.call('getPost', { postId: id })).toEqual(published);
  },
);

it('a like on a new post counts', async () => {
  const [ana, beto] = people as [User, User];
  const { post } = await ana.call('publishPost', { text: '¡Gol!' });
  await beto.call('likePost', { postId: post.id });
  expect((await ana.call('getPost', { postId: post.id })).post.likesCount).toBe(1);
});

it('a job of the previous version still lists the post under its club', async () => {
  const [ana] = await site.users('Vieja', 1);
  const { postId } = await publications.publish(ana!.uid, { text: 'de antes' }, null);
  await fanOutPosts(writes, { posts: [{ postId, ownerUid: ana!.uid, club: 'boca', hasTopics: false }] });
  const { rows } = await db.raw.query('SELECT club FROM club_posts WHERE post_id = $1', [postId]);
  expect(rows).toEqual([{ club: 'boca' }]);
});

it('a fan-out that runs again, or finds some of its entries, completes the timelines', async () => {
  const [ana, beto] = people as [User, User];
  const posts = await Promise.all(
    [ana, beto].map(async ({ uid }) => ({
      postId: (await publications.publish(uid, { text: 'una y otra vez' }, null)).postId,
      ownerUid: uid,
      hasTopics: false,
    })),
  );
  await drainJobs(db);
  const postIds = posts.map(({ postId }) => postId);
  const { rowCount } = await db.raw.query(
    'DELETE FROM timeline WHERE post_id = $1 AND reader_uid <> ALL($2)',
    [postIds[1], [beto.uid, people[2]!.uid]],
  );
  expect(rowCount).toBe(6);
  await fanOutPosts(writes, { posts });
  await fanOutPosts(writes, { posts });
  const { rows } = await db.raw.query(
    'SELECT post_id, count(*)::int FROM timeline WHERE post_id = ANY($1) GROUP BY post_id',
    [postIds],
  );
  expect(rows.map(({ count }) => count)).toEqual([8, 8]);
});

// On Citus a job does it.
describe.skipIf(await db.isDistributed())('the fan-out after the answer', () => {
  it("an unfollow waits for the fan-out of its author's posts, and clears what it wrote", async () => {
    const [ana, beto] = await site.users('Ida', 2);
    await beto!.call('followUser', { targetUid: ana!.uid });
    const { postId } = await publications.publish(ana!.uid, { text: 'para pocos' }, null);
    await settle();
    await db.raw.query('DELETE FROM timeline WHERE post_id = $1 AND reader_uid <> $2', [postId, ana!.uid]);
    let hasEnded = false;
    let unfollow: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await lockForFanOut(tx, [ana!.uid]);
      unfollow = beto!.call('unfollowUser', { targetUid: ana!.uid }).finally(() => (hasEnded = true));
      await expect.poll(lockWaits).toBeGreaterThan(0);
      await insertOnFollowersTimelines(tx, [{ postId, ownerUid: ana!.uid }]);
      expect(hasEnded).toBe(false);
    });
    await unfollow;
    expect(await readersOf(postId)).toEqual([ana!.uid]);
  });

  it('a post that was deleted before its fan-out stays on no timeline', async () => {
    const ana = people[0]!;
    const { postId } = await publications.publish(ana.uid, { text: 'ni la vieron' }, null);
    await settle();
    await ana.call('deletePost', { postId });
    await drainJobs(db);
    await db.transaction((tx) => insertOnFollowersTimelines(tx, [{ postId, ownerUid: ana.uid }]));
    expect(await readersOf(postId)).toEqual([]);
  });

  it('a deletion clears what a fan-out under way is still writing', async () => {
    const ana = people[0]!;
    const { postId } = await publications.publish(ana.uid, { text: 'me arrepentí enseguida' }, null);
    await settle();
    await db.raw.query('DELETE FROM timeline WHERE post_id = $1', [postId]);
    await db.transaction(async (tx) => {
      await lockForFanOut(tx, [ana.uid]);
      await insertOnFollowersTimelines(tx, [{ postId, ownerUid: ana.uid }]);
      await ana.call('deletePost', { postId });
      await expect.poll(lockWaits).toBeGreaterThan(0);
    });
    await drainJobs(db);
    expect(await readersOf(postId)).toEqual([]);
  });

  it('posts that are stored reach their followers when a fan-out fails', async () => {
    const ana = people[0]!;
    const { postId, fanOut } = await storeOnly(ana.uid);
    // As a follow's back-fill does.
    await insertNewOnTimelines(db, [{ postId, authorUid: ana.uid, readerUids: [people[1]!.uid] }]);
    const errors: unknown[] = [];
    const fanOuts = new FanOuts(writes, (error) => errors.push(error));
    fanOuts.add(fanOut!);
    await fanOuts.settled();
    expect(errors).toEqual([]);
    await drainJobs(db);
    expect(await readersOf(postId)).toHaveLength(8);
  });

  it('posts that are stored reach their followers when their process died before the fan-out', async () => {
    const { postId } = await storeOnly(people[0]!.uid);
    expect(await readersOf(postId)).toHaveLength(1);
    expect(await enqueueFanOutsOlderThan(db, 60_000)).toBe(0);
    expect(await enqueueFanOutsOlderThan(db, 0)).toBe(1);
    await drainJobs(db);
    expect(await readersOf(postId)).toHaveLength(8);
  });

  it('a fan-out that cannot become a job either waits in its row, and its errors are reported', async () => {
    const { postId, fanOut } = await storeOnly(people[0]!.uid);
    const refuse = () => Promise.reject(new Error('no'));
    const errors: unknown[] = [];
    const fanOuts = new FanOuts({ ...writes, transaction: refuse, statement: refuse }, (error) =>
      errors.push(error),
    );
    fanOuts.add(fanOut!);
    await fanOuts.settled();
    expect(errors).toHaveLength(2);
    expect(await enqueueFanOutsOlderThan(db, 0)).toBe(1);
    await drainJobs(db);
    expect(await readersOf(postId)).toHaveLength(8);
  });

  it('posts wait while too many are not fanned out yet', async () => {
    const ana = people[0]!;
    const publish = () => publications.publish(ana.uid, { text: 'y otra' }, null);
    let isPublished = false;
    let fifth: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await lockAgainstFanOut(tx, [ana.uid]);
      for (let n = 0; n < 4; n++) await publish();
      fifth = publish().then(() => (isPublished = true));
      await wait(100);
      expect(isPublished).toBe(false);
    });
    await fifth;
    await settle();
    expect(isPublished).toBe(true);
  });
});

async function settle(): Promise<void> {
  await publications.settled();
  await drainJobs(db);
}

/** As a process that dies before it fans the post out. */
async function storeOnly(ownerUid: string): Promise<{ postId: string; fanOut: FanOut | null }> {
  const { postId } = await publications.publish(ownerUid, { text: 'a medias' }, null);
  await settle();
  await db.raw.query('DELETE FROM timeline WHERE post_id = $1', [postId]);
  const fanOut = await writes.transaction(async (tx) => {
    const authors = await countPosts(tx, [ownerUid], { isDistributed: false });
    await db.raw.query('DELETE FROM user_posts WHERE post_id = $1', [postId]);
    const post = { postId, ownerUid, hasMedia: false, tags: [] };
    return listPosts(tx, [post], { authors, isDistributed: false });
  });
  return { postId, fanOut };
}

async function readersOf(postId: string): Promise<string[]> {
  const { rows } = await db.raw.query<{ uid: string }>(
    'SELECT reader_uid AS uid FROM timeline WHERE post_id = $1 ORDER BY reader_uid',
    [postId],
  );
  return rows.map(({ uid }) => uid);
}

async function totalOfPosts(): Promise<number> {
  const { rows } = await db.raw.query<{ total: number }>(
    "SELECT sum(count)::int AS total FROM site_totals WHERE name = 'posts'",
  );
  return rows[0]?.total ?? 0;
}

async function nextJob(): Promise<number> {
  const { rows } = await db.raw.query<{ id: number }>(
    "SELECT nextval(pg_get_serial_sequence('graphile_worker._private_jobs', 'id'))::int AS id",
  );
  return rows[0]?.id ?? 0;
}
