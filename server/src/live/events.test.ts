import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { type EventPage, openEventPage } from '../../test/event-page.ts';
import { openSite, type TestSite, type User, type Visitor } from '../../test/site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let origin: string;
let ana: User;
let beto: User;
const open: EventPage[] = [];

beforeAll(async () => {
  site = await openSite(db);
  await site.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(site.app.http.server.address() as AddressInfo).port}`;
  ana = await site.user('Ana');
  beto = await site.user('Beto');
});
afterEach(() => {
  for (const page of open.splice(0)) page.close();
});
afterAll(async () => {
  // Otherwise the close waits for keep-alive connections.
  site.app.http.server.closeAllConnections();
  await site.close();
});

const watch = async (visitor: Visitor, lastEventId?: string): Promise<EventPage> => {
  const page = await openEventPage(origin, visitor, lastEventId);
  open.push(page);
  return page;
};

const publish = async (user: User, text = 'Gol') => (await user.call('publishPost', { text })).post.id;
const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000 });

it('GET /events requires a session', async () => {
  await expect(watch(site.visitor())).rejects.toThrow('401');
});

it('every page receives an event for a new and for a deleted post', async () => {
  const pages = await Promise.all([watch(ana), watch(beto)]);
  const untilAllReceived = async (expected: unknown[]) => {
    for (const { received } of pages)
      await until(() => expect(received.map(({ event, data }) => [event, data])).toEqual(expected));
  };
  const postId = await publish(ana);
  const creation = ['post-created', { postId, ownerUid: ana.uid }];
  // A post deleted before its event is sent causes only 'post-deleted'.
  await untilAllReceived([creation]);
  await ana.call('deletePost', { postId });
  await untilAllReceived([creation, ['post-deleted', { postId }]]);
});

it("a suspension removes the user's posts from open pages, and nobody else's", async () => {
  const rata = await site.user('Rata');
  const admin = await site.user('Jefa');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [admin.uid]);
  const postIds = [await publish(rata), await publish(rata), await publish(rata)];
  await publish(beto);
  const { received } = await watch(ana);
  const suspend = (suspended: boolean) =>
    admin.call('adminSetUserSuspended', { targetUid: rata.uid, suspended });
  await suspend(true);
  await suspend(true);
  await suspend(false);
  await suspend(false);
  const last = await publish(beto);
  await until(() => expect(received.at(-1)).toMatchObject({ event: 'post-created', data: { postId: last } }));
  const deletions = received.filter(({ event }) => event === 'post-deleted');
  expect(deletions.map(({ data }) => String(data['postId'])).toSorted()).toEqual(postIds.toSorted());
  expect((await ana.ask('getPost', { postId: postIds[0]! })).status).toBe(200);
});

it('notifications reach all open pages of their recipient, and so does reading them', async () => {
  const postId = await publish(ana);
  await ana.call('markNotificationsRead');
  const [first, second, other] = await Promise.all([watch(ana), watch(ana), watch(beto)]);
  await beto.call('likePost', { postId });
  for (const { received } of [first, second]) {
    await until(() =>
      expect(received.at(-1)).toMatchObject({
        event: 'notification',
        data: { unread: 1, notification: { type: 'like', actorId: beto.uid, postId } },
      }),
    );
  }
  await ana.call('markNotificationsRead');
  await until(() =>
    expect(first.received.at(-1)).toMatchObject({ event: 'notification', data: { unread: 0 } }),
  );
  expect(other.received).toEqual([]);
});

it('a reconnecting client receives what it missed, in order and once', async () => {
  const page = await watch(ana);
  await publish(beto, 'uno');
  await until(() => expect(page.received).toHaveLength(1));
  page.close();
  const missedIds = [await publish(beto, 'dos'), await publish(beto, 'tres')];
  const receivedIds: string[] = [];
  for (let reconnects = 0; reconnects < 5; reconnects++) {
    const back = await watch(ana, page.lastId()!);
    await until(() => expect(back.received.length).toBeGreaterThanOrEqual(2));
    receivedIds.splice(0, receivedIds.length, ...back.received.map(({ data }) => String(data['postId'])));
    back.close();
  }
  expect(receivedIds).toEqual(missedIds);
});

it('a client whose user had private events while no page was open gets a resync', async () => {
  const caro = await site.user('Caro');
  const postId = await publish(caro, 'sola');
  const page = await watch(caro);
  page.close();
  await ana.call('likePost', { postId });
  await expect
    .poll(async () => {
      const back = await watch(caro, page.lastId()!);
      back.close();
      return back.received.map(({ event }) => event);
    })
    .toEqual(['resync']);
});

it('a stream continues from the lastEventId of getSession', async () => {
  const postId = await publish(ana);
  const { lastEventId } = await beto.call('getSession');
  await ana.call('deletePost', { postId });
  const page = await watch(beto, lastEventId!);
  await until(() => expect(page.received.at(-1)).toMatchObject({ event: 'post-deleted', data: { postId } }));
  expect((await site.visitor().call('getSession')).lastEventId).toBeNull();
});

it('a client that was away too long, or on another process, gets a resync', async () => {
  for (const id of ['other-1', 'nonsense', 'x-99999999999999999999']) {
    const page = await watch(ana, id);
    await until(() => expect(page.received.map(({ event }) => event)).toEqual(['resync']));
  }
});

it('simultaneous votes on a poll become one event', async () => {
  const poll = { options: ['River', 'Boca'], durationMinutes: 1440 } as const;
  const { post } = await ana.call('publishPost', { poll: { ...poll, options: [...poll.options] } });
  const page = await watch(ana);
  await Promise.all([ana, beto].map((user) => user.call('votePoll', { postId: post.id, optionId: 'a' })));
  await until(() =>
    expect(page.received.map(({ event, data }) => [event, data])).toEqual([
      ['poll-changed', { postId: post.id, poll: expect.objectContaining({ totalVotes: 2 }) }],
    ]),
  );
});

it('no event crosses a block, and muted users cause no notification', async () => {
  const [caro, dina] = [await site.user('Caro'), await site.user('Dina')];
  await caro.call('blockUser', { targetUid: dina.uid });
  const own = await publish(beto, 'lo mío');
  await beto.call('muteUser', { targetUid: dina.uid });
  const pages = await Promise.all([watch(beto), watch(caro), watch(dina)]);
  const [ofBeto, ofCaro, ofDina] = pages;
  const theirs = await publish(dina, 'de Dina');
  const hers = await publish(caro, 'de Caro');
  const last = await publish(ana, 'de Ana');
  for (const { received } of pages) await until(() => expect(received.at(-1)?.data['postId']).toBe(last));
  const posts = ({ received }: EventPage) => received.map(({ data }) => data['postId']);
  expect(posts(ofBeto)).toEqual([theirs, hers, last]);
  expect(posts(ofCaro)).toEqual([hers, last]);
  expect(posts(ofDina)).toEqual([theirs, last]);
  // The same holds for a reconnecting client.
  const back = await watch(
    caro,
    ofCaro.lastId()!.replace(/-\d+-/, (n) => `-${Number(n.slice(1, -1)) - 3}-`),
  );
  await until(() => expect(posts(back)).toEqual([hers, last]));

  await beto.call('markNotificationsRead');
  await dina.call('likePost', { postId: own });
  await ana.call('likePost', { postId: own });
  await until(() => expect(ofBeto.received.at(-1)?.data).toMatchObject({ unread: 1 }));
  for (const { data } of ofBeto.received)
    expect((data['notification'] as { actorId?: string } | undefined)?.actorId).not.toBe(dina.uid);
});

it('a burst of posts is summarised in few events, and those right after it are only counted', async () => {
  const page = await watch(beto);
  const singles = () => page.received.filter(({ event }) => event === 'post-created').length;
  const countOfOthers = () =>
    page.received
      .filter(({ event }) => event === 'posts-created')
      .reduce((sum, { data }) => sum + Number(data['count']), 0);
  await Promise.all(Array.from({ length: 60 }, (_, i) => publish(ana, `ráfaga ${i}`)));
  await until(() => expect(countOfOthers()).toBeGreaterThan(0));
  const singlesInBurst = singles();

  await publish(ana, 'y uno más');
  await until(() => expect(singles() + countOfOthers()).toBe(61));
  expect(singles()).toBe(singlesInBurst);

  const publishCalmly = async () => {
    await publish(ana, 'ya con calma');
    return singles();
  };
  await expect.poll(publishCalmly, { interval: 200, timeout: 5_000 }).toBeGreaterThan(singlesInBurst);
});

it('the event stream ends with its session', async () => {
  const eva = await site.user('Eva');
  const page = await watch(eva);
  await eva.call('signOut');
  await page.ended;
  expect(page.received.map(({ event }) => event)).toEqual(['session-ended']);
});

it('a user may have six event streams open', async () => {
  const dani = await site.user('Dani');
  const pages = await Promise.all(Array.from({ length: 6 }, () => watch(dani)));
  await expect(watch(dani)).rejects.toThrow('429');
  pages[0]!.close();
  await expect.poll(() => watch(dani).then(() => 200, String), { timeout: 5_000 }).toBe(200);
});

it("open streams receive 'bye' when the site closes", async () => {
  const last = await openSite(db);
  await last.app.http.listen({ port: 0, host: '127.0.0.1' });
  const before = origin;
  origin = `http://127.0.0.1:${(last.app.http.server.address() as AddressInfo).port}`;
  const page = await watch(ana);
  origin = before;
  await last.close();
  await page.ended;
  expect(page.received.map(({ event }) => event)).toEqual(['bye']);
});

it('a user may open 120 event streams in five minutes', async () => {
  const limitedSite = await openSite(db, { rateLimits: true });
  const { http } = limitedSite.app;
  await http.listen({ port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/api/events`;
  const eager = await limitedSite.user('Insistente');
  const cookie = `sid=${eager.cookies.get('sid')}`;
  const openAndClose = async () => {
    const stop = new AbortController();
    const { status, headers } = await fetch(address, { headers: { cookie }, signal: stop.signal });
    stop.abort();
    return { status, wait: Number(headers.get('retry-after')) };
  };
  // A closed stream counts as open for a moment more; such refusals have a short Retry-After.
  const statuses = new Map<number, number>();
  let last = await openAndClose();
  for (let i = 0; i < 2_000 && last.wait <= 30; i++) {
    statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1);
    last = await openAndClose();
  }
  expect(last.status).toBe(429);
  expect(statuses.get(200)).toBeLessThanOrEqual(120);
  expect(statuses.get(200)).toBeGreaterThan(60);
  http.server.closeAllConnections();
  await limitedSite.close();
});
