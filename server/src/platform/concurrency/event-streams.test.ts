import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { setImmediate as turnEnd, setTimeout as sleep } from 'node:timers/promises';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { EventStreams, type EventStreamsOptions, type streamLimits } from './event-streams.ts';
import type { StreamOwner } from './open-streams.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.useRealTimers();
});

const json = (data: object) => JSON.stringify(data);

/** The users that an event is hidden from; null: everybody. */
type Subject = { from: string[] | null };
const audienceOfSubject = async (subjects: readonly Subject[]) =>
  subjects.map(({ from }) => from && new Set(from));

type Reader = { text: () => string; response: IncomingMessage; events: () => string[]; lastId: () => string };

/** `join` opens a stream as a client would; with `reads: false` it never reads its socket. */
async function serve(
  limits: Partial<typeof streamLimits> = {},
  options: Partial<Omit<EventStreamsOptions<Subject>, 'limits'>> = {},
  opening: (response: ServerResponse) => Promise<unknown> = async () => {},
) {
  const streams = new EventStreams<Subject>({
    audience: audienceOfSubject,
    onAudienceError: () => {},
    limits: { flushMs: 5, ...limits },
    ...options,
  });
  const owners = new Map<string, StreamOwner>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const owner = owners.get(url.searchParams.get('as') ?? '');
    if (!owner) throw new Error('nobody of that name');
    response.removeHeader('transfer-encoding');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    void opening(response).then(() => streams.open(response, owner, url.searchParams.get('after')));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  closing.push(() => {
    void streams.close();
    server.closeAllConnections();
    server.close();
  });
  const join = async (owner: Partial<StreamOwner>, { after = '', reads = true } = {}): Promise<Reader> => {
    const name = `${owners.size}`;
    owners.set(name, { uid: 'ana', tokenHash: 'session', address: '192.0.2.1', ...owner });
    const search = new URLSearchParams({ as: name, ...(after && { after }) });
    const request = get({ port, host: '127.0.0.1', path: `/?${search.toString()}`, agent: false });
    request.on('error', () => {});
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    // A dropped stream ends with an error.
    response.on('error', () => {});
    if (reads) response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    // A truncated message is ignored.
    const whole = () => text.slice(0, text.lastIndexOf('\n\n') + 2);
    return {
      response,
      text: whole,
      events: () => [...whole().matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? ''),
      lastId: () => [...whole().matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '',
    };
  };
  return { streams, join };
}

const until = async (check: () => boolean) => {
  await expect.poll(check, { timeout: 10_000 }).toBe(true);
};

/** The place where this reader's stream begins; ends the stream. */
async function firstPlace({ lastId, response }: Reader): Promise<string> {
  await until(() => lastId() !== '');
  response.destroy();
  return lastId();
}

it('a client with 64 KB of unread data is dropped, and the others still get events', async () => {
  const { streams, join } = await serve();
  await join({ uid: 'slow' }, { reads: false });
  const good = await join({ uid: 'good' });
  expect(streams.size).toBe(2);
  const text = 'x'.repeat(100_000);
  let count = 0;
  // The kernel buffers megabytes for the client; the limit is on our own buffer.
  while (streams.size === 2 && count < 500) {
    streams.toAll('news', json({ text, n: ++count }));
    streams.flush();
    await turnEnd();
  }
  expect(streams.size).toBe(1);
  expect(streams.has('slow')).toBe(false);
  await until(() => good.events().length === count);
});

it('a client that reads nothing for long is dropped, however little is pending', async () => {
  const { streams, join } = await serve({ backlogBytes: 100_000_000, stalledMs: 500 });
  await join({ uid: 'stuck' }, { reads: false });
  await join({ uid: 'good' });
  for (let i = 0; i < 20; i++) streams.toUser('stuck', 'news', json({ text: 'x'.repeat(1_000_000) }));
  await until(() => !streams.has('stuck'));
  expect(streams.has('good')).toBe(true);
});

it('only idle streams get a heartbeat', async () => {
  const { streams, join } = await serve({ heartbeatMs: 1_500 });
  const [quiet, busy] = [await join({ uid: 'quiet' }), await join({ uid: 'busy' })];
  const sending = setInterval(() => streams.toUser('busy', 'news', json({})), 200);
  closing.push(() => clearInterval(sending));
  await until(() => /\n\nid: \S+\n\n$/.test(quiet.text()));
  expect(busy.text()).not.toContain(':\n\n:');
  expect(busy.text()).not.toMatch(/^:$/m);
  expect(quiet.events()).toEqual([]);
});

it('time-outs do not depend on the wall clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { join } = await serve({ heartbeatMs: 500 });
  const { text, response } = await join({});
  for (const hours of [-3, 6]) {
    const before = text();
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    await until(() => text().length > before.length);
    expect(response.readableEnded).toBe(false);
  }
});

it('while other processes are not heard, each page gets a resync every 45 s, each at another moment', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let [now, heardUntil] = [1_800_000_000_000, Infinity];
  const { streams, join } = await serve({}, { clock: () => now, heardUntil: () => heardUntil });
  const readers = await Promise.all(Array.from({ length: 40 }, (_, i) => join({ uid: `${i}` })));
  /** How many `resync` each page has got after these seconds. */
  const countsAfter = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      now += 1_000;
      vi.advanceTimersByTime(1_000);
    }
    streams.toAll('mark', `"${now}"`);
    await until(() => readers.every(({ text }) => text().includes(`"${now}"`)));
    return readers.map(({ text }) => text().split('event: resync').length - 1);
  };
  const none = readers.map(() => 0);
  expect(await countsAfter(60)).toEqual(none);
  heardUntil = now;
  expect(await countsAfter(1)).toEqual(none);
  const early = await countsAfter(22);
  expect(new Set(early)).toEqual(new Set([0, 1]));
  expect(await countsAfter(23)).toEqual(readers.map(() => 1));
  expect(await countsAfter(45)).toEqual(readers.map(() => 2));
  heardUntil = Infinity;
  expect(await countsAfter(60)).toEqual(readers.map(() => 2));
});

describe('a client that comes from another process of the site', () => {
  /** Two processes whose events are the same, added at the same moments of one clock. */
  async function processes(limits: Partial<typeof streamLimits> = {}) {
    let now = 1_000_000;
    const clock = () => now;
    const [a, b] = [await serve(limits, { clock }), await serve(limits, { clock })];
    const add = (n: number, afterMs: number) => {
      now += afterMs;
      for (const { streams } of [a, b]) streams.toAll('news', json({ n }));
    };
    return { a, b, add, pass: (ms: number) => (now += ms) };
  }

  it('gets every event since shortly before its last one, and no resync', async () => {
    const { a, b, add } = await processes();
    const page = await a.join({});
    for (let n = 1; n <= 10; n++) add(n, 1_000);
    await until(() => page.events().length === 10);
    for (let n = 11; n <= 13; n++) add(n, 1_000);
    const there = await b.join({}, { after: page.lastId() });
    await until(() => there.events().length >= 5);
    expect(there.events().slice(-3)).toEqual(['{"n":11}', '{"n":12}', '{"n":13}']);
    expect(there.text()).not.toContain('resync');
  });

  it('gets what the other one did not hear', async () => {
    let now = 1_000_000;
    const clock = () => now;
    const blind = await serve({}, { clock, heardUntil: () => 1_003_000 });
    const { streams, join } = await serve({}, { clock });
    now += 4_000;
    const page = await blind.join({});
    streams.toAll('news', json({ n: 1 }));
    now += 60_000;
    for (const sender of [blind.streams, streams]) sender.toAll('news', json({ n: 2 }));
    await until(() => page.events().length === 1);
    const there = await join({}, { after: page.lastId() });
    await until(() => there.text().includes('retry'));
    expect(there.events()).toEqual(['{"n":1}', '{"n":2}']);
  });

  it('gets resync when this process does not have all of that time', async () => {
    const { a, add, pass } = await processes({ historySize: 10 });
    const page = await a.join({});
    add(1, 3_000);
    await until(() => page.events().length === 1);
    const place = page.lastId();
    pass(5_000);
    const young = await serve({}, { clock: () => 1_008_000 });
    const there = await young.join({}, { after: place });
    await until(() => there.text().includes('event: resync'));
    const { b, add: more } = await processes({ historySize: 10 });
    const start = await b.join({});
    more(1, 3_000);
    await until(() => start.events().length === 1);
    for (let n = 2; n <= 30; n++) more(n, 1_000);
    await until(() => start.events().length === 30);
    const late = await b.join({}, { after: place });
    await until(() => late.text().includes('event: resync'));
    expect(late.events()).toEqual(['{}']);
  });

  it('an idle page moves without a resync, since heartbeats say up to when it has everything', async () => {
    const { a, b, add, pass } = await processes({ historySize: 10, heartbeatMs: 50 });
    const page = await a.join({});
    for (let n = 1; n <= 40; n++) add(n, 1);
    await until(() => page.events().length === 40);
    pass(60_000);
    const place = page.lastId();
    await until(() => page.lastId() !== place);
    const there = await b.join({}, { after: page.lastId() });
    await until(() => there.text().includes('retry'));
    expect(there.text()).not.toContain('resync');
  });
});

it('two hundred clients that move between processes get each of two thousand events, and no resync', async () => {
  const startedAt = performance.now();
  let laterMs = 0;
  const clock = () => performance.now() - startedAt + laterMs;
  const processes = [await serve({}, { clock }), await serve({}, { clock })] as const;
  // A client may go back to two seconds before its last event: these processes are old enough.
  laterMs = 10_000;
  const anyone = () => processes[Math.floor(Math.random() * 2)]!;
  let isOver = false;
  const wander = async (n: number) => {
    const received = new Set<string>();
    const owner = { uid: `u${n}`, address: `192.0.2.${n}` };
    let after = await firstPlace(await anyone().join(owner));
    return async () => {
      for (let last = false; !last;) {
        last = isOver;
        const page = await anyone().join(owner, { after });
        await sleep(last ? 500 : 100 + Math.random() * 300);
        page.response.destroy();
        after = page.lastId() || after;
        expect(page.text()).not.toContain('resync');
        for (const event of page.events()) received.add(event);
      }
      return received.size;
    };
  };
  const clients = await Promise.all(Array.from({ length: 200 }, (_, n) => wander(n)));
  const wandering = clients.map((goOn) => goOn());
  for (let n = 0; n < 2_000; n++) {
    const [first, second] = processes;
    const [here, elsewhere] = n % 2 === 0 ? [first, second] : [second, first];
    here.streams.toAll('news', json({ n }));
    // Facts take a while from one process to the other.
    setTimeout(() => elsewhere.streams.toAll('news', json({ n })), Math.random() * 50);
    if (n % 10 === 0) await sleep(10);
  }
  await sleep(100);
  isOver = true;
  expect(new Set(await Promise.all(wandering))).toEqual(new Set([2_000]));
}, 60_000);

it('a stream ends after its maximum life', async () => {
  const { streams, join } = await serve({ lifeMs: 200 });
  const { response } = await join({});
  await once(response, 'end');
  await until(() => streams.size === 0);
  expect(streams.has('ana')).toBe(false);
});

it('streams per address are limited, across users, until one ends', async () => {
  const { streams, join } = await serve({ perAddress: 2, perUser: 1 });
  const owner = (uid: string, address = '192.0.2.1') => ({ uid, address, tokenHash: uid });
  const first = await join(owner('ana'));
  expect(streams.hasRoomFor(owner('ana'))).toBe(false);
  expect(streams.hasRoomFor(owner('beto'))).toBe(true);
  await join(owner('beto'));
  expect(streams.hasRoomFor(owner('caro'))).toBe(false);
  expect(streams.hasRoomFor(owner('caro', '192.0.2.2'))).toBe(true);
  first.response.destroy();
  await until(() => streams.hasRoomFor(owner('caro')));
});

it('a client that left while its stream was being opened does not count as open', async () => {
  const { streams, join } = await serve({}, {}, (response) => {
    response.socket?.destroy();
    return once(response, 'close');
  });
  const open = vi.spyOn(streams, 'open');
  await expect(join({})).rejects.toThrow('socket hang up');
  await until(() => open.mock.results.length > 0);
  await open.mock.results[0]!.value;
  expect(streams.size).toBe(0);
  expect(streams.has('ana')).toBe(false);
});

it('what only one user is told leaves the others a recent place', async () => {
  const { streams, join } = await serve({ heartbeatMs: 0 });
  const [ana, beto] = [await join({}), await join({ uid: 'beto' })];
  streams.toUser('beto', 'notification', 'hola');
  await until(() => beto.events().length > 0);
  await until(() => ana.lastId() === beto.lastId());
  expect(ana.events()).toEqual([]);
});

it('a reconnecting client gets the events it missed, or resync after too many', async () => {
  const { streams, join } = await serve({ historySize: 100 });
  const page = await join({});
  const place = async (n: number) => {
    streams.toAll('news', json({ n }));
    await until(() => page.events().length === n);
    return page.lastId();
  };
  const [early, late] = [await place(1), await place(2)];
  for (let n = 3; n <= 102; n++) streams.toAll('news', json({ n }));
  await until(() => page.events().length === 102);
  const back = await join({}, { after: late });
  await until(() => back.events().length === 100);
  expect(back.events()[0]).toBe('{"n":3}');
  // The history is trimmed a tenth at a time.
  for (let n = 103; n <= 120; n++) streams.toAll('news', json({ n }));
  await until(() => page.events().length === 120);
  const returning = await join({}, { after: early });
  await until(() => returning.text().includes('event: resync'));
  expect(returning.events()).toEqual(['{}']);
  const number = (id: string) => id.split('-')[1];
  expect(number(returning.lastId())).toBe(number(page.lastId()));
});

it('a client that missed more than a stream may hold back gets resync', async () => {
  const { streams, join } = await serve({ resentLength: 1_000 });
  const page = await join({});
  streams.toAll('news', json({ n: 1 }));
  await until(() => page.events().length === 1);
  const place = page.lastId();
  for (let n = 2; n <= 100; n++) streams.toAll('news', json({ n }));
  await until(() => page.events().length === 100);
  const back = await join({}, { after: place });
  await until(() => back.text().includes('event: resync'));
  expect(back.events()).toEqual(['{}']);
});

it('a client that reconnects from before a skipped event gets resync, and nobody else does', async () => {
  let now = 1_800_000_000_000;
  const { streams, join } = await serve({ historySize: 10 }, { clock: () => now });
  const sendEvent = async () => {
    now += 10;
    const number = () => streams.place.split('-')[1];
    const last = number();
    streams.toAll('news', json({}));
    await until(() => number() !== last);
    return streams.place;
  };
  const skip = (uid: string) => {
    now += 10;
    streams.skip(uid);
  };
  const before = await sendEvent();
  skip('ana');
  // A page that reads everything now has this place, although no event followed the skipped one.
  now += 10;
  const read = streams.place;
  const after = await sendEvent();
  const answers = async (uid: string, place: string) => {
    const back = await join({ uid }, { after: place });
    await until(() => back.text() !== '');
    return back.text().includes('event: resync');
  };
  expect(await answers('ana', before)).toBe(true);
  expect(await answers('ana', read)).toBe(false);
  expect(await answers('ana', after)).toBe(false);
  expect(await answers('beto', before)).toBe(false);
  skip('beto');
  for (let n = 0; n < 5; n++) await sendEvent();
  expect(await answers('beto', after)).toBe(true);
  for (let n = 0; n < 20; n++) await sendEvent();
  expect(await answers('ana', before)).toBe(true);
  expect(await answers('beto', after)).toBe(true);
});

it('an event is hidden from users who may not see it, live and after a reconnect', async () => {
  const { streams, join } = await serve();
  const [ana, beto] = [await join({ uid: 'ana' }), await join({ uid: 'beto' })];
  streams.toAll('news', json({ n: 1 }));
  await expect.poll(beto.events).toHaveLength(1);
  const place = beto.lastId();
  const subject = { from: ['beto'] as string[] | null };
  streams.toAll('news', json({ n: 2 }), subject);
  streams.toAll('news', json({ n: 3 }), { from: null });
  streams.toUser('beto', 'news', json({ n: 4 }));
  streams.toAll('news', json({ n: 5 }));
  await expect.poll(ana.events).toEqual(['{"n":1}', '{"n":2}', '{"n":5}']);
  await expect.poll(beto.events).toEqual(['{"n":1}', '{"n":4}', '{"n":5}']);
  const back = await join({ uid: 'beto' }, { after: place });
  await expect.poll(back.events).toEqual(['{"n":4}', '{"n":5}']);
  // The audience is checked when the event is sent.
  subject.from = [];
  const later = await join({ uid: 'beto' }, { after: place });
  await expect.poll(later.events).toEqual(['{"n":2}', '{"n":4}', '{"n":5}']);
});

it('an event for open pages only is not resent: a client that missed it gets resync', async () => {
  const { streams, join } = await serve();
  const page = await join({});
  await until(() => page.lastId() !== '');
  const place = page.lastId();
  streams.toUser('ana', 'news', json({ n: 1 }), { once: true });
  streams.toAll('news', json({ n: 2 }));
  await expect.poll(page.events).toEqual(['{"n":1}', '{"n":2}']);
  const [back, other] = [await join({}, { after: place }), await join({ uid: 'beto' }, { after: place })];
  await expect.poll(back.events).toEqual(['{"n":2}', '{}']);
  expect(back.text()).toContain('event: resync');
  await expect.poll(other.events).toEqual(['{"n":2}']);
});

it('an event that is outdated by the time a client reconnects is not resent: the client gets resync', async () => {
  let isOutdated = false;
  const audience = async (subjects: readonly Subject[]) =>
    subjects.map(() => (isOutdated ? 'outdated' : new Set<string>()));
  const { streams, join } = await serve({}, { audience });
  const page = await join({});
  await until(() => page.lastId() !== '');
  const place = page.lastId();
  streams.toAll('news', json({ n: 1 }), { from: [] });
  streams.toAll('news', json({ n: 2 }));
  await expect.poll(page.events).toEqual(['{"n":1}', '{"n":2}']);
  isOutdated = true;
  const back = await join({}, { after: place });
  await expect.poll(back.events).toEqual(['{"n":2}', '{}']);
  expect(back.text()).toContain('event: resync');
});

it('the audience of a round is checked once, however many streams are open', async () => {
  const batchSizes: number[] = [];
  const audience: EventStreamsOptions<Subject>['audience'] = (subjects, uids) => {
    batchSizes.push(subjects.length);
    expect(uids.size).toBe(30);
    return audienceOfSubject(subjects);
  };
  const { streams, join } = await serve({ perAddress: 1_000, flushMs: 60_000 }, { audience });
  const readers = await Promise.all(Array.from({ length: 30 }, (_, i) => join({ uid: `u${i}` })));
  for (let n = 0; n < 5; n++) streams.toAll('news', json({ n }), { from: [`u${n}`] });
  streams.flush();
  await until(() => readers.every(({ events }, i) => events().length === (i < 5 ? 4 : 5)));
  expect(batchSizes).toEqual([5]);
});

it('when the audience is unknown the event is withheld, and the others are sent', async () => {
  let isAway = true;
  const audience = async (subjects: readonly Subject[]) => {
    if (isAway) throw new Error('the database is away');
    return audienceOfSubject(subjects);
  };
  const { streams, join } = await serve({}, { audience });
  const page = await join({});
  await until(() => page.lastId() !== '');
  const place = page.lastId();
  streams.toAll('news', json({ n: 1 }), { from: [] });
  streams.toAll('news', json({ n: 2 }));
  await expect.poll(page.events).toEqual(['{"n":2}']);
  const late = await join({}, { after: place });
  await until(() => late.text().includes('event: resync'));
  expect(late.events()).toEqual(['{}']);
  isAway = false;
  const back = await join({}, { after: place });
  await expect.poll(back.events).toEqual(['{"n":1}', '{"n":2}']);
});

it('an unknown audience is reported with its error, once per outage', async () => {
  let outage: Error | null = new Error('the database is away');
  const errors: unknown[] = [];
  const { streams, join } = await serve(
    {},
    {
      audience: async (subjects) => {
        if (outage) throw outage;
        return audienceOfSubject(subjects);
      },
      onAudienceError: (error) => errors.push(error),
    },
  );
  const page = await join({});
  const send = async (n: number) => {
    streams.toAll('news', json({ secret: n }), { from: [] });
    streams.toAll('news', json({ n }));
    await until(() => page.events().includes(json({ n })));
  };
  await send(1);
  await send(2);
  const first = outage;
  expect(errors).toEqual([first]);
  outage = null;
  await send(3);
  outage = new Error('away again');
  await send(4);
  expect(errors).toEqual([first, outage]);
});

it('no event is lost or reordered while clients connect, leave and reconnect', async () => {
  // Two at a time, so that streams open and close in the middle of a round; and the audience check takes some
  // time.
  const audience = async (subjects: readonly Subject[]) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
    return audienceOfSubject(subjects);
  };
  const { streams, join } = await serve({ atOnce: 2 }, { audience });
  const received = new Map<string, number[]>();
  const expected = new Map<string, number[]>();
  const uids = ['ana', 'beto', 'caro', 'dani', 'eva'];
  for (const uid of uids) [received, expected].forEach((map) => map.set(uid, []));
  let isOver = false;
  const read = async (uid: string) => {
    let after = await firstPlace(await join({ uid }));
    return async () => {
      for (let last = false; !last;) {
        last = isOver;
        const page = await join({ uid }, { after });
        await new Promise((resolve) => setTimeout(resolve, last ? 200 : 5 + Math.random() * 30));
        page.response.destroy();
        after = page.lastId() || after;
        received.get(uid)?.push(...page.events().map((data) => (JSON.parse(data) as { n: number }).n));
      }
    };
  };
  const readers = await Promise.all(uids.map(read));
  const reading = readers.map((goOn) => goOn());
  for (let n = 0; n < 3_000; n++) {
    const uid = n % 3 === 0 ? uids[(n / 3) % uids.length]! : null;
    const subject = n % 2 === 0 ? { from: [] } : null;
    if (uid === null) streams.toAll('news', json({ n }), subject);
    else streams.toUser(uid, 'news', json({ n }));
    for (const who of uids) if (uid === null || uid === who) expected.get(who)?.push(n);
    if (n % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  isOver = true;
  await Promise.all(reading);
  for (const uid of uids) expect(received.get(uid)).toEqual(expected.get(uid));
});

it('writing to streams takes at most a third of the time, however many events there are', async () => {
  const { streams, join } = await serve({ atOnce: 1, restFactor: 2, idleRestFactor: 2 });
  const readers = await Promise.all(Array.from({ length: 8 }, (_, i) => join({ uid: `u${i}` })));
  const slowly = vi.spyOn(Socket.prototype, 'write').mockImplementation(() => {
    for (const start = performance.now(); performance.now() - start < 5;);
    return true;
  });
  try {
    for (const start = performance.now(); performance.now() - start < 1_500;) {
      streams.toAll('news', '{}');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    // A round takes 40 ms and rests 80; without a rest there would be room for 33.
    expect(slowly.mock.calls.length / readers.length).toBeLessThanOrEqual(16);
  } finally {
    slowly.mockRestore();
  }
});

it('pages are told sooner while the process has little else to do', async () => {
  const { streams, join } = await serve({
    atOnce: 1,
    roundMs: 20,
    flushMs: 1,
    restFactor: 20,
    idleRestFactor: 2,
  });
  await join({ uid: 'reader' });
  const writes: number[] = [];
  const slowly = vi.spyOn(Socket.prototype, 'write').mockImplementation(() => {
    writes.push(performance.now());
    for (const start = performance.now(); performance.now() - start < 20;);
    return true;
  });
  const used = vi.spyOn(performance, 'eventLoopUtilization');
  const betweenRounds = async (active: number) => {
    used.mockReturnValue({ active, idle: 0, utilization: 0 });
    writes.length = 0;
    for (const rounds of [1, 2]) {
      streams.toAll('news', '{}');
      await until(() => writes.length === rounds);
    }
    return writes[1]! - writes[0]!;
  };
  try {
    const whenBusy = await betweenRounds(3_600_000);
    expect(whenBusy).toBeGreaterThan(400);
    await betweenRounds(0);
    expect(await betweenRounds(0)).toBeLessThan(whenBusy / 2);
  } finally {
    slowly.mockRestore();
    used.mockRestore();
  }
});

it('a round to many streams leaves the process free between its turns', async () => {
  const { streams, join } = await serve({ atOnce: 1, restFactor: 4, roundMs: 10_000 });
  const readers = await Promise.all(Array.from({ length: 6 }, (_, i) => join({ uid: `u${i}` })));
  const ends: number[] = [];
  const slowly = vi.spyOn(Socket.prototype, 'write').mockImplementation(() => {
    for (const start = performance.now(); performance.now() - start < 5;);
    ends.push(performance.now());
    return true;
  });
  try {
    streams.toAll('news', '{}');
    streams.flush();
    await until(() => ends.length === readers.length);
    const gaps = ends.slice(1).map((end, i) => end - ends[i]!);
    // A write takes 5 ms and the rest after it 20.
    expect(Math.min(...gaps)).toBeGreaterThan(20);
  } finally {
    slowly.mockRestore();
  }
});

it('a round ends soon although each turn of the event loop takes long', async () => {
  const { streams, join } = await serve({ atOnce: 1, roundMs: 200 });
  const readers = await Promise.all(Array.from({ length: 40 }, (_, i) => join({ uid: `u${i}` })));
  const writes = vi.spyOn(Socket.prototype, 'write');
  let turns = 0;
  const work = () => {
    for (const start = performance.now(); performance.now() - start < 25;);
    if (++turns < 100 && writes.mock.calls.length < readers.length) setImmediate(work);
  };
  try {
    streams.toAll('news', '{}');
    streams.flush();
    setImmediate(work);
    await until(() => writes.mock.calls.length === readers.length);
    // One stream a turn would take 40 of them.
    expect(turns).toBeLessThan(20);
  } finally {
    writes.mockRestore();
  }
});

it('pending events reach every stream before the server closes', async () => {
  const { streams, join } = await serve({ atOnce: 1, flushMs: 60_000 });
  const readers = await Promise.all(Array.from({ length: 5 }, (_, i) => join({ uid: `u${i}` })));
  streams.toAll('news', json({ n: 1 }));
  streams.flush();
  streams.toAll('news', json({ n: 2 }));
  await streams.close();
  await until(() => readers.every(({ events }) => events().length === 3));
  for (const { events } of readers) expect(events()).toEqual(['{"n":1}', '{"n":2}', '{}']);
});
