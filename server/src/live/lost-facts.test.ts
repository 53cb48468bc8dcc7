import type { AddressInfo } from 'node:net';

import { pino } from 'pino';
import { afterAll, afterEach, expect, it, vi } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { type EventPage, openEventPage } from '../../test/event-page.ts';
import { createHub } from '../../test/hub.ts';
import type { TestSite, User, Visitor } from '../../test/site.ts';
import { at, openInstance } from '../../test/sites.ts';
import { Bus } from '../kernel/bus.ts';
import { streamLimits } from '../platform/concurrency/event-streams.ts';
import type { Transport } from '../platform/transport/transport.ts';

const { db } = await cloneDatabase();
const hub = createHub();
const wires = [hub.connect(), hub.connect()] as const;
let losesEndings = false;
const leaky: Transport = {
  ...wires[0],
  publish: async (text) => {
    if (!losesEndings || !text.includes('"sessions-ended"')) await wires[0].publish(text);
  },
};
const carryBy = vi.spyOn(Bus.prototype, 'carryBy');
const a = await openInstance(db, leaky);
const logged: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
const { resyncMs } = streamLimits;
streamLimits.resyncMs = 2_000;
const b = await openInstance(db, wires[1], { log });
streamLimits.resyncMs = resyncMs;
const busOfB = carryBy.mock.contexts[1] as Bus;
carryBy.mockRestore();
const jefa = await a.user('Jefa');
await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);

const origin = await listen(b);
const pages: EventPage[] = [];
afterEach(() => {
  losesEndings = false;
  wires[1].mend();
  for (const page of pages.splice(0)) page.close();
});
afterAll(() => b.app.http.server.closeAllConnections());

async function listen({ app: { http } }: TestSite): Promise<string> {
  await http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
}

async function watch(visitor: Visitor): Promise<EventPage> {
  const page = await openEventPage(origin, at(b, visitor as User));
  pages.push(page);
  return page;
}

const lastEvent = ({ received }: EventPage) => received.at(-1)?.event;

/** Users with a page at the second process whose sessions are then ended at the first one. */
async function openScene() {
  const [leaver, victim, owner, bystander] = [
    await a.user('Sale'),
    await a.user('Suspendida'),
    await a.user('Cambia'),
    await a.user('Sigue'),
  ];
  const otherBrowser = a.visitor();
  await otherBrowser.call('signIn', { email: owner.email, password: 'aguante' });
  const ending = [await watch(leaver), await watch(victim), await watch(otherBrowser)];
  const staying = await watch(bystander);
  const endSessions = async () => {
    await leaver.call('signOut');
    await jefa.call('adminSetUserSuspended', { targetUid: victim.uid, suspended: true });
    await owner.call('changePassword', { currentPassword: 'aguante', password: 'otra-clave-larga' });
  };
  /** The last event of each page whose session ended, after its stream has ended. */
  const lastEvents = async () => {
    await Promise.all(ending.map((page) => page.ended));
    return ending.map(lastEvent);
  };
  const bystanderReceives = async () => {
    const { post } = await at(b, bystander).call('publishPost', { text: 'sigo acá' });
    await expect.poll(() => staying.received.map(({ data }) => data['postId'])).toContain(post.id);
  };
  return { endSessions, lastEvents, bystanderReceives };
}

const allEnded = ['session-ended', 'session-ended', 'session-ended'];

it('a stream ends with its session although the message about the end is lost', async () => {
  const { endSessions, lastEvents, bystanderReceives } = await openScene();
  losesEndings = true;
  await endSessions();
  expect(await lastEvents()).toEqual(allEnded);
  await bystanderReceives();
});

it('a stream ends with its session although its process cannot hear the others', async () => {
  const { endSessions, lastEvents, bystanderReceives } = await openScene();
  wires[1].cut('in');
  await endSessions();
  expect(await lastEvents()).toEqual(allEnded);
  await bystanderReceives();
});

it('a page whose process cannot hear the others gets a resync and then reads what it was not sent', async () => {
  const [idol, fan] = [await a.user('Ídolo'), await a.user('Hincha')];
  const page = await watch(idol);
  wires[1].cut('in');
  await fan.call('followUser', { targetUid: idol.uid });
  // The first one may be that of an earlier test's lost messages.
  const resyncs = () => page.received.filter(({ event }) => event === 'resync');
  await vi.waitFor(() => expect(resyncs().length).toBeGreaterThan(1), { timeout: 15_000 });
  const { items } = await at(b, idol).call('getNotifications', {});
  expect(items.map(({ actorId }) => actorId)).toEqual([fan.uid]);
});

it('a check ends the stream of a suspended user with a session', async () => {
  const victim = await a.user('Carrera');
  const page = await watch(victim);
  await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [victim.uid]);
  busOfB.clearCaches();
  await page.ended;
  expect(lastEvent(page)).toBe('session-ended');
});

it('a check that fails is repeated', async () => {
  const leaver = await a.user('Tarde');
  const page = await watch(leaver);
  await db.raw.query('DELETE FROM sessions WHERE uid = $1', [leaver.uid]);
  await db.raw.query('ALTER TABLE sessions RENAME TO sessions_away');
  busOfB.clearCaches();
  await vi.waitFor(() => expect(logged.join('')).toContain('could not be checked'), { timeout: 5_000 });
  await db.raw.query('ALTER TABLE sessions_away RENAME TO sessions');
  await page.ended;
  expect(lastEvent(page)).toBe('session-ended');
});
