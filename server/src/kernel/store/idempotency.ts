import { type Database, statement } from '../../platform/postgres/database.ts';
import { deleteInBatches, removalBatch } from './batches.ts';

const insert = statement(
  'insert-idempotency-key',
  `INSERT INTO idempotency_keys (uid, key, call, input_hash, result_id, created_at)
   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING key`,
);

export type IdempotencyClaim = {
  uid: string;
  key: string;
  call: string;
  inputHash: Buffer;
  resultId: string;
  at: Date;
};

/** False when another transaction has claimed the key and committed; waits for one that is still running. */
export async function claimIdempotencyKey(db: Database, claim: IdempotencyClaim): Promise<boolean> {
  const { uid, key, call, inputHash, resultId, at } = claim;
  return (await db.run(insert, [uid, key, call, inputHash, resultId, at])).length === 1;
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
