import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { findOfficialAccount } from '../accounts/actions/site-accounts.ts';
import type { Pool } from '../platform/postgres/database.ts';
import { deleteAuthorFromTimeline } from '../timeline/store/timeline.ts';
import { followUsers } from './actions/follows.ts';

const { db } = await cloneDatabase();
let site: TestSite;

beforeAll(async () => {
  site = await openSite(db);
});
afterAll(() => site.close());

async function following(user: User): Promise<string[]> {
  return (await user.call('getFeed', { tab: 'siguiendo' })).items.map((post) => post.text);
}

async function counts(uid: string): Promise<{ counters: number[]; edges: number[] }> {
  const { rows } = await db.raw.query<{ fr: number; fg: number; efr: number; efg: number }>(
    `SELECT followers_count AS fr, following_count AS fg,
       (SELECT count(*)::int FROM followers WHERE followee = $1) AS efr,
       (SELECT count(*)::int FROM follows WHERE follower = $1) AS efg
     FROM users WHERE uid = $1`,
    [uid],
  );
  const { fr, fg, efr, efg } = rows[0]!;
  return { counters: [fr, fg], edges: [efr, efg] };
}

it('following and unfollowing are idempotent', async () => {
  const [ana, beto] = [await site.user('Ana'), await site.user('Beto')];
  const target = { targetUid: ana.uid };
  expect(await beto.call('followUser', target)).toEqual({ following: true, followersCount: 1 });
  expect(await beto.call('followUser', target)).toEqual({ following: true, followersCount: 1 });
  expect(await beto.call('getProfile', { uid: ana.uid })).toMatchObject({ following: true, isSelf: false });
  expect(await beto.call('unfollowUser', target)).toEqual({ following: false, followersCount: 0 });
  expect(await beto.call('unfollowUser', target)).toEqual({ following: false, followersCount: 0 });
});

it('a user cannot follow themselves, and following an unknown user answers 404', async () => {
  const ana = await site.user('Ana');
  expect((await ana.ask('followUser', { targetUid: ana.uid })).body.error?.code).toBe('invalid-argument');
  expect((await ana.ask('followUser', { targetUid: 'nope' })).status).toBe(404);
});

it("a follow brings the author's earlier and later posts, and an unfollow removes them", async () => {
  const [ana, beto] = [await site.user('Ana'), await site.user('Beto')];
  await ana.call('publishPost', { text: 'primero' });
  await beto.call('followUser', { targetUid: ana.uid });
  expect(await following(beto)).toEqual(['primero']);
  await ana.call('publishPost', { text: 'segundo' });
  await drainJobs(db);
  expect(await following(beto)).toEqual(['segundo', 'primero']);
  await beto.call('publishPost', { text: 'lo mío' });
  expect(await following(beto)).toEqual(['lo mío', 'segundo', 'primero']);
  await beto.call('unfollowUser', { targetUid: ana.uid });
  expect(await following(beto)).toEqual(['lo mío']);
});

it('an unfollow that comes to the timeline after a new follow leaves it as it is', async () => {
  const [ana, beto] = [await site.user('Ana'), await site.user('Beto')];
  await ana.call('publishPost', { text: 'antes' });
  await beto.call('followUser', { targetUid: ana.uid });
  await deleteAuthorFromTimeline(db, beto.uid, ana.uid);
  const { rows } = await db.raw.query('SELECT 1 FROM timeline WHERE reader_uid = $1', [beto.uid]);
  expect(rows).toHaveLength(1);
});

it("'Siguiendo' lists the posts of 25 authors newest first", async () => {
  const fan = await site.user('Fan');
  const authors = await site.users('Autor', 25);
  const texts: string[] = [];
  for (const [i, author] of authors.entries()) {
    await author.call('publishPost', { text: `post ${i}` });
    texts.unshift(`post ${i}`);
  }
  await Promise.all(authors.map((author) => fan.call('followUser', { targetUid: author.uid })));
  const pageTexts: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await fan.call('getFeed', { tab: 'siguiendo', ...(cursor && { cursor }) });
    pageTexts.push(...page.items.map((post) => post.text));
    cursor = page.cursor ?? undefined;
  } while (cursor);
  expect(pageTexts).toEqual(texts);
  expect(
    (await fan.call('getFeed', { tab: 'siguiendo', source: 'posts' })).items.map((post) => post.text),
  ).toEqual(texts.slice(0, 10));
});

it('follow counters match the follows after many concurrent changes', async () => {
  const users = await site.users('Vecino', 8);
  const pairs = users.flatMap((a) => users.map((b) => [a, b] as const)).filter(([a, b]) => a !== b);
  const moves = pairs.flatMap(([a, { uid: targetUid }]) => [
    a.ask('followUser', { targetUid }),
    a.ask('unfollowUser', { targetUid }),
    a.ask('followUser', { targetUid }),
  ]);
  expect(new Set((await Promise.all(moves)).map((answer) => answer.status))).toEqual(new Set([200]));
  for (const { uid } of users) {
    const { counters, edges } = await counts(uid);
    expect(counters).toEqual(edges);
  }
});

it('an unfollow concurrent with a new post leaves nothing on the timeline', async () => {
  const [ana, beto] = [await site.user('Ana'), await site.user('Beto')];
  for (let i = 0; i < 15; i++) {
    await beto.call('followUser', { targetUid: ana.uid });
    await Promise.all([
      ana.call('publishPost', { text: `carrera ${i}` }),
      beto.call('unfollowUser', { targetUid: ana.uid }),
    ]);
    await drainJobs(db);
    expect(await following(beto)).toEqual([]);
  }
});

it('a new account follows the official account once', async () => {
  const ana = await site.user('Ana');
  const { rows } = await db.raw.query<{ uid: string }>('SELECT uid FROM users WHERE official');
  const official = rows[0]!.uid;
  expect(await ana.call('getProfile', { uid: official })).toMatchObject({
    following: true,
    profile: { handle: 'tablon', displayName: 'Tablón' },
  });
  await ana.call('unfollowUser', { targetUid: official });
  const again = site.visitor();
  await again.call('signIn', { email: ana.email, password: 'aguante' });
  expect(await again.call('getProfile', { uid: official })).toMatchObject({ following: false });
});

it('an official account that MAIN_USER names by its handle keeps it, and somebody new follows it', async () => {
  const [club, fan] = await site.users('Club', 2);
  const { handle } = (await club!.call('getSession')).user!;
  const named = await openSite(db, { mainUser: `@${handle}` });
  const own = named.visitor({}, club!.cookies);
  expect(
    await own.ask('updateProfile', { displayName: 'Club', handle: 'club_nuevo', bio: '' }),
  ).toMatchObject({ status: 400, body: { error: { code: 'failed-precondition' } } });
  const newcomer = await named.user('Recién llegada');
  expect((await newcomer.call('getProfile', { uid: club!.uid })).following).toBe(true);
  await fan!.call('updateProfile', { displayName: 'Hincha', handle: 'hincha_nuevo', bio: '' });
  expect(await findOfficialAccount(db, `@${handle}`)).toBe(club!.uid);
  const [user] = await named.users('Tocaya', 1);
  const nobody = await openSite(db, { mainUser: '@todavia_nadie' });
  const namesake = nobody.visitor({}, user!.cookies);
  const rename = (to: string) =>
    namesake.call('updateProfile', { displayName: 'Tocaya', handle: to, bio: '' });
  await rename('todavia_nadie');
  expect((await rename('otra_tocaya')).profile.handle).toBe('otra_tocaya');
  await nobody.close();
  await named.close();
});

it('a MAIN_USER that names nobody is said at start', async () => {
  const lines: string[] = [];
  const named = await openSite(db, { mainUser: '@nadie_asi', say: (line) => lines.push(line) });
  expect(lines).toContain('MAIN_USER names nobody: there is no @nadie_asi.');
  await named.close();
});

it('a block with an account that later becomes the official one does not keep its side out', async () => {
  const [club, ana, beto] = await site.users('De antes', 3);
  await db.raw.query('UPDATE accounts SET followed_official_at = NULL WHERE uid = ANY($1)', [
    [ana!.uid, beto!.uid],
  ]);
  await ana!.call('blockUser', { targetUid: club!.uid });
  await club!.call('blockUser', { targetUid: beto!.uid });
  const later = await openSite(db, { mainUser: club!.uid });
  for (const { uid, email } of [ana!, beto!]) {
    const visitor = later.visitor();
    expect((await visitor.call('signIn', { email, password: 'aguante' })).user.uid).toBe(uid);
    expect((await visitor.call('getProfile', { uid: club!.uid })).following).toBe(false);
  }
  await ana!.call('unblockUser', { targetUid: club!.uid });
  await later.visitor().call('signIn', { email: ana!.email, password: 'aguante' });
  expect((await ana!.call('getProfile', { uid: club!.uid })).following).toBe(false);
  await later.close();
});

it('following several users at once brings their posts and notifies each of them once', async () => {
  const [fan, ...authors] = await site.users('Del cuadro', 16);
  for (const author of authors) await author.call('publishPost', { text: 'del mismo' });
  const uids = authors.map(({ uid }) => uid);
  await fan!.call('followUser', { targetUid: uids[0]! });
  const repeated = { uids: [...uids.slice(0, 14), uids[3]!] };
  expect((await fan!.call('followUsers', repeated)).following.toSorted()).toEqual(
    uids.slice(0, 14).toSorted(),
  );
  await fan!.call('followUsers', { uids });
  expect(await following(fan!)).toHaveLength(10);
  for (const author of authors) {
    const { items } = await author.call('getNotifications');
    expect(items.map(({ actorId, text }) => [actorId, text])).toEqual([
      [fan!.uid, 'Del cuadro 0 empezó a seguirte'],
    ]);
    expect(await counts(author.uid)).toMatchObject({ counters: [1, 1], edges: [1, 1] });
  }
  // The official account and fifteen others.
  expect((await counts(fan!.uid)).counters).toEqual([0, 16]);
});

it('following several users again brings the posts that an interrupted attempt left out', async () => {
  const [fan, ...authors] = await site.users('Interrumpido', 4);
  for (const author of authors) await author.call('publishPost', { text: 'de antes' });
  await drainJobs(db);
  const uids = authors.map(({ uid }) => uid);
  const dying: Pool = {
    ...db,
    run: async (statement, values) => {
      if (statement.name === 'find-user-post-ids') throw new Error('The process was killed');
      return db.run(statement, values);
    },
  };
  await expect(followUsers(writesOn(dying), fan!.uid, uids)).rejects.toThrow('killed');
  expect((await counts(fan!.uid)).edges).toEqual([0, 4]);
  await fan!.call('followUsers', { uids });
  expect(await following(fan!)).toEqual(['de antes', 'de antes', 'de antes']);
});

it('following several users leaves out blocked, suspended and unknown ones, and refuses oneself and sixteen', async () => {
  const [fan, blocked, blocker, suspended, open] = await site.users('Mezcla', 5);
  await fan!.call('blockUser', { targetUid: blocked!.uid });
  await blocker!.call('blockUser', { targetUid: fan!.uid });
  await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [suspended!.uid]);
  const uids = [blocked!, blocker!, suspended!, open!].map(({ uid }) => uid);
  expect(await fan!.call('followUsers', { uids: [...uids, 'nope'] })).toEqual({ following: [open!.uid] });
  expect(await counts(fan!.uid)).toEqual({ counters: [0, 2], edges: [0, 2] });
  for (const { uid } of [blocked!, blocker!])
    expect(await counts(uid)).toEqual({ counters: [0, 1], edges: [0, 1] });
  const errorCodeOf = async (list: string[]) =>
    (await fan!.ask('followUsers', { uids: list })).body.error?.code;
  expect(await errorCodeOf([open!.uid, fan!.uid])).toBe('invalid-argument');
  expect(await errorCodeOf([])).toBe('invalid-argument');
  expect(await errorCodeOf(Array.from({ length: 16 }, () => open!.uid))).toBe('invalid-argument');
});

it('users who follow each other in groups at the same time all succeed, and the counters match', async () => {
  const users = await site.users('Barra', 6);
  const answers = await Promise.all(
    users.map((user) =>
      user.ask('followUsers', { uids: users.filter((each) => each !== user).map(({ uid }) => uid) }),
    ),
  );
  expect(answers.map(({ status, body }) => [status, body.following.length])).toEqual(
    users.map(() => [200, 5]),
  );
  for (const { uid } of users) expect(await counts(uid)).toEqual({ counters: [5, 6], edges: [5, 6] });
});
