import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { type Connection, sqlState, type Statement } from '../src/platform/postgres/database.ts';

/** A lock that a migration held on an existing table, and its effect on the table. */
export type Hold = { table: string; mode: string; ms: number; rewritten: boolean; scanned: string[] };

type Look = { name: string; node: string; scans: number; modes: string[] };

const look = `
  SELECT c.relname AS name, c.relfilenode::text AS node, coalesce(pg_stat_get_xact_numscans(c.oid), 0)::int AS scans,
    array(SELECT mode FROM pg_locks l WHERE l.relation = c.oid AND l.pid = pg_backend_pid() AND l.granted) AS modes
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'`;

/** These lock out writers; the first one also locks out readers. */
const exclusiveModes = ['AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock'];

/** Checks after each statement of a transaction which locks it holds. */
export function watchLocks(pool: pg.Pool): { watched: pg.Pool; holds: Hold[] } {
  const holds: Hold[] = [];
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
    const see = async () => (await query(look)).rows as Look[];
    let before: Look[] | null = null;
    let since: number | null = null;
    const watching = async (text: string, values?: unknown[]) => {
      if (text === 'BEGIN') {
        await query('SELECT pg_stat_force_next_flush()');
        before = await see();
      }
      if (text === 'COMMIT' && before) holds.push(...heldBetween(before, await see(), since));
      const result = await query(text, values);
      if (text === 'COMMIT' || text === 'ROLLBACK') before = since = null;
      else if (before) {
        const names = new Set(before.map(({ name }) => name));
        const holdsLock = (await see()).some(
          ({ name, modes }) => names.has(name) && exclusiveModes.some((mode) => modes.includes(mode)),
        );
        if (holdsLock) since ??= performance.now();
      }
      return result;
    };
    return Object.create(client, { query: { value: watching } }) as pg.PoolClient;
  };
  // The job queue migrates its own tables, using callbacks.
  const connectAny = (done?: Parameters<pg.Pool['connect']>[0]) => (done ? pool.connect(done) : connect());
  return { watched: Object.create(pool, { connect: { value: connectAny } }) as pg.Pool, holds };
}

function heldBetween(before: readonly Look[], after: readonly Look[], since: number | null): Hold[] {
  const earlier = new Map(before.map((each) => [each.name, each]));
  const scanned = after
    .filter(({ name, scans }) => scans > (earlier.get(name)?.scans ?? Infinity))
    .map(({ name }) => name);
  return after.flatMap(({ name, node, modes }) => {
    const was = earlier.get(name);
    const mode = exclusiveModes.find((each) => modes.includes(each));
    if (!was || mode === undefined) return [];
    const ms = since === null ? 0 : performance.now() - since;
    return [{ table: name, mode, ms, rewritten: was.node !== node, scanned }];
  });
}

/** By statement: 'done', or the SQLSTATE. */
export type Outcomes = Map<string, string>;

/**
 * Runs the previous version's statements with its time-outs. They get no values, so most find or write
 * nothing, but all are planned, take their locks, and show whether they still fit the schema.
 */
export class PreviousVersion {
  readonly #client: pg.Client;
  readonly #statements: readonly Statement[];

  constructor(connection: Connection, statements: readonly Statement[]) {
    this.#client = new pg.Client({ ...connection, statement_timeout: 4_000, lock_timeout: 2_000 });
    this.#statements = statements;
  }

  async connect(): Promise<void> {
    await this.#client.connect();
  }

  async runAll(): Promise<Outcomes> {
    const outcomes: Outcomes = new Map();
    for (const { name, text } of this.#statements) {
      let outcome = '';
      // Retries deadlocks like that version's pool: up to three attempts, apart by chance.
      for (let attempt = 1; attempt === 1 || (attempt <= 3 && outcome === '40P01'); attempt++) {
        if (attempt > 1) await wait(Math.random() * 20 * attempt);
        outcome = await this.#outcome(name, text);
      }
      outcomes.set(name, outcome);
    }
    return outcomes;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #outcome(name: string, text: string): Promise<string> {
    const places = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));
    await this.#client.query('BEGIN');
    try {
      await this.#client.query({ name, text, values: Array.from({ length: places }, () => null) });
      return 'done';
    } catch (error) {
      const state = sqlState(error);
      if (state === undefined) throw error;
      return state;
    } finally {
      await this.#client.query('ROLLBACK');
    }
  }
}

export function changedNames(before: Outcomes, after: Outcomes): string[] {
  return [...before].flatMap(([name, outcome]) => {
    const now = after.get(name);
    return now === outcome ? [] : [`${name}: ${outcome}, then ${now}`];
  });
}
