import pg from 'pg';

/** A named statement: PostgreSQL parses it once per connection. Limits are literals in the text. */
export type Statement = { readonly name: string; readonly text: string };

/** Anything that runs statements: the pool, or one transaction. */
export type Database = {
  run: <Row extends object>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
};

/** One transaction. Its beginning is sent along with its first statement. */
export type Transaction = Database & {
  /** For its last statement, if that is known: the commit is sent along with it, and what it answers is committed. */
  readonly last: Database;
};

export type Session = { readonly db: Database; readonly raw: pg.Client; close: () => Promise<void> };

export type Pool = Database & {
  /**
   * Runs `work` in one transaction. A deadlock, a serialisation failure or a lock that is not to be had is tried again,
   * three times in all, as it is with a statement by itself.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** One connection of the caller's own, without a limit on how long a statement takes. */
  session(): Promise<Session>;
  readonly raw: pg.Pool;
};

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string };

const byName = new Map<string, Statement>();

/** Names a statement. A name stands for one text in the whole process. */
export function statement(name: string, text: string): Statement {
  if (byName.has(name)) throw new Error(`Two statements are named ${name}`);
  const named = { name, text };
  byName.set(name, named);
  return named;
}

/** All statements that were named so far: those of the files that have been loaded. */
export function namedStatements(): Statement[] {
  return [...byName.values()];
}

/**
 * A statement for each of a few sizes, for multi-row VALUES. A list is padded to the next size with its last item,
 * so every statement it is used in must bear repeated rows.
 */
export function sizedStatement(
  name: string,
  sizes: readonly number[],
  text: (size: number) => string,
): <T>(items: readonly T[]) => { statement: Statement; padded: T[] } {
  const statements = sizes.map((size) => ({ size, statement: statement(`${name}-${size}`, text(size)) }));
  return (items) => {
    const fit = statements.find((s) => s.size >= items.length);
    const last = items.at(-1);
    if (!fit || last === undefined) throw new RangeError(`${name}: ${items.length} rows`);
    const padded = items.slice();
    while (padded.length < fit.size) padded.push(last);
    return { statement: fit.statement, padded };
  };
}

const parseInteger = (text: string) => Number(text);
const types: pg.CustomTypesConfig = {
  // int8: every one of ours stays far below 2^53.
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? parseInteger : pg.types.getTypeParser(oid, format),
};

export type PoolOptions = {
  connection: Connection;
  /** Connections at most. */
  size?: number;
  /** No limit on how long a statement takes: for tools that write very much, never for requests. */
  patient?: boolean;
  /** Told of an idle connection that broke: without a listener the process would end. */
  onError: (error: Error) => void;
};

/** Opens a pool with every time-out set (milliseconds: connect 2,000, statement 4,000, query 5,000, lock 2,000). */
export function createPool({ connection, size = 12, patient = false, onError }: PoolOptions): Pool {
  const raw = new pg.Pool({
    ...connection,
    max: size,
    min: 1,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 2_000,
    statement_timeout: patient ? 0 : 4_000,
    query_timeout: patient ? 0 : 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: patient ? 0 : 5_000,
    application_name: 'tablon',
    // Statements of one transaction that do not wait for each other travel together.
    pipeline: true,
    types,
  });
  raw.on('error', onError);
  // A connection in use can break too, and an error without a listener would end the process.
  raw.on('connect', (client) => client.on('error', onError));
  return {
    raw,
    run: (query, values) => retried(() => run(raw, query, values)),
    transaction: (work) => retried(() => inTransaction(raw, work)),
    session: async () => {
      const client = new pg.Client({ ...connection, types, application_name: 'tablon' });
      client.on('error', onError);
      await client.connect();
      return {
        db: { run: (query, values) => run(client, query, values) },
        raw: client,
        close: () => client.end(),
      };
    },
  };
}

async function run<Row extends object>(
  on: pg.Pool | pg.ClientBase,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await on.query<Row>({ name, text, values: values as unknown[] });
  return result.rows;
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let committed: Promise<unknown> | undefined;
  const tx: Database = {
    run: async (query, values) => {
      if (committed) throw new Error(`${query.name} comes after the last statement of its transaction`);
      return run(client, query, values);
    },
  };
  const last: Database = {
    run: <Row extends object>(query: Statement, values: readonly unknown[]) =>
      together(client, async () => {
        const rows = tx.run<Row>(query, values);
        // When the statement fails, this rolls back.
        committed = client.query('COMMIT');
        return (await Promise.all([rows, committed]))[0];
      }),
  };
  try {
    return await together(client, async () => {
      const begun = client.query('BEGIN');
      // Its failure is looked at below: the work ends first.
      begun.catch(() => undefined);
      const result = await work({ ...tx, last });
      await begun;
      await (committed ?? client.query('COMMIT'));
      return result;
    });
  } catch (error) {
    // A connection that cannot even roll back is thrown away.
    await client.query('ROLLBACK').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error('ROLLBACK failed');
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

// What is sent at once leaves in one write: each one wakes the database's process, and costs more than what it sends.
function together<T>(client: pg.PoolClient, send: () => Promise<T>): Promise<T> {
  const { stream } = (client as unknown as pg.Client).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

const retryable = new Set(['40001', '40P01', '55P03']);
/** Room for a deadlock, which PostgreSQL finds after a second; who has waited longer is told. */
const retriedForMs = 1_500;

// Only what wrote nothing: a whole transaction, or a statement that is one by itself.
async function retried<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLast = attempt === 3 || performance.now() - start > retriedForMs;
      if (isLast || !retryable.has(sqlState(error) ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** Whether a row was refused because the one it belongs to is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === '23503';
}

/** The SQLSTATE of a database error: the only thing that says what went wrong on every kind of server. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Why a connection that stood can break. Without one to begin with, every reason means the same: no database. */
const brokenConnection = new Set(
  `ECONNRESET EPIPE ETIMEDOUT ECONNABORTED ENOTCONN EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENETRESET
   ENOBUFS`.split(/\s+/),
);
const reachingCalls = new Set(['connect', 'getaddrinfo']);
const lostMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether the database cannot be used at the moment: gone, starting, full, or too slow. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return /^(?:08|53|57P|57014|55P03|40001|40P01|25P03)/.test(state);
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every((each) => isDatabaseUnavailable(each));
  if (!(error instanceof Error)) return false;
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  if (reachingCalls.has(syscall)) return true;
  if (['read', 'write', 'shutdown'].includes(syscall)) return brokenConnection.has(code);
  return lostMessages.test(error.message);
}
