import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runMigrations as migrateJobs } from 'graphile-worker';
import type pg from 'pg';

const folder = join(import.meta.dirname, '../../migrations');

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

/**
 * Brings the database to the newest schema, or through the migrations named: the numbered files of server/migrations,
 * forward only, each statement a query of its own inside one transaction per file, then the tables of the job queue.
 * @returns the names of the files that were run now
 */
export async function migrate(pool: pg.Pool, through?: readonly string[]): Promise<string[]> {
  const client = await pool.connect();
  const done: string[] = [];
  try {
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query("SET lock_timeout = '2s'");
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const known = new Set(await appliedMigrations(client));
    for (const name of through ?? (await knownMigrations())) {
      if (known.has(name)) continue;
      await apply(client, name);
      done.push(name);
    }
  } finally {
    // The session's settings and its lock go with the connection.
    client.release(true);
  }
  await migrateJobs({ pgPool: pool });
  return done;
}

async function apply(client: pg.PoolClient, name: string): Promise<void> {
  const statements = splitStatements(await readFile(join(folder, name), 'utf8'));
  await client.query('BEGIN');
  try {
    for (const text of statements) await client.query(text);
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}

/** Splits a migration at the semicolons that end a line outside of `$$ … $$`. */
export function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*\n(?=(?:[^$]|\$(?!\$)|\$\$(?:[^$]|\$(?!\$))*\$\$)*$)/)
    .map((part) => part.replace(/^(?:\s*--[^\n]*\n)+/, '').trim())
    .filter((part) => part !== '');
}
