import type { AddressInfo } from 'node:net';

import { describe, expect, test, vi } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openEventPage } from '../../test/event-page.ts';
import { createHub } from '../../test/hub.ts';
import { openSite } from '../../test/site.ts';
import { at, openInstance } from '../../test/sites.ts';
import { countProcesses } from '../kernel/store/site-processes.ts';

const { db } = await cloneDatabase();
const hub = createHub();
const wires = [hub.connect(), hub.connect()] as const;
const a = await openInstance(db, wires[0]);
const b = await openInstance(db, wires[1]);
const ana = await a.user('Ana');
const beto = await a.user('Beto');
const jefa = await a.user('Jefa');
await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);

const publish = async (text: string) => (await ana.call('publishPost', { text })).post.id;

/** How long `isTrue` takes to become true, in milliseconds. */
async function time(isTrue: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  await vi.waitFor(async () => expect(await isTrue()).toBe(true), { timeout: 5_000, interval: 10 });
  return performance.now() - start;
}

describe('two processes of a site', () => {
  test('another process shows an edited post and its likes at once', async () => {
    const postId = await publish('antes');
    const reader = at(b, beto);
    await reader.call('getPost', { postId });
    await ana.call('editPost', { postId, text: 'después', link: '' });
    await ana.call('likePost', { postId });
    const { post } = await reader.call('getPost', { postId });
    expect(post).toMatchObject({ text: 'después', likesCount: 1 });
  });

  test('from the answer to a sign-out on, no process accepts the session', async () => {
    const leaver = await a.user('Con sesión');
    const there = b.visitor({}, new Map(leaver.cookies));
    await there.call('getNotifications', {});
    await leaver.call('signOut', {});
    expect((await there.ask('publishPost', { text: 'sin sesión' })).status).toBe(401);
  });

  test('from the answer to a suspension on, no process lets the user act', async () => {
    const victim = await a.user('Suspendido');
    const there = at(b, victim);
    await there.call('publishPost', { text: 'todavía puedo' });
    await jefa.call('adminSetUserSuspended', { targetUid: victim.uid, suspended: true });
    expect((await there.ask('publishPost', { text: 'ya no' })).status).toBe(401);
  });

  test('from the answer to a block on, no process shows the other or takes a like', async () => {
    const postId = await publish('para todos');
    const blockedUser = await a.user('Bloqueado');
    const there = at(b, blockedUser);
    await there.call('getPost', { postId });
    await ana.call('blockUser', { targetUid: blockedUser.uid });
    expect((await there.ask('getPost', { postId })).status).toBe(404);
    expect((await there.ask('likePost', { postId })).status).toBe(404);
    expect((await ana.call('getPost', { postId })).post.likesCount).toBe(0);
  });
});

test('the open pages of a process learn of votes in another one, also on posts that it has not read', async () => {
  const poll = { options: ['Sí', 'No'], durationMinutes: 1440 } as const;
  const { post } = await ana.call('publishPost', { poll: { ...poll, options: [...poll.options] } });
  // A process that missed something forgets what it has read, the post among it.
  wires[1].cut('in');
  await beto.call('publishPost', { text: 'No se escucha' });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  wires[1].mend();
  await at(b, beto).call('getSession');
  await b.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = b.app.http.server.address() as AddressInfo;
  const page = await openEventPage(`http://127.0.0.1:${port}`, at(b, beto));
  await ana.call('votePoll', { postId: post.id, optionId: post.poll!.order[0]! });
  await vi.waitFor(
    () =>
      expect(page.received.map(({ event, data }) => [event, data['postId']])).toContainEqual([
        'poll-changed',
        post.id,
      ]),
    5_000,
  );
  page.close();
});

describe('a process that cannot hear the others', () => {
  test('shows changes after one second at most, and session ends count at once', async () => {
    const postId = await publish('uno');
    const reader = at(b, beto);
    const leaver = await a.user('Sale');
    const there = b.visitor({}, new Map(leaver.cookies));
    await there.call('getNotifications', {});
    await reader.call('getPost', { postId });
    wires[1].cut('in');
    try {
      await ana.call('editPost', { postId, text: 'dos', link: '' });
      const age = await time(async () => (await reader.call('getPost', { postId })).post.text === 'dos');
      expect(age).toBeLessThan(1_100);
      for (const text of ['tres', 'cuatro', 'cinco']) {
        await ana.call('editPost', { postId, text, link: '' });
        const next = await time(async () => (await reader.call('getPost', { postId })).post.text === text);
        expect(next).toBeLessThan(1_100);
      }
      await leaver.call('signOut', {});
      expect((await there.ask('publishPost', { text: 'sin sesión' })).status).toBe(401);
    } finally {
      wires[1].mend();
    }
  });

  test('an author reads their own change there', async () => {
    const postId = await publish('mío');
    const there = at(b, ana);
    await there.call('getPost', { postId });
    wires[1].cut('in');
    try {
      await ana.call('editPost', { postId, text: 'mío, cambiado', link: '' });
      expect((await there.call('getPost', { postId })).post.text).toBe('mío, cambiado');
    } finally {
      wires[1].mend();
    }
  });
});

describe('a process that starts or ends', () => {
  test('does not start beside one with other secrets', async () => {
    const otherSecrets = { version: 'test', schema: 'test', secrets: Buffer.alloc(32, 1) };
    await expect(openSite(db, { instance: { ...otherSecrets, transport: hub.connect() } })).rejects.toThrow(
      /different SESSION_SECRET/,
    );
    const { rowCount } = await db.raw.query('SELECT FROM instances');
    expect(rowCount).toBe(2);
  });

  test('two with different secrets that start at one moment do not both run', async () => {
    const { db: fresh, isCitus } = await cloneDatabase();
    // Neither sees the other's row before its own is written.
    if (!isCitus) {
      await fresh.raw.query(
        `CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END'`,
      );
      await fresh.raw.query(
        'CREATE TRIGGER pause BEFORE INSERT ON instances FOR EACH ROW EXECUTE FUNCTION pause()',
      );
    }
    const opened = await Promise.allSettled(
      [1, 2].map((secret) =>
        openSite(fresh, {
          instance: { version: 'test', schema: 'test', secrets: Buffer.alloc(32, secret), transport: null },
        }),
      ),
    );
    const running = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const site of running) await site.close();
    expect(running.length).toBeLessThan(2);
    expect((await fresh.raw.query('SELECT FROM instances')).rowCount).toBe(0);
  });

  test('while it drains it is not ready, and its connections end after their answer', async () => {
    const leaving = await openSite(db, {
      instance: { version: 'test', schema: 'test', secrets: Buffer.alloc(32), transport: hub.connect() },
    });
    const url = await leaving.app.http.listen({ port: 0, host: '127.0.0.1' });
    const ready = async () => {
      const { status, headers } = await fetch(`${url}/health/ready`);
      return { status, connection: headers.get('connection') };
    };
    expect(await ready()).toEqual({ status: 200, connection: 'keep-alive' });
    const draining = leaving.app.drain(600);
    await expect.poll(ready).toEqual({ status: 503, connection: 'close' });
    expect((await fetch(`${url}/api/getSession`)).status).toBe(200);
    await draining;
    // A restore would begin beside it otherwise.
    expect(await countProcesses(db)).toBe(3);
    await leaving.close();
    expect(await countProcesses(db)).toBe(2);
    expect((await db.raw.query('SELECT FROM instances')).rowCount).toBe(2);
  });

  test('stays in the list while requests use all connections', async () => {
    const opened = await Promise.allSettled(Array.from({ length: db.size }, () => db.raw.connect()));
    const clients = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      const renewed = async () =>
        (await clients[0]?.query("SELECT FROM instances WHERE seen_at > now() - interval '2 seconds'"))
          ?.rowCount;
      await db.raw.query('SELECT').catch(() => undefined);
      expect(await renewed()).toBe(2);
    } finally {
      for (const client of clients) client.release();
    }
  });

  test('one that was removed from the list may not write until it is back', async () => {
    const writer = await b.user('Apartado');
    await db.raw.query('ALTER TABLE instances RENAME TO instances_away');
    try {
      await vi.waitFor(
        async () => expect((await writer.ask('publishPost', { text: 'no' })).status).toBe(503),
        { timeout: 8_000, interval: 200 },
      );
    } finally {
      await db.raw.query('ALTER TABLE instances_away RENAME TO instances');
    }
    await vi.waitFor(async () => expect((await writer.ask('publishPost', { text: 'sí' })).status).toBe(200), {
      timeout: 8_000,
      interval: 200,
    });
  });
});
