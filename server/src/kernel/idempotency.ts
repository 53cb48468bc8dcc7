import { createHash } from 'node:crypto';

import { Problem } from '../../../contract/src/problem.ts';
import type { Database } from '../platform/postgres/database.ts';
import { claimIdempotencyKey, findIdempotencyKey } from './store/idempotency.ts';

export type Attempt = { key: string; call: string; input: unknown } | null;

/**
 * Claims an attempt inside the transaction that writes `resultId`.
 * @returns the id that an earlier attempt with the same key wrote; null when this is the first
 * @throws Problem when the key was used for something else
 */
export async function earlierResult(
  db: Database,
  uid: string,
  attempt: Attempt,
  resultId: string,
  at: Date,
): Promise<string | null> {
  if (attempt === null) return null;
  const { key, call } = attempt;
  const inputHash = createHash('sha256').update(JSON.stringify(attempt.input)).digest();
  if (await claimIdempotencyKey(db, { uid, key, call, inputHash, resultId, at })) return null;
  const earlier = await findIdempotencyKey(db, uid, key);
  if (!earlier || earlier.call !== call || !earlier.input_hash.equals(inputHash)) {
    throw new Problem('invalid-argument', 'Ese envío ya se usó para otra cosa.');
  }
  return earlier.result_id;
}
