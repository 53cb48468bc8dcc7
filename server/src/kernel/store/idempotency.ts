import { type Database, statement } from '../../platform/postgres/database.ts';
import { deleteInBatches, removalBatch } from './batches.ts';
import { columnsOf } from './columns.ts';

const insert = statement(
  'insert-idempotency-keys',
  `INSERT INTO idempotency_keys (uid, key, call, input_hash, result_id, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::uuid[], $6::timestamptz[])
   ON CONFLICT DO NOTHING RETURNING result_id`,
);

export type IdempotencyClaim = {
  uid: string;
  key: string;
  call: string;
  inputHash: Buffer;
  resultId: string;
  at: Date;
};

/**
 * Waits for transactions that are claiming the same keys.
 * @returns the result ids of the claims that are the first with their key
 */
export async function claimIdempotencyKeys(
  db: Database,
  claims: readonly IdempotencyClaim[],
): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  // The order is fixed, so that transactions that claim the same keys cannot deadlock.
  const ordered = claims.toSorted((a, b) => {
    const [one, other] = [a.uid + a.key, b.uid + b.key];
    return one < other ? -1 : one > other ? 1 : 0;
  });
  const column = columnsOf(ordered);
  const values = (['uid', 'key', 'call', 'inputHash', 'resultId', 'at'] as const).map(column);
  const rows = await db.run<{ result_id: string }>(insert, values);
  return new Set(rows.map((row) => row.result_id));
}

const find = statement(
  'find-idempotency-key',
  'SELECT call, input_hash, result_id FROM idempotency_keys WHERE uid = $1 AND key = $2',
);

export type IdempotencyRow = { call: string; input_hash: Buffer; result_id: string };

export async function findIdempotencyKey(
  db: Database,
  uid: string,
  key: string,
): Promise<IdempotencyRow | null> {
  return (await db.run<IdempotencyRow>(find, [uid, key]))[0] ?? null;
}

const removeOld = statement(
  'delete-old-idempotency-keys',
  `DELETE FROM idempotency_keys WHERE (uid, key) IN (
     SELECT uid, key FROM idempotency_keys WHERE created_at < $1 LIMIT ${removalBatch}) RETURNING key`,
);

export async function deleteIdempotencyKeys(db: Database, before: Date): Promise<void> {
  await deleteInBatches(db, removeOld, [before]);
}
