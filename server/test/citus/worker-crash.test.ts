import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import type { CallName } from '../../../contract/src/calls/all.ts';
import { countFaults, expectMatch, playCrowd } from '../crowd.ts';
import { cloneDatabase } from '../database.ts';
import { type Answer, openSite, type TestSite, type User } from '../site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
beforeAll(async () => {
  site = await openSite(db, { mainUser: '' });
});
afterAll(() => site.close());

const { CROWD_SEED = String(randomInt(2 ** 31)), CROWD_ACTS = '2000' } = process.env;
const people = 8;
const patienceMs = 120_000;

// An acknowledged write may only be prepared on a worker when the worker crashes.
it(`seed ${CROWD_SEED}: after ${CROWD_ACTS} acts, while the workers crash in turn, all but timelines is as each was answered`, async () => {
  const users = await site.users('Hincha', people);
  const outcomes = { refused: 0, longestMs: 0 };
  const crashes = crashWorkers();
  const crowd = await playCrowd(
    users.map((user) => persistent(user, outcomes)),
    { seed: Number(CROWD_SEED), rounds: Number(CROWD_ACTS) / people },
  ).finally(crashes.stop);
  expect(await crashes.count).toBeGreaterThanOrEqual(2);
  // Otherwise no crash had an effect, and the test proves nothing.
  expect(outcomes.refused).toBeGreaterThan(0);
  await recoverWorkers();
  await drainRetries();
  // Jobs fill timelines from the writes of others, which on Citus may become visible only seconds after they
  // were acknowledged, when the worker has recovered.
  const feeds = await expectMatch(crowd, { feeds: false });
  expect(await countFaults(db)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  process.stdout.write(
    `${await crashes.count} crashes, ${outcomes.refused} answers 503, longest wait ${outcomes.longestMs} ms, ${feeds} of ${people} timelines differ\n`,
  );
}, 600_000);

/** Repeats calls that are answered with 503, like the page. */
function persistent(user: User, outcomes: { refused: number; longestMs: number }): User {
  const ask = async <N extends CallName>(name: N, input?: unknown): Promise<Answer<N>> => {
    const attempt = { 'idempotency-key': randomUUID() };
    const start = performance.now();
    let isRecovered = false;
    for (let isUnclear = false; ; isUnclear = true) {
      const answer = await user.ask(name, input, attempt);
      if (answer.status !== 503) {
        // Either an attempt before has deleted it, or it is not visible yet.
        if (isUnclear && answer.status === 404 && name in earlierAnswer && !isRecovered) {
          await recoverWorkers();
          isRecovered = true;
          continue;
        }
        if (isUnclear)
          outcomes.longestMs = Math.max(outcomes.longestMs, Math.round(performance.now() - start));
        return isUnclear && earlierAnswer[name] === answer.status ? { ...answer, status: 200 } : answer;
      }
      outcomes.refused++;
      if (performance.now() - start > patienceMs)
        throw new Error(`${name} is answered 503 for ${patienceMs} ms\n`);
      await wait(100);
    }
  };
  return { ...user, ask };
}

/** The answer to a repeated call if the attempt before, answered with 503, was committed. */
const earlierAnswer: Partial<Record<CallName, number>> = {
  votePoll: 409,
  deletePost: 404,
  deleteComment: 404,
};

/** Crashes the workers in turn, each one when the previous one has recovered. */
function crashWorkers(): { stop: () => void; count: Promise<number> } {
  const { nodes, administrator } = inject('testServer');
  const workers = nodes.slice(1);
  const stopping = new AbortController();
  const run = async (): Promise<number> => {
    for (let count = 0; ; count++) {
      await wait(2_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return count;
      const worker = { ...workers[count % workers.length], ...administrator, database: 'postgres' };
      // Kills its own backend: PostgreSQL then ends all others and recovers from its log.
      await tryOn(worker, "COPY (SELECT 1) TO PROGRAM 'kill -9 $PPID'");
      while (!(await tryOn(worker, 'SELECT 1'))) await wait(100);
    }
  };
  return { stop: () => stopping.abort(), count: run() };
}

async function tryOn(server: pg.ClientConfig, statement: string): Promise<boolean> {
  const client = new pg.Client(server);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Then all that was acknowledged is visible, and no prepared transaction prevents dropping the database. */
async function recoverWorkers(): Promise<void> {
  const earlier = `database = current_database() AND prepared < '${new Date().toISOString()}'`;
  const statesOfWorkers = async () => {
    await db.raw.query('SELECT recover_prepared_transactions()');
    const { rows } = await db.raw.query<{ isRecovered: boolean }>(
      `SELECT success AND result = '0' AS "isRecovered" FROM run_command_on_workers($1)`,
      [`SELECT count(*) FROM pg_prepared_xacts WHERE ${earlier}`],
    );
    return rows;
  };
  const isRecovered = { isRecovered: true };
  await expect.poll(statesOfWorkers, { timeout: patienceMs }).toEqual([isRecovered, isRecovered]);
}

/** Also waits for failed jobs that will be retried. */
async function drainRetries(): Promise<void> {
  const jobCount = async () => {
    const { rows } = await db.raw.query<{ count: number }>(
      `SELECT count(*) AS count FROM graphile_worker.jobs WHERE run_at <= now() OR attempts > 0`,
    );
    return rows[0]?.count;
  };
  await expect.poll(jobCount, { timeout: patienceMs * 2, interval: 200 }).toBe(0);
}
