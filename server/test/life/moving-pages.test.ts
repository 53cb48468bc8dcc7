import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type EventPage, openEventPage } from '../event-page.ts';
import { hasRedis } from '../redis.ts';
import type { User } from '../site.ts';
import { browser, Fleet, signUp } from './fleet.ts';
import type { ServerProcess } from './server-process.ts';

// The folder of an earlier version, installed and built, whose processes are then replaced by this version's.
const { PREVIOUS_VERSION } = process.env;

describe.runIf(hasRedis)('two processes behind a proxy', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await Fleet.open(2, { DRAIN_SECONDS: '2', LOG_LEVEL: 'warn' }, PREVIOUS_VERSION);
  });
  afterAll(() => fleet?.close());

  /** Pages move between processes while posts are published. */
  async function watchWhileMoving(posts: number) {
    const writer = await signUp('Escribe', fleet.anyone);
    // Replay covers two seconds before a page's last event: the processes must be older than that.
    await sleep(2_500);
    const readers: User[] = [];
    for (let i = 0; i < 5; i++) readers.push(await signUp(`Mira ${i}`, fleet.anyone));
    const pages = await Promise.all(
      readers.flatMap((reader) => Array.from({ length: 4 }, () => MovingPage.open(fleet, reader))),
    );
    const over = new AbortController();
    const moving = pages.map(async (page) => {
      while (!over.signal.aborted) {
        await sleep(200 + Math.random() * 600);
        await page.move();
      }
    });
    const postIds: string[] = [];
    for (let i = 0; i < posts; i++) {
      const author = browser(fleet.anyone, writer.cookies);
      postIds.push((await author.call('publishPost', { text: `${i}` })).post.id);
      // Above twenty posts within 0.75 s, posts share events.
      await sleep(100);
    }
    await sleep(1_000);
    over.abort();
    await Promise.all(moving);
    return { made: postIds, pages };
  }

  it('pages that move between processes hear every event, and are not sent back to the start', async () => {
    const { made: postIds, pages } = await watchWhileMoving(60);
    for (const page of pages) {
      await vi.waitFor(() => expect(page.missing(postIds)).toEqual([]), { timeout: 10_000 });
      expect(page.resyncs()).toBe(0);
      page.close();
    }
  }, 90_000);

  it('are replaced one after the other without a failed request or a signed-out user', async () => {
    const proxy = new Proxy(fleet.servers);
    const users: User[] = [];
    for (let i = 0; i < 8; i++) users.push(await signUp(`Sigue ${i}`, proxy.route));
    const failures: string[] = [];
    let answers = 0;
    const over = new AbortController();
    const crowd = users.map(async (user, i) => {
      for (let n = 0; !over.signal.aborted; n++) {
        const call = n % 3 === 0 ? 'publishPost' : 'getFeed';
        const input = call === 'publishPost' ? { text: `${i} ${n}` } : { tab: 'siguiendo' };
        const failure = await user.ask(call, input).then(
          ({ status, text }) => (status === 200 ? null : `${call}: ${status} ${text}`),
          (error: unknown) => `${call}: ${String((error as Error).cause)}`,
        );
        if (failure === null) answers++;
        else failures.push(failure);
        await sleep(20);
      }
    });
    for (const i of [0, 1]) {
      const old = fleet.servers[i]!;
      proxy.add(await fleet.start());
      old.kill('SIGTERM');
      expect(await old.ended()).toMatchObject({ code: 0 });
    }
    over.abort();
    await Promise.all(crowd);
    proxy.stop();
    expect(failures, proxy.output).toEqual([]);
    expect(answers).toBeGreaterThan(50);
  }, 90_000);
});

/** A page that reconnects to another process, from its last event. */
class MovingPage {
  readonly #fleet: Fleet;
  readonly #user: User;
  readonly #before: EventPage[] = [];
  #now: EventPage;
  #last: string | undefined;

  private constructor(fleet: Fleet, user: User, now: EventPage) {
    this.#fleet = fleet;
    this.#user = user;
    this.#now = now;
  }

  static async open(fleet: Fleet, user: User): Promise<MovingPage> {
    return new MovingPage(fleet, user, await openEventPage(fleet.anyone().url, user));
  }

  async move(): Promise<void> {
    this.#last = this.#now.lastId() ?? this.#last;
    this.#now.close();
    this.#before.push(this.#now);
    this.#now = await openEventPage(this.#fleet.anyone().url, this.#user, this.#last);
  }

  close(): void {
    this.#now.close();
  }

  /** The posts whose event did not arrive. */
  missing(postIds: readonly string[]): string[] {
    const events = this.#events();
    const eventIds = new Set(
      events.map(({ event, data }) => (event === 'post-created' ? data['postId'] : null)),
    );
    return postIds.filter((id) => !eventIds.has(id));
  }

  resyncs(): number {
    return this.#events().filter(({ event }) => event === 'resync').length;
  }

  #events() {
    return [...this.#before, this.#now].flatMap(({ received }) => received);
  }
}

/** Like a proxy with health checks: sends requests only to processes that were just ready. */
class Proxy {
  readonly #servers: ServerProcess[];
  readonly #timer: NodeJS.Timeout;
  #ready: readonly ServerProcess[];
  #next = 0;

  constructor(servers: readonly ServerProcess[]) {
    this.#servers = [...servers];
    this.#ready = this.#servers;
    this.#timer = setInterval(() => void this.#look(), 200);
  }

  readonly route = (): ServerProcess => this.#ready[this.#next++ % this.#ready.length]!;

  get output(): string {
    return this.#servers.map(({ output }) => output).join('');
  }

  add(server: ServerProcess): void {
    this.#servers.push(server);
    this.#ready = [...this.#ready, server];
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const states = await Promise.all(
      this.#servers.map((server) =>
        fetch(`${server.url}/health/ready`).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    );
    this.#ready = this.#servers.filter((_, i) => states[i]);
  }
}
