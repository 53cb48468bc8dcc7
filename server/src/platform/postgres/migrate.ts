import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { runMigrations as migrateJobs } from 'graphile-worker';
import type pg from 'pg';

import { sqlState } from './database.ts';
import { isOutsideTransaction, splitStatements } from './migration-text.ts';

const folder = join(import.meta.dirname, '../../../migrations');

// One migrator at a time, whatever the number of processes that start together.
const lockKey = 7_401_882_013;

/** The names of the migrations that this program knows, in their order. */
export async function knownMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
}

/** The names of those that a database has. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  return rows.map((row) => row.name);
}

/** Where to read migrations from other than server/migrations, and which: for a restore, and for tests. */
export type MigrateOptions = { through?: readonly string[]; from?: string };

/**
 * Brings the database to the newest schema, or through the migrations named: the numbered files of server/migrations,
 * forward only, each statement a query of its own inside one transaction per file, then the tables of the job queue.
 * A file whose first line begins with `-- outside a transaction` is run without one, for indexes that are built while
 * others write; each of its statements must bear to be run again.
 * @returns the names of the files that were run now
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<string[]> {
  const { from = folder, through = await knownMigrations() } = options;
  const client = await pool.connect();
  const done: string[] = [];
  try {
    await client.query('SET statement_timeout = 0');
    await untilOursAlone(client);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const known = new Set(await appliedMigrations(client));
    for (const name of through) {
      if (known.has(name)) continue;
      await apply(client, name, await readFile(join(from, name), 'utf8'));
      done.push(name);
    }
  } finally {
    // The session's settings and its lock go with the connection.
    client.release(true);
  }
  await migrateJobs({ pgPool: pool });
  return done;
}

// Asked again and again: an index that is built while others write waits for every statement that has begun, also for
// one that waits for this lock.
async function untilOursAlone(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [
      lockKey,
    ]);
    if (rows[0]?.ours) return;
    await wait(100);
  }
}

/** While one waits for a lock on a whole table, everybody else waits behind: so not long, and again. */
const lockPatience = '300ms';
const attempts = 100;
const lockedOut = new Set(['55P03', '40P01']);

async function apply(client: pg.PoolClient, name: string, text: string): Promise<void> {
  const work = isOutsideTransaction(text) ? applyOutside : applyInside;
  for (let attempt = 1; ; attempt++) {
    try {
      await work(client, name, splitStatements(text));
      return;
    } catch (error) {
      if (attempt === attempts || !lockedOut.has(sqlState(error) ?? ''))
        throw new Error(`Migration ${name} failed`, { cause: error });
      await wait(200 + Math.random() * 800);
    }
  }
}

async function applyInside(client: pg.PoolClient, name: string, statements: string[]): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockPatience}'`);
    for (const text of statements) await client.query(text);
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

// Nobody waits behind these, so they may wait for long, as for a backup that runs.
async function applyOutside(client: pg.PoolClient, name: string, statements: string[]): Promise<void> {
  await client.query("SET lock_timeout = '10min'");
  for (const text of statements) {
    const index = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+)/.exec(text)?.[1];
    if (index !== undefined) await dropUnfinished(client, index);
    await client.query(text);
  }
  await client.query('RESET lock_timeout');
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
}

// A build that was cut off leaves an index that is kept up and used for nothing.
async function dropUnfinished(client: pg.PoolClient, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  );
  if (rowCount !== 0) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
}
