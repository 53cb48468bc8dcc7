import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { runMigrations as migrateJobs } from 'graphile-worker';
import type pg from 'pg';

import { programFolder } from '../process/program-folder.ts';
import { sqlState } from './database.ts';
import { isContraction, isOutsideTransaction, splitStatements } from './migration-text.ts';
import { oneAtATime } from './start-lock.ts';

const folder = join(programFolder, 'server/migrations');

export async function availableMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
}

export async function isMigrated(client: pg.Pool): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_class WHERE oid = to_regclass('migrations')");
  return rowCount !== 0;
}

export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  return rows.map((row) => row.name);
}

export type MigrateOptions = { through?: readonly string[]; from?: string };

/**
 * Runs the numbered files of server/migrations, forward only, in one transaction per file, then migrates the
 * job queue. A file whose first line begins with `-- outside a transaction` runs without one, for concurrent
 * index builds; its statements must be repeatable. A file whose first line begins with `-- contract` removes
 * something that the previous version uses: it and all later ones wait for a start at which no older process
 * is alive.
 * @returns the names of the files that ran now
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<string[]> {
  const { from = folder, through = await availableMigrations() } = options;
  return oneAtATime(pool, async (client) => {
    const newNames: string[] = [];
    // On Citus, a transaction that spreads tables and references them uses one connection per node. Plain
    // PostgreSQL ignores the setting.
    await client.query("SET citus.multi_shard_modify_mode = 'sequential'");
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const appliedNames = new Set(await appliedMigrations(client));
    for (const name of through) {
      if (appliedNames.has(name)) continue;
      const text = await readFile(join(from, name), 'utf8');
      if (isContraction(text) && (await hasOlderProcess(client, name))) break;
      await apply(client, name, text);
      newNames.push(name);
    }
    await migrateJobs({ pgPool: pool });
    return newNames;
  });
}

// A schema older than this table has no other processes.
async function hasOlderProcess(client: pg.ClientBase, migration: string): Promise<boolean> {
  const { rowCount: table } = await client.query("SELECT FROM pg_class WHERE oid = to_regclass('instances')");
  if (table === 0) return false;
  const { rowCount } = await client.query(
    "SELECT FROM instances WHERE schema < $1 AND seen_at > now() - interval '5 seconds' LIMIT 1",
    [migration],
  );
  return rowCount !== 0;
}

/** All queries queue behind a statement that waits for a table lock: time out soon, and retry. */
const lockTimeout = '300ms';
const attempts = 100;
const lockErrors = new Set(['55P03', '40P01']);

async function apply(client: pg.PoolClient, name: string, text: string): Promise<void> {
  const work = isOutsideTransaction(text) ? applyOutside : applyInside;
  for (let attempt = 1; ; attempt++) {
    try {
      await work(client, name, splitStatements(text));
      return;
    } catch (error) {
      if (attempt === attempts || !lockErrors.has(sqlState(error) ?? ''))
        throw new Error(`Migration ${name} failed`, { cause: error });
      await wait(200 + Math.random() * 800);
    }
  }
}

async function applyInside(client: pg.PoolClient, name: string, statements: string[]): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`);
    for (const text of statements) await client.query(text);
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

// No query queues behind these, so they may wait long, as for a running backup.
async function applyOutside(client: pg.PoolClient, name: string, statements: string[]): Promise<void> {
  await client.query("SET lock_timeout = '10min'");
  for (const text of statements) {
    const index = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+)/.exec(text)?.[1];
    if (index !== undefined) await dropInvalidIndex(client, index);
    await client.query(text);
  }
  await client.query('RESET lock_timeout');
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
}

// An interrupted build leaves an invalid index, which costs writes and serves nothing.
async function dropInvalidIndex(client: pg.PoolClient, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  );
  if (rowCount !== 0) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
}
