import { type Database, statement } from './database.ts';

/** Connections of a process next to its pool: for its locks, and while it starts. */
const besidesPool = 3;
/** For the operator's tool, backups and the database's own. */
const reserved = 10;

const findMax = statement('find-max-connections', "SELECT current_setting('max_connections')::int AS max");

/** How many connections the database accepts at once. */
export async function findMaxConnections(db: Database): Promise<number> {
  const [row] = await db.run<{ max: number }>(findMax, []);
  return row?.max ?? 0;
}

/** The connections that a database of these processes must accept. */
export function connectionsNeeded(processes: number, pool: number): number {
  return processes * (pool + besidesPool) + reserved;
}

/** A line for the operator when `processes` with pools of this size may need more than the database's `max`, or null. */
export function connectionShortage(processes: number, pool: number, max: number): string | null {
  const needed = connectionsNeeded(processes, pool);
  if (needed <= max) return null;
  return (
    `${processes} processes with DATABASE_POOL=${pool} may open ${needed - reserved} connections, and the database accepts ` +
    `${max}: raise its max_connections to ${needed}, or lower DATABASE_POOL`
  );
}
