import pg from 'pg';

/** One PostgreSQL, or all nodes of a Citus cluster. */
export type TestServer = {
  /** On Citus, the coordinator comes first; a database has the same name on all nodes. */
  nodes: Address[];
  administrator: Role;
  owner: Role;
  /** The migrated database that test files copy. */
  template: string;
  /** Without a schema. */
  empty: string;
  isCitus: boolean;
};

type Address = { host: string; port: number };
type Role = { user: string; password?: string };

/** As the administrator, in order. */
export async function onEachNode(
  { nodes, administrator }: Pick<TestServer, 'nodes' | 'administrator'>,
  database: string,
  statements: readonly string[],
): Promise<void> {
  await Promise.all(nodes.map((node) => runAs({ ...node, ...administrator, database }, statements)));
}

export async function runAs(connection: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
