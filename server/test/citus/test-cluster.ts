import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { createPool } from '../../src/platform/postgres/database.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { onEachNode, runAs, type TestServer } from '../test-server.ts';

/** Few, so that a database is created quickly; enough for both workers to hold several shards of a table. */
export const shardCount = 4;

/**
 * Each node copies its own part of a template: the copies fit together, because Citus stores its metadata of
 * shards and nodes in the database itself.
 */
export async function prepareCitus(
  url: string,
): Promise<{ server: TestServer; remove: () => Promise<void> }> {
  const run = randomUUID().slice(0, 8);
  const server: TestServer = {
    ...(await findCluster(url)),
    template: `test_template_${run}`,
    empty: `test_empty_${run}`,
    isCitus: true,
  };
  const { nodes, owner, template, empty } = server;
  const [coordinator, ...workers] = nodes as [TestServer['nodes'][0], ...TestServer['nodes']];
  const remove = () =>
    onEachNode(
      server,
      'postgres',
      [template, empty].map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    );
  try {
    await onEachNode(server, 'postgres', [`CREATE DATABASE ${empty}`]);
    await onEachNode(server, empty, ['CREATE EXTENSION citus']);
    const at = ({ host, port }: TestServer['nodes'][0]) => `${pg.escapeLiteral(host)}, ${port}`;
    await runAs({ ...coordinator, ...owner, database: empty }, [
      `SELECT citus_set_coordinator_host(${at(coordinator)})`,
      ...workers.map((worker) => `SELECT citus_add_node(${at(worker)})`),
    ]);
    await freeze(server, empty);
    await onEachNode(server, 'postgres', [
      `CREATE DATABASE ${template} TEMPLATE ${empty} STRATEGY file_copy`,
    ]);
    await runAs({ ...coordinator, ...owner, database: template }, [
      `ALTER DATABASE ${template} SET citus.shard_count = ${shardCount}`,
    ]);
    const pool = createPool({
      connection: { ...coordinator, ...owner, database: template },
      size: 2,
      onError: () => {},
    });
    await migrate(pool.raw);
    await pool.raw.end();
    await freeze(server, template);
  } catch (error) {
    await remove();
    throw error;
  }
  return { server, remove };
}

async function findCluster(url: string): Promise<Pick<TestServer, 'nodes' | 'administrator' | 'owner'>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ host: string; port: number; groupid: number }>(
      `SELECT nodename AS host, nodeport AS port, groupid FROM pg_dist_node
       WHERE noderole = 'primary' AND isactive ORDER BY groupid`,
    );
    if (rows[0]?.groupid !== 0) throw new Error('the coordinator is not in the metadata');
    if (rows.length < 3) throw new Error('two workers are needed');
    const role = { user: client.user ?? '', ...(client.password ? { password: client.password } : {}) };
    return { nodes: rows.map(({ host, port }) => ({ host, port })), administrator: role, owner: role };
  } finally {
    await client.end();
  }
}

// A template with connections cannot be copied, and a background worker of Citus stays connected.
async function freeze(server: TestServer, database: string): Promise<void> {
  await onEachNode(server, 'postgres', [
    `ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database}'`,
  ]);
}
