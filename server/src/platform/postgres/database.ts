import pg from 'pg';

import { sharedId } from './shared-ids.ts';
import { type Statement, StatementBatch, transactionAborted } from './statement-batch.ts';

export type { Statement };

export type Database = {
  run: <Row extends object>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
};

/** The statements of one tick are sent and answered together, BEGIN with the first ones. */
export type Transaction = Database & {
  /** For the last statement: COMMIT is sent along with it, so the result is already committed. */
  readonly last: Database;
};

export type Session = { readonly db: Database; readonly raw: pg.Client; close: () => Promise<void> };

export type Pool = Database & {
  /**
   * After a deadlock, a serialisation failure or a lock time-out, `work` is retried, up to three attempts in
   * all; `run` retries single statements likewise.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Without a statement time-out. */
  session(): Promise<Session>;
  /** Whether Citus spreads the tables over machines. */
  isDistributed: () => Promise<boolean>;
  readonly raw: pg.Pool;
  readonly size: number;
};

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string };

const byName = new Map<string, Statement>();

export function statement(name: string, text: string): Statement {
  if (byName.has(name)) throw new Error(`Two statements are named ${name}`);
  const newStatement = { name, text };
  byName.set(name, newStatement);
  return newStatement;
}

export function namedStatements(): Statement[] {
  return [...byName.values()];
}

/**
 * For multi-row VALUES. Items are padded to the next size by repeating the last one, so the statement must
 * tolerate duplicate rows.
 */
export function sizedStatement(
  name: string,
  sizes: readonly number[],
  text: (size: number) => string,
): <T>(items: readonly T[]) => { statement: Statement; padded: T[] } {
  const statements = sizes.map((size) => ({ size, statement: statement(`${name}-${size}`, text(size)) }));
  return (items) => {
    const match = statements.find(({ size }) => size >= items.length);
    const last = items.at(-1);
    if (!match || last === undefined) throw new RangeError(`${name}: ${items.length} rows`);
    const padded = items.slice();
    while (padded.length < match.size) padded.push(last);
    return { statement: match.statement, padded };
  };
}

const parseInteger = (text: string) => Number(text);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    // Our int8 values all stay far below 2^53.
    if (oid === pg.types.builtins.INT8) return parseInteger;
    return oid === pg.types.builtins.UUID ? sharedId : pg.types.getTypeParser(oid, format);
  },
};

export type PoolOptions = {
  connection: Connection;
  size?: number;
  /** For tools that write large amounts, never for requests. */
  withoutTimeouts?: boolean;
  /** Without a listener a broken idle connection would end the process. */
  onError: (error: Error) => void;
};

// A listener sends nothing: without this it would not notice that a firewall has dropped its connection.
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

export function createPool({ connection, size = 12, withoutTimeouts = false, onError }: PoolOptions): Pool {
  const raw = new pg.Pool({
    ...connection,
    ...keepAlive,
    max: size,
    min: 1,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 2_000,
    statement_timeout: withoutTimeouts ? 0 : 4_000,
    query_timeout: withoutTimeouts ? 0 : 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: withoutTimeouts ? 0 : 5_000,
    application_name: 'tablon',
    pipeline: true,
    types,
  });
  raw.on('error', onError);
  raw.on('connect', (client) => {
    // A connection in use can break too.
    client.on('error', onError);
    // Sent before the first statement. A connection that breaks fails that one as well.
    askForLife(client).catch(() => undefined);
  });
  const runOne = sharedReads(raw, size);
  let distributed: boolean | undefined;
  return {
    raw,
    isDistributed: async () => {
      distributed ??= (await raw.query("SELECT FROM pg_extension WHERE extname = 'citus'")).rowCount === 1;
      return distributed;
    },
    size,
    run: (query, values) => withRetries(() => runOne(query, values)),
    transaction: (work) => withRetries(() => inTransaction(raw, work)),
    session: async () => {
      const client = new pg.Client({
        ...connection,
        ...keepAlive,
        types,
        application_name: 'tablon',
        connectionTimeoutMillis: 5_000,
      });
      client.on('error', onError);
      await client.connect();
      await askForLife(client);
      return {
        db: { run: (query, values) => run(client, query, values) },
        raw: client,
        close: () => endClient(client),
      };
    },
  };
}

/**
 * When a machine loses power, the database ends its connections, and with them their locks, within 15 seconds
 * instead of two hours.
 */
function askForLife(client: pg.ClientBase): Promise<unknown> {
  return client.query(
    `SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
       set_config('tcp_keepalives_count', '5', false)`,
  );
}

const answerMs = 5_000;

/** Ends a session that is silent for five seconds: a network may lose a connection without telling either end. */
export async function expectAnswer<T>(session: Session, answer: Promise<T>): Promise<T> {
  const timer = setTimeout(() => void session.close(), answerMs);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}

const goodbyeMs = 2_000;

// The goodbye to a server that is gone has no answer.
async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeMs);
  await client.end();
  clearTimeout(timer);
}

async function run<Row extends object>(
  on: pg.ClientBase,
  query: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const batch = new StatementBatch();
  const rows = batch.add<Row>(query, values);
  on.query(batch);
  return traced(rows);
}

/** Its error gets the stack of whoever waits for it, not of whoever read the answer. */
async function traced<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

const readsPerConnection = 8;

type SharedClient = { readonly client: Promise<pg.PoolClient>; users: number; failure: Error | undefined };

/**
 * While all connections are in use, reads that wait share the next one, and are sent in one write: a crowd of
 * readers then waits for few connections, and transactions in the queue hardly delay it.
 */
function sharedReads(pool: pg.Pool, size: number): Database['run'] {
  let open: SharedClient | undefined;
  return async function runShared<Row extends object>(
    query: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const isFree = pool.idleCount > 0 || pool.totalCount < size;
    // A write may wait for a lock, and reads behind it would too.
    if (isFree || !isRead(query)) return runOnPool<Row>(pool, query, values);
    if (!open || open.users === readsPerConnection) {
      const next: SharedClient = {
        client: pool.connect().finally(() => {
          if (open === next) open = undefined;
        }),
        users: 0,
        failure: undefined,
      };
      open = next;
    }
    const current = open;
    current.users++;
    const client = await current.client;
    try {
      return await inOneWrite<Row[]>(client, () => run(client, query, values));
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) current.failure = error as Error;
      throw error;
    } finally {
      if (--current.users === 0) client.release(current.failure);
    }
  };
}

// Connects by itself: an error of the connecting says that nothing was written.
async function runOnPool<Row extends object>(
  pool: pg.Pool,
  query: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await run<Row>(client, query, values);
  } catch (error) {
    failure = error as Error;
    if (!isRead(query) && isAnswerLost(error)) doubtful.add(failure);
    throw error;
  } finally {
    client.release(failure);
  }
}

function isRead({ text }: Statement): boolean {
  return /^\(?SELECT\b/.test(text);
}

const begin: Statement = { name: 'begin', text: 'BEGIN' };
const commit: Statement = { name: 'commit', text: 'COMMIT' };

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const statements = new PendingStatements(client);
  let failure: Error | undefined;
  let committed: Promise<unknown> | undefined;
  let isOver = false;
  // Of statements sent together, those after a failed one only say that the transaction is aborted, and
  // `work` may get their errors first.
  let cause: unknown;
  const noted = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await traced(answer);
    } catch (error) {
      cause ??= error;
      throw error;
    }
  };
  const send = <Row extends object>(query: Statement, values: readonly unknown[]): Promise<Row[]> => {
    if (isOver) throw new Error(`${query.name} comes after the last statement of its transaction`);
    return noted(statements.add<Row>(query, values));
  };
  const sendCommit = () => noted(statements.add(commit, []));
  const tx: Database = {
    run: async <Row extends object>(query: Statement, values: readonly unknown[]) => send<Row>(query, values),
  };
  const last: Database = {
    run: async <Row extends object>(query: Statement, values: readonly unknown[]) => {
      // Throws before anything is committed.
      const rows = send<Row>(query, values);
      isOver = true;
      committed = sendCommit();
      return (await Promise.all([rows, committed]))[0];
    },
  };
  try {
    const opening = send(begin, []);
    // Awaited below, after `work`.
    opening.catch(() => undefined);
    const result = await work({ ...tx, last });
    await opening;
    isOver = true;
    await (committed ??= sendCommit());
    return result;
  } catch (error) {
    isOver = true;
    if (committed && isAnswerLost(error)) doubtful.add(error as Error);
    statements.send();
    await client.query('ROLLBACK').catch((rollbackError: unknown) => {
      failure = rollbackError instanceof Error ? rollbackError : new Error('ROLLBACK failed');
    });
    const reason = afterFailure.has(sqlState(error) ?? '') ? (cause ?? error) : error;
    // After a failover the next connection reaches the new primary.
    if (sqlState(reason) === readOnlyTransaction) failure ??= reason as Error;
    throw reason;
  } finally {
    client.release(failure);
  }
}

/** Gathers the statements of a tick. */
class PendingStatements {
  readonly #client: pg.PoolClient;
  #batch: StatementBatch | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  add<Row extends object>(query: Statement, values: readonly unknown[]): Promise<Row[]> {
    if (!this.#batch) {
      this.#batch = new StatementBatch();
      process.nextTick(() => this.send());
    }
    return this.#batch.add(query, values);
  }

  send(): void {
    if (this.#batch) this.#client.query(this.#batch);
    this.#batch = undefined;
  }
}

/** Of statements that were sent before the failure was heard of; those that it left unparsed have no name. */
const afterFailure = new Set([transactionAborted, '26000']);
const readOnlyTransaction = '25006';

const doubtful = new WeakSet<Error>();

/**
 * Whether this error of a write leaves open what became of it: it was sent and its answer was lost. The
 * database may have committed it, or may yet do so until the statement times out.
 */
export function mayHaveCommitted(error: unknown): boolean {
  return error instanceof Error && doubtful.has(error);
}

// Of a statement that was sent. An error that PostgreSQL itself reports means that it was rolled back; Citus
// also reports that it lost a worker.
function isAnswerLost(error: unknown): boolean {
  const state = sqlState(error);
  return (state === undefined || state === internalError) && isDatabaseUnavailable(error);
}

// Coalesces statements of one moment: each write wakes the database's process, which costs more than its
// data.
function inOneWrite<T>(client: pg.PoolClient, send: () => Promise<T>): Promise<T> {
  const { stream } = (client as unknown as pg.Client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return send();
}

const retryable = new Set(['40001', '40P01', '55P03']);
/** PostgreSQL detects a deadlock after a second; a transaction that has waited longer gets the error. */
const retryWithinMs = 1_500;

// Safe only for work that writes all or nothing: a whole transaction, or a single statement.
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLast = attempt === 3 || performance.now() - start > retryWithinMs;
      if (isLast || !retryable.has(sqlState(error) ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

// Citus reports some errors of a worker as internal ones, in its own words or the client library's.
const internalError = 'XX000';

export function isUniqueViolation(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state === '23505' ||
    (state === internalError && (error as Error).message.startsWith('duplicate key value'))
  );
}

export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === '23503';
}

/** The only part of a database error that is the same on every kind of server. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** For an established connection; while connecting, every error means that the database is unavailable. */
const brokenConnection = new Set(
  `ECONNRESET EPIPE ETIMEDOUT ECONNABORTED ENOTCONN EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENETRESET
   ENOBUFS`.split(/\s+/),
);
const connectSyscalls = new Set(['connect', 'getaddrinfo']);
const connectionLostMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

const workerLostMessages =
  /^(?:server closed the connection unexpectedly|could not (?:receive data from|send data to) server|no connection to the server|SSL SYSCALL error|could not commit transaction for shard \d+ on|failure on connection marked as essential)/;

export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state === internalError) return workerLostMessages.test((error as Error).message);
  if (state) return /^(?:08|53|57P|58030|57014|55P03|40001|40P01|25P03|25006)/.test(state);
  // A host name with several addresses fails with one error for each.
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every((cause) => isDatabaseUnavailable(cause));
  if (!(error instanceof Error)) return false;
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  if (connectSyscalls.has(syscall)) return true;
  if (['read', 'write', 'shutdown'].includes(syscall)) return brokenConnection.has(code);
  return connectionLostMessages.test(error.message);
}
