import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';

import type { Statement } from '../src/platform/postgres/database.ts';
import { appliedMigrations, availableMigrations, migrate } from '../src/platform/postgres/migrate.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { changedNames, PreviousVersion, type Outcomes, watchLocks } from './migration-watch.ts';

/** Recorded on the previous version by `node scripts/record-statements.ts`. */
const before = JSON.parse(
  await readFile(join(import.meta.dirname, 'fixtures/statements-before.json'), 'utf8'),
) as { migrations: string[]; statements: Statement[] };

const folder = await mkdtemp(join(tmpdir(), 'tablon-migrations-'));
afterAll(() => rm(folder, { recursive: true }));

async function earlierDatabase(): Promise<TestDatabase> {
  const database = await cloneDatabase({ empty: true });
  await migrate(database.db.raw, { through: before.migrations });
  return database;
}

const earlier = await earlierDatabase();
const spoiled = await earlierDatabase();
const current = await cloneDatabase();

async function sample(name: string, text: string): Promise<{ from: string; through: string[] }> {
  await writeFile(join(folder, name), text);
  return { from: folder, through: [name] };
}

/** @returns the statements whose outcome changed during or after `work` */
async function whilePreviousVersionRuns(
  { connection }: TestDatabase,
  work: () => Promise<unknown>,
): Promise<{ differences: string[]; rounds: number }> {
  const programs = [0, 1].map(() => new PreviousVersion(connection, before.statements));
  for (const program of programs) await program.connect();
  const first = await (programs[0] as PreviousVersion).runAll();
  let isOver = false;
  const outcomes: Outcomes[] = [];
  const running = programs.map(async (program) => {
    // One more round after the work, on connections whose plans are of the old schema.
    for (let isLast = false; !isLast;) {
      isLast = isOver;
      outcomes.push(await program.runAll());
    }
  });
  await work().finally(() => (isOver = true));
  await Promise.all(running);
  for (const program of programs) await program.close();
  return {
    differences: [...new Set(outcomes.flatMap((each) => changedNames(first, each)))],
    rounds: outcomes.length,
  };
}

describe('the migrations since the previous version', () => {
  it('break none of its statements, during and afterwards, and lock no table for long', async () => {
    const { watched, holds } = watchLocks(earlier.db.raw);
    const newNames = (await availableMigrations()).filter((name) => !before.migrations.includes(name));
    const applied: string[] = [];
    const { differences, rounds } = await whilePreviousVersionRuns(earlier, async () => {
      applied.push(...(await migrate(watched)));
    });
    expect(applied).toEqual(newNames);
    expect(differences).toEqual([]);
    expect(rounds).toBeGreaterThanOrEqual(2);
    // No previous version runs on Citus, where 0033 replaces this table.
    const harmful = holds.filter(({ table }) => !(earlier.isCitus && table === 'idempotency_keys'));
    for (const hold of harmful) expect(hold).toMatchObject({ rewritten: false, scanned: [] });
    // It takes 100 ms on an idle machine.
    expect(Math.max(0, ...holds.map(({ ms }) => ms))).toBeLessThan(2_000);
  });

  it('fit the statements of the current version', async () => {
    const program = new PreviousVersion(current.connection, before.statements);
    await program.connect();
    const outcomes = await program.runAll();
    await program.close();
    expect([...outcomes].filter(([, outcome]) => outcome.startsWith('42'))).toEqual([]);
    expect(outcomes.size).toBeGreaterThan(250);
  });
});

describe('this file detects', () => {
  it.each([
    [
      'an index',
      'CREATE INDEX a ON users (bio);\n',
      { table: 'users', mode: 'ShareLock', scanned: ['users'] },
    ],
    [
      'a table rewrite',
      'ALTER TABLE users ADD COLUMN a uuid DEFAULT gen_random_uuid();\n',
      { table: 'users', mode: 'AccessExclusiveLock', rewritten: true },
    ],
    [
      'a full scan of a table',
      'ALTER TABLE posts ADD CONSTRAINT c CHECK (char_length(text) < 3000);\n',
      { table: 'posts', mode: 'AccessExclusiveLock', scanned: ['posts'] },
    ],
    [
      'a count under a lock',
      'ALTER TABLE users ADD COLUMN b int;\n\nCREATE TABLE t AS SELECT count(*) FROM posts;\n',
      { table: 'users', mode: 'AccessExclusiveLock', scanned: ['posts'] },
    ],
  ])('%s', async (what, text, expected) => {
    // On Citus, the workers scan, which is not watched.
    if (current.isCitus && what === 'a count under a lock') return;
    const { watched, holds } = watchLocks(spoiled.db.raw);
    await migrate(watched, await sample(`9000-${what}.sql`, text));
    expect(holds).toContainEqual(expect.objectContaining(expected));
  });

  it('a dropped column that the previous version reads', async () => {
    const bad = await sample('9000-drop.sql', 'ALTER TABLE users DROP COLUMN bio;\n');
    const { differences } = await whilePreviousVersionRuns(spoiled, () => migrate(spoiled.db.raw, bad));
    expect(differences).toContainEqual(expect.stringMatching(/: done, then 42703$/));
  });
});

describe('a migration that has to wait', () => {
  it('gives way to users of the table, and retries', async () => {
    const { db, connection } = current;
    const reader = new pg.Client(connection);
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT FROM users');
    const migrating = migrate(
      db.raw,
      await sample('9001-column.sql', 'ALTER TABLE users ADD COLUMN a int;\n'),
    );
    const isWaiting = async () => {
      const { rowCount } = await db.raw.query(
        "SELECT FROM pg_locks WHERE relation = 'users'::regclass AND NOT granted",
      );
      return rowCount !== 0;
    };
    await expect.poll(isWaiting, { timeout: 20_000, interval: 10 }).toBe(true);
    const other = new pg.Client({ ...connection, statement_timeout: 1_500 });
    await other.connect();
    await other.query('SELECT FROM users');
    await other.end();
    await expect.poll(isWaiting, { timeout: 20_000, interval: 10 }).toBe(false);
    await reader.query('COMMIT');
    await reader.end();
    expect(await migrating).toEqual(['9001-column.sql']);
  });
});

describe('an index outside a transaction', () => {
  const text =
    '-- outside a transaction: built while others write\nCREATE INDEX CONCURRENTLY IF NOT EXISTS users_bio_test ON users (bio);\n';
  const state = async ({ db }: TestDatabase) => {
    const { rows } = await db.raw.query<{ valid: boolean }>(
      "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('users_bio_test')",
    );
    return rows.map(({ valid }) => valid);
  };

  it('is built once by processes that start together', async () => {
    const migration = await sample('9002-index.sql', text);
    const applied = await Promise.all([1, 2, 3].map(() => migrate(current.db.raw, migration)));
    expect(applied.flat()).toEqual(['9002-index.sql']);
    expect(await state(current)).toEqual([true]);
    await current.db.raw.query('DROP INDEX users_bio_test');
  });

  it('is waited for longer than a request could wait', async () => {
    const migration = await sample('9004-index.sql', text);
    const writer = new pg.Client(current.connection);
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query('LOCK TABLE users IN ROW EXCLUSIVE MODE');
    const migrating = migrate(current.db.raw, migration).catch((error: unknown) => error);
    await writer.query('SELECT pg_sleep(6)');
    await writer.query('COMMIT');
    await writer.end();
    expect(await migrating).toEqual(['9004-index.sql']);
    expect(await state(current)).toEqual([true]);
    await current.db.raw.query('DROP INDEX users_bio_test');
  });

  it('is completed by the next start after an interruption', async () => {
    const migration = await sample('9003-index.sql', text);
    const writer = new pg.Client(current.connection);
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query('LOCK TABLE users IN ROW EXCLUSIVE MODE');
    const connectionLoss = migrate(current.db.raw, migration).catch((error: unknown) => error);
    await expect.poll(() => state(current), { timeout: 20_000 }).toEqual([false]);
    await writer.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND datname = current_database()",
    );
    expect(await connectionLoss).toBeInstanceOf(Error);
    await writer.query('ROLLBACK');
    await writer.end();
    expect(await state(current)).toEqual([false]);

    expect(await migrate(current.db.raw, migration)).toEqual(['9003-index.sql']);
    expect(await state(current)).toEqual([true]);
    const client = await current.db.raw.connect();
    expect(await appliedMigrations(client)).toContain('9003-index.sql');
    client.release();
  });
});

describe('a migration that takes something away', () => {
  it('waits, with all later ones, while a process that does not know it is alive', async () => {
    const { db } = await cloneDatabase();
    await sample('9010-contract.sql', '-- contract\nALTER TABLE users DROP COLUMN bio;\n');
    await sample('9011-after.sql', 'ALTER TABLE users ADD COLUMN after_test text;\n');
    const migration = { from: folder, through: ['9010-contract.sql', '9011-after.sql'] };
    const [{ schema }] = (
      await db.raw.query<{ schema: string }>('SELECT max(name) AS schema FROM migrations')
    ).rows as [{ schema: string }];
    await db.raw.query(
      "INSERT INTO instances (id, version, schema, secrets) VALUES (gen_random_uuid(), 'old', $1, '')",
      [schema],
    );
    expect(await migrate(db.raw, migration)).toEqual([]);
    await db.raw.query("UPDATE instances SET seen_at = now() - interval '6 seconds'");
    expect(await migrate(db.raw, migration)).toEqual(['9010-contract.sql', '9011-after.sql']);
  });
});
