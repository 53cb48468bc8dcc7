import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { countFaults, expectMatch, playCrowd } from '../crowd.ts';
import { hasRedis } from '../redis.ts';
import type { User } from '../site.ts';
import { browser, Fleet, patient, signUp } from './fleet.ts';

// Tolerance on top of the site's promise of one second: timers on a busy machine fire late.
const slackMs = 300;
/** A dead process leaves the list after 5 s; until then the others are blind. */
const recoveryMs = 8_000;

describe.runIf(hasRedis)('a crowd over three processes', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await Fleet.open(3);
  });
  afterAll(() => fleet?.close());

  it('nothing acknowledged is lost and nothing older than a second is shown, whatever dies', async () => {
    const users: User[] = [];
    const retries = new Map<string, number>();
    const count = (cause: string) => retries.set(cause, (retries.get(cause) ?? 0) + 1);
    for (let i = 0; i < 20; i++) users.push(patient(await signUp(`Hincha ${i}`, fleet.anyone), count));
    const ages = new Ages(fleet, await signUp('Escribe', fleet.anyone), await signUp('Lee', fleet.anyone));
    let isOver = false;
    const seed = randomInt(2 ** 31);
    let rounds = 0;
    const playing = playCrowd(users, {
      seed,
      // A follow back-fills no more than 41 reposts.
      rounds: 240,
      goesOn: async () => {
        rounds++;
        await sleep(50);
        return !isOver;
      },
    });
    const polling = ages.measure(() => isOver);
    await sleep(4_000);
    await ages.whileHurt(async () => {
      for (const victim of [0, 1]) {
        fleet.servers[victim]!.kill('SIGKILL');
        await fleet.servers[victim]!.ended();
        fleet.servers[victim] = await fleet.start();
      }
      await fleet.redis.kill();
      await sleep(3_000);
      await fleet.redis.start();
      await sleep(2_000);
      fleet.redis.pause();
      await sleep(3_000);
      fleet.redis.resume();
      await sleep(recoveryMs);
    });
    await sleep(2_000);
    isOver = true;
    const [crowd] = await Promise.all([playing, polling]);
    const report = { seed, rounds, retries: Object.fromEntries(retries), ages: ages.report() };
    process.stdout.write(`${JSON.stringify(report)}\n`);

    const jobs = async () => {
      const { rows } = await fleet.db.raw.query(
        `SELECT task_identifier, attempts, last_error FROM graphile_worker.jobs
         WHERE locked_at IS NOT NULL OR last_error IS NOT NULL
           OR (run_at <= now() AND attempts < max_attempts)`,
      );
      return rows;
    };
    // Other processes take over the jobs of a killed one within 40 s.
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), { timeout: 45_000, interval: 200 });
    await expectMatch(crowd);
    expect(await countFaults(fleet.db)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const { healthy, hurt } = ages.report();
    expect(Math.min(healthy.count, hurt.count)).toBeGreaterThan(5);
    expect(healthy.p99).toBeLessThan(150 + slackMs);
    expect(Math.max(healthy.max, hurt.max)).toBeLessThan(1_000 + slackMs);
  }, 150_000);
});

/** How old the text is that other processes answer after an edit. */
class Ages {
  readonly #fleet: Fleet;
  readonly #writer: User;
  readonly #reader: User;
  readonly #ages: Record<'healthy' | 'hurt', number[]> = { healthy: [], hurt: [] };
  #isHurt = false;

  constructor(fleet: Fleet, writer: User, reader: User) {
    this.#fleet = fleet;
    this.#writer = writer;
    this.#reader = reader;
  }

  async measure(isOver: () => boolean): Promise<void> {
    const { post } = await this.#writer.call('publishPost', { text: '0' });
    for (let n = 1; !isOver(); n++) await this.#one(post.id, n);
  }

  async whileHurt(work: () => Promise<void>): Promise<void> {
    this.#isHurt = true;
    await work();
    this.#isHurt = false;
  }

  report() {
    const summary = (ages: number[]) => {
      const sortedAges = ages.toSorted((a, b) => a - b).map(Math.round);
      return {
        count: sortedAges.length,
        p50: sortedAges[Math.floor(sortedAges.length / 2)] ?? 0,
        p99: sortedAges[Math.floor(sortedAges.length * 0.99)] ?? 0,
        max: sortedAges.at(-1) ?? 0,
      };
    };
    return { healthy: summary(this.#ages.healthy), hurt: summary(this.#ages.hurt) };
  }

  async #one(postId: string, n: number): Promise<void> {
    const servers = [...this.#fleet.servers];
    const by = servers[n % servers.length]!;
    const write = browser(() => by, new Map(this.#writer.cookies));
    const editAnswer = await write.ask('editPost', { postId, text: `${n}`, link: '' }).catch(nullIfGone);
    const answeredAt = performance.now();
    await sleep(20);
    if (editAnswer?.status !== 200) return;
    await Promise.all(servers.map((server) => this.#read(server.url, postId, n, answeredAt)));
  }

  // An old text proves the age from the edit to the sending of the read, without the wait for the answer.
  async #read(url: string, postId: string, n: number, since: number): Promise<void> {
    const reader = browser(() => ({ url }), new Map(this.#reader.cookies));
    let age = 0;
    const wasHurt = this.#isHurt;
    for (;;) {
      const sentAt = performance.now();
      const answer = await reader.ask('getPost', { postId }).catch(nullIfGone);
      if (answer === null) return;
      if (answer.status === 200) {
        if (Number(answer.body.post.text) >= n) break;
        age = sentAt - since;
      }
      await sleep(10);
    }
    this.#ages[wasHurt || this.#isHurt ? 'hurt' : 'healthy'].push(age);
  }
}

function nullIfGone(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}
