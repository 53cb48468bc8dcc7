import { type Database, statement } from './database.ts';

/** Outside of the pool: for locks, and while a process starts. */
const besidesPool = 3;
/** For the operator's tool, backups and PostgreSQL itself. */
const reservedConnections = 10;

const findMax = statement('find-max-connections', "SELECT current_setting('max_connections')::int AS max");

export async function findMaxConnections(db: Database): Promise<number> {
  const [row] = await db.run<{ max: number }>(findMax, []);
  return row?.max ?? 0;
}

export function connectionsNeeded(processes: number, pool: number): number {
  return processes * (pool + besidesPool) + reservedConnections;
}

/** For the operator, in one line; null when `max` is enough. */
export function connectionShortage(processes: number, pool: number, max: number): string | null {
  const total = connectionsNeeded(processes, pool);
  if (total <= max) return null;
  return (
    `${processes} processes with DATABASE_POOL=${pool} may open ${total - reservedConnections} connections, and the database accepts ` +
    `${max}: raise its max_connections to ${total}, or lower DATABASE_POOL`
  );
}
