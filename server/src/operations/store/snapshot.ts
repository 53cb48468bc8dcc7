import type { Readable, Writable } from 'node:stream';

import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

export type CopiedTable = { name: string; columns: string[] };

/** Fixes the settings that change how values are written as text. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // On Citus: one connection per node, so one snapshot, and all of them begin now.
  await client.query('SET LOCAL citus.max_adaptive_executor_pool_size = 1');
  await client.query('SELECT FROM users LIMIT 1');
  await setCopyForm(client);
}

export async function beginRestore(client: pg.ClientBase): Promise<void> {
  await client.query('BEGIN');
  await setOneConnectionPerNode(client);
  await setCopyForm(client);
}

// Citus requires it of a transaction that writes tables of several kinds. PostgreSQL ignores the setting.
async function setOneConnectionPerNode(client: pg.ClientBase): Promise<void> {
  await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
}

async function setCopyForm(client: pg.ClientBase): Promise<void> {
  const settings = { datestyle: 'ISO, YMD', timezone: 'UTC', intervalstyle: 'postgres', bytea_output: 'hex' };
  for (const [name, value] of Object.entries(settings)) await client.query(`SET LOCAL ${name} = '${value}'`);
}

/** Without the tables about processes; each table comes after those that it references. */
export async function tablesToCopy(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers: string[] }>(
    `SELECT c.relname AS name,
       array(SELECT attname::text FROM pg_attribute
         WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
       array(SELECT DISTINCT r.relname::text FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS refers
     FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname NOT IN ('migrations', 'rate_limits', 'instances')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY c.relname`,
  );
  const inOrder: CopiedTable[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ refers }) => !refers.some((name) => waiting.has(name)));
    if (!next) throw new Error(`Tables that refer to each other: ${[...waiting.keys()].join(', ')}`);
    waiting.delete(next.name);
    inOrder.push({ name: next.name, columns: next.columns });
  }
  return inOrder;
}

/** Lines in PostgreSQL's COPY text format. */
export function copyRowsOut(client: pg.ClientBase, table: CopiedTable): Readable {
  const { columns, from } = textOf(table);
  return client.query(copyTo(`COPY (SELECT ${columns} FROM ${from}) TO STDOUT`));
}

export function copyRowsIn(client: pg.ClientBase, table: CopiedTable): Writable {
  const { columns, from } = textOf(table);
  return client.query(copyFrom(`COPY ${from} (${columns}) FROM STDIN`));
}

const waitingJobs: CopiedTable = {
  name: 'waiting_jobs',
  columns: ['task', 'payload', 'queue', 'run_at', 'max_attempts', 'key'],
};

export function copyJobsOut(client: pg.ClientBase, tasks: readonly string[]): Readable {
  const names = tasks.map((name) => client.escapeLiteral(name)).join(', ');
  return client.query(
    copyTo(
      `COPY (
         SELECT t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key
         FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
         WHERE j.attempts < j.max_attempts AND t.identifier IN (${names})
       ) TO STDOUT`,
    ),
  );
}

/** A temporary table, for `copyRowsIn`. */
export async function beginJobs(client: pg.ClientBase): Promise<CopiedTable> {
  await client.query(
    `CREATE TEMPORARY TABLE ${waitingJobs.name}
       (task text, payload json, queue text, run_at timestamptz, max_attempts integer, key text) ON COMMIT DROP`,
  );
  return waitingJobs;
}

export async function enqueueJobs(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT count(graphile_worker.add_job(task, payload => payload, queue_name => queue, run_at => run_at,
       max_attempts => max_attempts, job_key => key)) FROM ${waitingJobs.name}`,
  );
}

export async function hasRows(client: pg.ClientBase): Promise<boolean> {
  for (const { name } of await tablesToCopy(client)) {
    const { rows } = await client.query(`SELECT FROM ${quote(name)} LIMIT 1`);
    if (rows.length > 0) return true;
  }
  return false;
}

export async function dropEverything(client: pg.ClientBase): Promise<void> {
  await client.query('BEGIN');
  await setOneConnectionPerNode(client);
  await client.query('DROP SCHEMA IF EXISTS graphile_worker CASCADE');
  // Not the schema itself: that would drop extensions, and with Citus all data of the cluster.
  const { rows } = await client.query<{ kind: string; name: string }>(
    `SELECT kind, name FROM (
       SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END
         AS kind, oid::regclass::text AS name, oid, relnamespace AS namespace
       FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'S')
       UNION ALL SELECT 'ROUTINE', oid::regprocedure::text, oid, pronamespace FROM pg_proc
       UNION ALL SELECT 'TYPE', oid::regtype::text, oid, typnamespace FROM pg_type WHERE typtype IN ('d', 'e', 'r')
     ) AS made
     WHERE namespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = made.oid AND d.deptype = 'e')`,
  );
  for (const { kind, name } of rows) await client.query(`DROP ${kind} IF EXISTS ${name} CASCADE`);
  await client.query('COMMIT');
}

export async function endAllSessions(client: pg.ClientBase): Promise<void> {
  for (const name of ['sessions', 'password_tokens', 'push_subscriptions']) {
    await client.query(`DELETE FROM ${name}`);
  }
}

function textOf({ name, columns }: CopiedTable): { columns: string; from: string } {
  return { columns: columns.map(quote).join(', '), from: quote(name) };
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
