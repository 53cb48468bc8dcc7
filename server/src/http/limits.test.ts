import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { CallName } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let eager: User;
let calm: User;
let now = new Date('2026-11-21T12:00:00Z');

beforeAll(async () => {
  site = await openSite(db, { now: () => now, rateLimits: true });
  eager = await site.user('Insistente');
  calm = await site.user('Tranquila');
  for (const { uid } of [eager, calm]) await db.raw.query('INSERT INTO admins VALUES ($1, now())', [uid]);
});
afterAll(() => site.close());

// The result of a call does not matter: it is counted when it arrives.
it.each<[number, string, ...CallName[]]>([
  [900, 'five minutes', 'getFeed', 'getPost', 'getProfile', 'adminListReports', 'adminListAds'],
  [60, 'an hour', 'publishPost', 'editPost', 'setPostControls'],
  [120, 'an hour', 'addComment'],
  [
    600,
    'an hour',
    'likePost',
    'unlikePost',
    'repostPost',
    'savePost',
    'votePoll',
    'likeComment',
    'unlikeComment',
  ],
  [200, 'an hour', 'followUser', 'unfollowUser'],
  [200, 'an hour', 'blockUser', 'muteUser'],
  [60, 'an hour', 'deletePost', 'deleteComment'],
  [30, 'a minute', 'linkPreview'],
  [60, 'a minute', 'searchUsers', 'adminFindUser'],
  [60, 'a minute', 'checkHandle'],
  [120, 'an hour', 'adImpression'],
  [30, 'an hour', 'reportContent'],
  [600, 'an hour', 'adminDecideReport', 'adminCreateAd', 'adminDeleteComment', 'adminDeletePost'],
])('a user may call %i times in %s, and limits nobody else: %s', async (max, _time, ...names) => {
  const ask = (who: User, i: number) => who.ask(names[i % names.length]!);
  for (let i = 0; i < max; i++) expect((await ask(eager, i)).status).not.toBe(429);
  for (const [i] of names.entries()) {
    const { status, body, headers } = await ask(eager, i);
    expect([status, body.error?.code]).toEqual([429, 'resource-exhausted']);
    expect(body.error?.message).toMatch(
      /^Demasiados intentos\. (?:Esperá un momento|Probá de nuevo en .+)\.$/,
    );
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await ask(calm, 0)).status).not.toBe(429);
});

it('a repeated attempt gets its first answer above the limit as well', async () => {
  const { post } = await calm.call('publishPost', { text: 'Comenten' });
  const keys = Array.from({ length: 120 }, () => ({ 'idempotency-key': randomUUID() }));
  const comment = (who: User, headers: Record<string, string>, text = 'Gol') =>
    who.ask('addComment', { postId: post.id, text }, headers);
  const talker = await site.user('Charlatana');
  const first = await comment(talker, keys[0]!);
  for (const key of keys.slice(1)) await comment(talker, key, '');
  expect((await comment(talker, { 'idempotency-key': randomUUID() })).status).toBe(429);
  const repeated = await comment(talker, keys[0]!);
  expect([repeated.status, repeated.body.comment?.id]).toEqual([200, first.body.comment?.id]);
  expect((await calm.call('getComments', { postId: post.id })).items).toHaveLength(1);
  const statuses = [];
  for (let i = 0; i < 119; i++) statuses.push((await comment(talker, keys[0]!)).status);
  expect([statuses.slice(0, -1).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
});

it('each follow of a call for several counts', async () => {
  now = new Date(now.getTime() + 3_600_000);
  const follow = (size: number) =>
    calm.ask('followUsers', { uids: Array.from({ length: size }, (_, i) => `nobody ${i}`) });
  for (let i = 0; i < 13; i++) expect((await follow(15)).status).toBe(200);
  expect((await follow(6)).status).toBe(429);
  expect((await follow(4)).status).toBe(200);
  expect((await follow(1)).status).toBe(429);
});

it('the feed without its read model is limited to 60 in five minutes, and still works with it after that', async () => {
  now = new Date(now.getTime() + 3_600_000);
  const read = (source: 'posts' | 'summaries') => eager.ask('getFeed', { tab: 'paraVos', source });
  for (let i = 0; i < 60; i++) expect((await read('posts')).status).toBe(200);
  const { status, headers } = await read('posts');
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await read('summaries')).status).toBe(200);
});

it('a handle can be changed ten times in five minutes, the rest of the profile more often', async () => {
  const change = (handle: string, bio = '') =>
    calm.ask('updateProfile', { displayName: 'Tranquila', handle, bio });
  const { handle: own } = (await calm.call('getProfile')).profile;
  // A failed change does not count.
  for (let i = 0; i < 12; i++) expect((await change('no')).status).toBe(400);
  for (let i = 0; i < 10; i++) expect((await change(`nombre_${i}`)).status).toBe(200);
  const { status, headers } = await change(own);
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await change('nombre_9', 'Otra bio')).status).toBe(200);
  now = new Date(now.getTime() + 5 * 60_000 + 1_000);
  expect((await change(own)).status).toBe(200);
});
