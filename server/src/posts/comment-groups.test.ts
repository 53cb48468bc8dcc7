import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { Comments } from './actions/comments.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let author: User;
let crowd: User[];
let comments: Comments;
let postId: string;

beforeAll(async () => {
  site = await openSite(db);
  author = await site.user('Luciana');
  crowd = await site.users('Hincha', 12);
});
afterAll(() => site.close());
beforeEach(async () => {
  comments = new Comments(writesOn(db));
  postId = (await author.call('publishPost', { text: '¡Gol!' })).post.id;
});

const counters = async () =>
  (await db.raw.query('SELECT comments, revision FROM post_counters WHERE post_id = $1', [postId]))
    .rows[0] as {
    comments: number;
    revision: number;
  };

it('comments of one moment are all stored in order and counted by a few updates', async () => {
  const texts = crowd.map((_, i) => `Golazo ${i}`);
  const rows = await Promise.all(
    crowd.map(({ uid }, i) => comments.add(uid, { postId, text: texts[i] ?? '' }, null)),
  );
  expect(rows.map(({ text }) => text)).toEqual(texts);
  const { items } = await author.call('getComments', { postId });
  expect(items.map(({ text }) => text)).toEqual(texts);
  // Those that arrive in one turn of the event loop share a transaction; any others share the next.
  const { comments: count, revision } = await counters();
  expect(count).toBe(12);
  expect(revision).toBeLessThanOrEqual(2);
  const { items: notifications } = await author.call('getNotifications');
  expect(new Set(notifications.map(({ actorId }) => actorId)).size).toBe(12);
});

it('a refused comment refuses none of the others, and leaves nothing behind', async () => {
  const [ana, beto, carla, dora] = crowd as [User, User, User, User];
  await author.call('blockUser', { targetUid: beto.uid });
  const key = randomUUID();
  const attempt = { key, call: 'addComment', input: {} };
  const results = await Promise.allSettled([
    comments.add(dora.uid, { postId, text: 'abre la cola' }, null),
    comments.add(ana.uid, { postId, text: 'bien' }, attempt),
    comments.add(beto.uid, { postId, text: 'bloqueado' }, null),
    comments.add(carla.uid, { postId, text: 'a nadie', replyTo: randomUUID() }, null),
    comments.add(carla.uid, { postId: randomUUID(), text: 'no existe' }, null),
    comments.add(carla.uid, { postId, text: 'bien también' }, null),
    comments.add(ana.uid, { postId, text: 'bien' }, attempt),
  ]);
  expect(
    results.map((result) => (result.status === 'rejected' ? result.reason.code : result.value.text)),
  ).toEqual(['abre la cola', 'bien', 'not-found', 'not-found', 'not-found', 'bien también', 'bien']);
  expect((await counters()).comments).toBe(3);
  await author.call('unblockUser', { targetUid: beto.uid });
});

it('a block keeps its mention out, whoever else mentions at that moment', async () => {
  const [ana, beto, carla, dora] = crowd as [User, User, User, User];
  await carla.call('blockUser', { targetUid: beto.uid });
  const text = `mirá @${(await carla.call('getProfile')).profile.handle}`;
  await Promise.all(
    [dora, ana, beto].map(({ uid }, i) => comments.add(uid, { postId, text: i === 0 ? 'abre' : text }, null)),
  );
  const { items } = await carla.call('getNotifications');
  expect(items.map(({ type, actorId }) => [type, actorId])).toEqual([['mention', ana.uid]]);
  await carla.call('unblockUser', { targetUid: beto.uid });
});
