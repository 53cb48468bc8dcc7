import pg from 'pg';

/** Where test databases are created: one PostgreSQL, or all nodes of a Citus cluster. */
export type TestServer = {
  /** On Citus the coordinator comes first; a database has one name on all nodes. */
  nodes: Address[];
  /** Creates and drops databases. */
  administrator: Role;
  /** Owns the databases and uses them. */
  owner: Role;
  /** The migrated database that test files clone. */
  template: string;
  /** The same without a schema. */
  empty: string;
  isCitus: boolean;
};

type Address = { host: string; port: number };
type Role = { user: string; password?: string };

/** Runs statements in order, on each node, as the administrator. */
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
