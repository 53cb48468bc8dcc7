import type pg from 'pg';

import type { Pool, Statement } from '../src/platform/postgres/database.ts';
import { StatementBatch } from '../src/platform/postgres/statement-batch.ts';

/** `rows` is the number of rows returned. */
export type RanStatement = { name: string; text: string; values: unknown[]; rows: number };

/** Named statements, in order; not the limits of transactions. */
export async function statementsOf(work: () => Promise<unknown>): Promise<RanStatement[]> {
  const batches = StatementBatch.prototype;
  const add = Reflect.get(batches, 'add');
  const all: RanStatement[] = [];
  batches.add = function <Row extends object>(query: Statement, values: readonly unknown[]) {
    const answer = add.call(this, query, values) as Promise<Row[]>;
    if (query.name === 'begin' || query.name === 'commit') return answer;
    const ran = { ...query, values: [...values], rows: 0 };
    all.push(ran);
    answer.then(
      ({ length }) => (ran.rows = length),
      () => undefined,
    );
    return answer;
  };
  try {
    await work();
  } finally {
    batches.add = add;
  }
  return all;
}

type Plan = { 'Node Type': string; Plans?: Plan[]; [figure: string]: unknown };

/**
 * Counts the rows of tables and indexes; runs the statement again and rolls back. A second count is of the
 * plan on a connection that has run the statement often, which may be one for any values: the larger one is
 * returned. Citus cannot explain that plan as JSON, nor an INSERT of what its coordinator selects, which counts
 * as 0.
 */
export async function rowsScanned(db: Pool, { text, values }: RanStatement): Promise<number> {
  const explain = 'EXPLAIN (ANALYZE, FORMAT JSON)';
  const atFirst = await scannedBy(db, (client) =>
    client.query<Explained>(`${explain} ${text}`, values),
  ).catch((error: unknown) => {
    if (String(error).includes('EXPLAIN ANALYZE is currently not supported')) return 0;
    throw error;
  });
  if (await db.isDistributed()) return atFirst;
  const later = await scannedBy(db, async (client) => {
    await client.query(`PREPARE scanned AS ${text}`);
    const execute = `EXECUTE scanned ${await listOf(client, values)}`;
    for (let i = 0; i < runsWithOwnPlan; i++) await client.query(`EXPLAIN ${execute}`);
    return client.query<Explained>(`${explain} ${execute}`);
  });
  return Math.max(atFirst, later);
}

// After these PostgreSQL weighs a plan for any values against one for each.
const runsWithOwnPlan = 5;

type Explained = { 'QUERY PLAN': [{ Plan: Plan }] };
type Explain = (client: pg.PoolClient) => Promise<pg.QueryResult<Explained>>;

async function scannedBy(db: Pool, explain: Explain): Promise<number> {
  const client = await db.raw.connect();
  try {
    await client.query('BEGIN');
    return scanned((await explain(client)).rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('ROLLBACK');
    client.release(true);
  }
}

// EXECUTE takes no parameters of a query, so they go through settings.
async function listOf(client: pg.PoolClient, values: readonly unknown[]): Promise<string> {
  if (values.length === 0) return '';
  const { rows } = await client.query<{ type: string }>(
    "SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = 'scanned'",
  );
  const list: string[] = [];
  for (const [i, value] of values.entries()) {
    const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value ?? '');
    await client.query('SELECT set_config($1, $2::text, true)', [`scanned.p${i}`, text]);
    list.push(value === null ? 'NULL' : `current_setting('scanned.p${i}')::${rows[i]?.type}`);
  }
  return `(${list.join(', ')})`;
}

const scans = /^(?:Seq|Index|Index Only|Bitmap Heap|Bitmap Index|Tid|Sample) Scan$/;

function scanned(plan: Plan): number {
  const of = (figure: string) => Number(plan[figure] ?? 0);
  const each = of('Actual Rows') + of('Rows Removed by Filter') + of('Rows Removed by Index Recheck');
  const own = scans.test(plan['Node Type']) ? each * of('Actual Loops') : 0;
  return own + (plan.Plans ?? []).reduce((sum, part) => sum + scanned(part), 0);
}
