import { type Database, statement } from '../../platform/postgres/database.ts';

export type NewInstance = {
  readonly id: string;
  readonly version: string;
  readonly schema: string;
  readonly secrets: Buffer;
};

/** `dead`: not renewed for 5 seconds. */
export type InstanceRow = NewInstance & { readonly dead: boolean };

// By the database's clock: those of the machines may differ.
const renew = statement(
  'renew-instance',
  `WITH renewed AS (
     INSERT INTO instances (id, version, schema, secrets) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET seen_at = now()
   )
   SELECT id, version, schema, secrets, seen_at < now() - interval '5 seconds' AS dead FROM instances LIMIT 1000`,
);

/** @returns the rows as they were before the renewal */
export async function renewInstance(db: Database, instance: NewInstance): Promise<InstanceRow[]> {
  const { id, version, schema, secrets } = instance;
  return db.run<InstanceRow>(renew, [id, version, schema, secrets]);
}

const remove = statement('delete-instance', 'DELETE FROM instances WHERE id = $1');

export async function deleteInstance(db: Database, id: string): Promise<void> {
  await db.run(remove, [id]);
}

const removeDead = statement(
  'delete-dead-instances',
  `DELETE FROM instances WHERE seen_at < now() - interval '5 seconds'`,
);

export async function deleteDeadInstances(db: Database): Promise<void> {
  await db.run(removeDead, []);
}

const readClock = statement(
  'read-clock',
  'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
);

export async function databaseTimeMs(db: Database): Promise<number> {
  const [row] = await db.run<{ ms: number }>(readClock, []);
  return row?.ms ?? Date.now();
}
