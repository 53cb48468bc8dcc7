import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { drainJobs } from '../../../test/drain.ts';
import { openLosingProxy } from '../../../test/losing-proxy.ts';
import { writesOn } from '../../../test/writes.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { countProcesses, lockOutSite, releaseJobsOfDead } from '../../kernel/store/site-processes.ts';
import { createPool, type Pool } from '../../platform/postgres/database.ts';
import { startJobs } from './runner.ts';

const { db, connection } = await cloneDatabase();

type QueryFunction = (...asked: unknown[]) => unknown;

/** A pool that fails a runner's first query for jobs. */
function failingOnce(pool: Pool): { pool: Pool; failures: () => number } {
  let failures = 0;
  const connect = async (listen?: (...answer: unknown[]) => void) => {
    if (listen) return pool.raw.connect(listen);
    const client = await pool.raw.connect();
    const query = client.query.bind(client) as QueryFunction;
    const failing: QueryFunction = (...asked) => {
      const isLook = JSON.stringify(asked[0]).includes('_private_tasks as tasks (identifier)');
      if (!isLook || failures > 0) return query(...asked);
      failures++;
      throw new Error('timeout exceeded when trying to connect');
    };
    client.query = failing as pg.PoolClient['query'];
    const release = client.release.bind(client);
    client.release = (error) => {
      client.query = query as pg.PoolClient['query'];
      release(error);
    };
    return client;
  };
  const raw = Object.create(pool.raw, { connect: { value: connect } }) as pg.Pool;
  return { pool: { ...pool, raw }, failures: () => failures };
}

type Remove = (key: string) => Promise<void>;

async function start(pool: Pool, removedIds: string[] | Remove, runsJobs = true) {
  const log = { error: () => {}, warn: () => {} };
  const remove =
    typeof removedIds === 'function' ? removedIds : async (key: string) => void removedIds.push(key);
  const parts = { ...writesOn(pool), runsJobs, pool, log, files: { remove } };
  const jobs = await startJobs(parts as unknown as Parameters<typeof startJobs>[0]);
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= jobs.stop());
  // A test that fails must not leave its runner to the others.
  onTestFinished(stop);
  return { stop };
}

it('jobs run although the runner’s first query failed', async () => {
  const { pool, failures } = failingOnce(db);
  const removedIds: string[] = [];
  const jobs = await start(pool, removedIds);
  await addJob(db, 'remove-files', { keys: ['users/x'] });
  await drainJobs(db);
  await jobs.stop();
  expect([failures(), removedIds]).toEqual([1, ['users/x']]);
});

it('begins jobs by the clock', async () => {
  const jobs = await start(db, []);
  const text = 'SELECT identifier FROM graphile_worker._private_known_crontabs ORDER BY identifier';
  const names = async () => (await db.raw.query(text)).rows.map(({ identifier }) => identifier as string);
  await expect
    .poll(names)
    .toEqual([
      'clean-up',
      'count-club-members',
      'fold-earlier-names',
      'index-earlier-topics',
      'make-sitemap',
      'refresh-suggestions',
      'remove-old-previews',
      'remove-unknown-files',
      'trim-timelines',
    ]);
  await jobs.stop();
});

it('a job of each night that was missed begins once at the next start, the others at their next time', async () => {
  onTestFinished(() => void vi.useRealTimers());
  // A day on, so that the database only keeps the jobs.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(36, 0, 30, 0) });
  await db.raw.query(
    `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     SELECT name, now() - interval '9 days', now() - interval '2 days'
     FROM unnest(ARRAY['clean-up', 'make-sitemap', 'remove-old-previews', 'trim-timelines']) AS name
     ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`,
  );
  const jobs = await start(db, []);
  const waiting = async () => {
    const { rows } = await db.raw.query<{ task_identifier: string }>(
      `SELECT task_identifier FROM graphile_worker.jobs WHERE run_at > now() ORDER BY task_identifier`,
    );
    return rows.map((row) => row.task_identifier);
  };
  await expect.poll(waiting).toEqual(['make-sitemap', 'remove-old-previews']);
  await jobs.stop();
  await db.raw.query('SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE run_at > now()');
});

it('a clock that was ahead for a while neither floods the queue nor ends the schedule', async () => {
  const minute = 60_000;
  // Just before the next run.
  const now = Math.floor(Date.now() / minute) * minute + 59_800;
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now });
  const lock = await db.session();
  onTestFinished(lock.close);
  await lock.raw.query('BEGIN');
  await lock.raw.query('LOCK TABLE clubs');
  const jobs = await start(db, []);
  const lastRun = async () => {
    const { rows } = await db.raw.query<{ at: Date | null }>(
      `SELECT last_execution AS at FROM graphile_worker._private_known_crontabs WHERE identifier = 'count-club-members'`,
    );
    return rows[0]?.at?.getTime() ?? 0;
  };
  // Each poll of Vitest would move the clock. A schedule that begins meanwhile needs another minute.
  const clockLets = async (from: number, holds: (lastRunAt: number) => boolean, step = minute) => {
    for (let n = 0; !holds(await lastRun()); n++) {
      vi.setSystemTime(from + n * step);
      await wait(20);
    }
  };
  await clockLets(now, (at) => at > 0);
  await clockLets(now + 120 * minute, (at) => at > now + 119 * minute);
  const { rows } = await db.raw.query<{ count: number }>(
    `SELECT count(*)::int FROM graphile_worker.jobs WHERE task_identifier = 'count-club-members'`,
  );
  // Six that run, and one.
  expect(rows[0]?.count).toBeLessThanOrEqual(7);
  await lock.close();
  await clockLets(now, (at) => at === 0, 0);
  await clockLets(now + minute, (at) => at > now);
  await jobs.stop();
}, 60_000);

it('after the connection of its locks breaks, a runner holds them again', async () => {
  const pool = createPool({ connection, onError: () => {} });
  const removedIds: string[] = [];
  const jobs = await start(pool, removedIds);
  const holders = `FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  const { rows } = await db.raw.query<{ pid: number }>(`SELECT pid, pg_terminate_backend(pid) ${holders}`);
  const another = `SELECT pid ${holders} AND pid <> ALL($1)`;
  await expect
    .poll(async () => (await db.raw.query(another, [rows.map(({ pid }) => pid)])).rows, { timeout: 10_000 })
    .toHaveLength(1);
  const other = await db.session();
  expect(await lockOutSite(other.db)).toBe(false);
  await other.close();
  await addJob(db, 'remove-files', { keys: ['users/y'] });
  await drainJobs(db);
  await jobs.stop();
  await pool.raw.end();
  expect(removedIds).toEqual(['users/y']);
});

it('after the network lost the connection of its locks, a runner holds them again', async () => {
  const proxy = await openLosingProxy(connection);
  onTestFinished(() => void proxy.close());
  const pool = createPool({ connection: proxy.connection, onError: () => {} });
  const removedIds: string[] = [];
  const jobs = await start(pool, removedIds);
  await addJob(db, 'remove-files', { keys: ['users/x'] });
  await drainJobs(db);
  proxy.fallSilent();
  await expect.poll(() => countProcesses(db)).toBe(0);
  await expect.poll(() => countProcesses(db), { timeout: 60_000 }).toBe(1);
  await addJob(db, 'remove-files', { keys: ['users/y'] });
  await drainJobs(db);
  await jobs.stop();
  await pool.raw.end();
  expect(removedIds).toEqual(['users/x', 'users/y']);
}, 120_000);

it('jobs of a dead runner are released, those of living ones are not', async () => {
  let finish = () => {};
  const end = new Promise<void>((resolve) => (finish = resolve));
  const removedIds: string[] = [];
  const jobs = await start(db, async (key) => {
    await end;
    removedIds.push(key);
  });
  onTestFinished(finish);
  const locked = async () => {
    const { rows } = await db.raw.query<{ locked_by: string }>(
      'SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL ORDER BY locked_by',
    );
    return rows.map(({ locked_by: by }) => by);
  };
  await addJob(db, 'remove-files', { keys: ['users/alive'] });
  await expect.poll(locked).toHaveLength(1);
  const [alive] = await locked();
  await db.raw.query(
    `INSERT INTO graphile_worker._private_jobs (task_id, payload, locked_at, locked_by, attempts)
     SELECT task_id, json_build_object('keys', json_build_array('users/dead' || i)), now(), 'runner-dead' || i % 3, 1
     FROM graphile_worker._private_jobs, generate_series(1, 100) AS i`,
  );
  expect(await releaseJobsOfDead(db)).toBe(3);
  expect(await locked()).toContain(alive);
  expect(await locked()).not.toContain('runner-dead1');
  expect(await releaseJobsOfDead(db)).toBe(0);
  finish();
  await drainJobs(db);
  await jobs.stop();
  expect(new Set(removedIds).size).toBe(101);
  expect(removedIds).toHaveLength(101);
});

it('of processes that look for dead runners, one does so at a time', async () => {
  const other = await db.session();
  await other.raw.query('BEGIN');
  await other.raw.query('SELECT pg_advisory_xact_lock(7401882015)');
  await addJob(
    db,
    'remove-files',
    { keys: ['users/x'] },
    { runAt: new Date(Date.now() + 3_600_000), key: 'k' },
  );
  await db.raw.query("UPDATE graphile_worker._private_jobs SET locked_by = 'runner-dead', locked_at = now()");
  expect(await releaseJobsOfDead(db)).toBe(0);
  await other.close();
  expect(await releaseJobsOfDead(db)).toBe(1);
  await db.raw.query("SELECT graphile_worker.remove_job('k')");
});

it('a process with JOBS=off counts as running, and leaves all jobs to others', async () => {
  const removedIds: string[] = [];
  const serving = await start(db, removedIds, false);
  expect(await countProcesses(db)).toBe(1);
  const other = await db.session();
  expect(await lockOutSite(other.db)).toBe(false);
  await other.close();
  await addJob(db, 'remove-files', { keys: ['users/z'] });
  const elsewhere: string[] = [];
  const running = await start(db, elsewhere);
  expect(await countProcesses(db)).toBe(2);
  await drainJobs(db);
  await running.stop();
  await serving.stop();
  expect([removedIds, elsewhere]).toEqual([[], ['users/z']]);
  expect(await countProcesses(db)).toBe(0);
});

it('jobs of one queue run right after each other', async () => {
  const removedIds: string[] = [];
  const jobs = await start(db, removedIds);
  const keys = ['users/1', 'users/2', 'users/3', 'users/4', 'users/5'];
  const startedAt = performance.now();
  for (const key of keys) await addJob(db, 'remove-files', { keys: [key] }, { queue: 'test' });
  await drainJobs(db);
  // Not one per poll, every five seconds.
  expect(performance.now() - startedAt).toBeLessThan(12_000);
  await jobs.stop();
  expect(removedIds).toEqual(keys);
});
