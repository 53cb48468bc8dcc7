import { readdirSync, readFileSync } from 'node:fs';

import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { Fan } from './fan.ts';
import { Ground, postgresOf, type ServerProcess } from './server-process.ts';

const ground = new Ground();
const dataDir = await ground.folder();
// A new connection per request, which any process may accept.
const dispatcher = new Agent({ pipelining: 0, keepAliveTimeout: 1, keepAliveMaxTimeout: 1 });
const request = ((url: string, init?: object) => undiciFetch(url, { ...init, dispatcher })) as typeof fetch;
let server: ServerProcess;
let ana: Fan;
let people = 0;

async function signUp(name: string): Promise<{ fan: Fan; uid: string }> {
  const fan = new Fan(server, '', request);
  const email = `persona${++people}@ejemplo.ar`;
  const { user } = await fan.call('signUp', {
    displayName: name,
    email,
    password: 'aguante-la-popular',
    acceptedTos: true,
  });
  return { fan, uid: user.uid };
}

function workers({ pid: parentPid } = server): number[] {
  const isChild = (pid: string) => {
    try {
      const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
      return (
        Number(parent) === parentPid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('dist/main.js')
      );
    } catch (error) {
      // The process ended meanwhile.
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number);
}

/** By name; one of several with the same name. */
function nicenessOfThreads(pid: number): Record<string, number> {
  const folder = `/proc/${pid}/task`;
  const threads = readdirSync(folder).map((id) => {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(readFileSync(`${folder}/${id}/stat`, 'utf8')) ?? [];
    return [name, Number(rest.split(' ')[16])] as const;
  });
  return Object.fromEntries(threads);
}

async function metrics(): Promise<Record<string, number>> {
  const text = await (await request(`${server.url}/metrics`)).text();
  const samples = text.split('\n').flatMap((line) => {
    const [, name, value] = /^([a-z_]+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, Number(value)] as const];
  });
  return Object.fromEntries(samples);
}

beforeAll(async () => {
  server = await ground.start({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PROCESSES: '3' });
  ({ fan: ana } = await signUp('Ana'));
});
afterAll(async () => {
  await dispatcher.close();
  await ground.end();
});

describe('a site of three processes on one machine', () => {
  it('runs the site in three processes under one that serves nothing', () => {
    expect(workers()).toHaveLength(3);
  });

  it('lets requests go before the threads that collect garbage and compile', async () => {
    const niceness = () => workers().map((pid) => nicenessOfThreads(pid));
    const ready = expect.objectContaining({ MainThread: 0, V8Worker: 10 });
    // The site is ready with its first process.
    await vi.waitFor(() => expect(niceness()).toEqual([ready, ready, ready]), { timeout: 10_000 });
  });

  it('whoever wrote reads their own change on every process', async () => {
    const { post } = await ana.call('publishPost', { text: 'cero' });
    for (let i = 1; i <= 30; i++) {
      await ana.call('editPost', { postId: post.id, text: `cambio ${i}`, link: '' });
      expect((await ana.call('getPost', { postId: post.id })).post.text).toBe(`cambio ${i}`);
      const { liked } = i % 2 === 1 ? { liked: true } : { liked: false };
      await ana.call(liked ? 'likePost' : 'unlikePost', { postId: post.id });
      expect((await ana.call('getPost', { postId: post.id })).post.viewer).toMatchObject({ liked });
    }
  });

  it('a session that was ended is refused by every process at once', async () => {
    for (let i = 0; i < 5; i++) {
      const { fan } = await signUp(`Se va ${i}`);
      const copies = Array.from({ length: 6 }, () => new Fan(server, fan.cookie, request));
      await Promise.all(copies.map((copy) => copy.call('getNotifications')));
      await fan.call('signOut');
      const tries = await Promise.allSettled(copies.map((copy) => copy.call('publishPost', { text: 'no' })));
      expect(tries.map(({ status }) => status)).toEqual(copies.map(() => 'rejected'));
    }
  });

  it('joins the metrics of its processes', async () => {
    const before = await metrics();
    await ana.call('publishPost', { text: 'contado una vez' });
    const after = await metrics();
    const posts = 'tablon_deeds_total{kind="post"}';
    expect((after[posts] ?? 0) - (before[posts] ?? 0)).toBe(1);
    // A starved process is blind for a moment.
    await vi.waitFor(
      async () => expect(await metrics()).toMatchObject({ tablon_database_up: 1, tablon_bus_blind: 0 }),
      { timeout: 10_000, interval: 200 },
    );
  });

  it('goes on when a process is killed, starts it again, and loses nothing acknowledged', async () => {
    const acknowledged: string[] = [];
    const over = new AbortController();
    const writer = async (fan: Fan) => {
      while (!over.signal.aborted) {
        const editAnswer = await fan
          .call('publishPost', { text: `uno ${acknowledged.length}` })
          .catch(() => null);
        if (editAnswer) acknowledged.push(editAnswer.post.id);
      }
    };
    const writers = [1, 2, 3].map(async (n) => writer((await signUp(`Escribe ${n}`)).fan));
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(5), { timeout: 20_000 });
    for (let round = 0; round < 2; round++) {
      const [victim = 0] = workers();
      process.kill(victim, 'SIGKILL');
      await expect.poll(() => workers()).not.toContain(victim);
      await vi.waitFor(() => expect(workers()).toHaveLength(3), { timeout: 30_000 });
    }
    over.abort();
    await Promise.all(writers);
    expect(acknowledged.length).toBeGreaterThan(10);
    for (const postId of acknowledged) expect((await ana.call('getPost', { postId })).post.id).toBe(postId);
  }, 120_000);

  it('ends whole on SIGTERM, with its database', async () => {
    server.kill('SIGTERM');
    expect(await server.ended()).toEqual({ code: 0, signal: null, complaint: '' });
    expect(postgresOf(dataDir)).toEqual([]);
  });
});

it('starts a process again that was killed before it was ready', async () => {
  const site = await ground.spawn({ DATA_DIR: await ground.folder(), PROCESSES: '2' });
  await vi.waitFor(() => expect(workers(site)).toHaveLength(1), { timeout: 30_000 });
  const [first] = workers(site);
  // The first one is ready then, and the second one has just been forked.
  await site.says('is ready');
  const second = workers(site).find((pid) => pid !== first) ?? 0;
  process.kill(second, 'SIGKILL');
  await expect.poll(() => workers(site)).not.toContain(second);
  await vi.waitFor(() => expect(workers(site)).toHaveLength(2), { timeout: 30_000 });
  expect(site.output).toContain('a server process ended; it is started again');
});

it('ends with one line when the processes cannot start', async () => {
  const failing = await ground.spawn({
    DATA_DIR: await ground.folder(),
    PROCESSES: '2',
    HOST: '203.0.113.1',
  });
  expect(await failing.ended()).toEqual({
    code: 1,
    signal: null,
    complaint: 'HOST 203.0.113.1 is not an address of this machine.\n',
  });
});
