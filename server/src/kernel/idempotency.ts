import { createHash } from 'node:crypto';

import { Problem } from '../../../contract/src/problem.ts';
import type { Database } from '../platform/postgres/database.ts';
import { claimIdempotencyKeys, findIdempotencyKey } from './store/idempotency.ts';

export type Attempt = { key: string; call: string; input: unknown } | null;

export type AttemptToClaim = { uid: string; attempt: Attempt; resultId: string; at: Date };

/**
 * Claims attempts inside the transaction that writes their results.
 * @returns the id that an earlier attempt with the same key wrote, or null for a first attempt
 * @throws Problem when the key was used for another call or input
 */
export async function earlierResults(
  db: Database,
  attempts: readonly AttemptToClaim[],
): Promise<(string | null)[]> {
  const claims = attempts.map(({ uid, attempt, resultId, at }) => {
    if (attempt === null) return null;
    const { key, call, input } = attempt;
    const inputHash = createHash('sha256').update(JSON.stringify(input)).digest();
    return { uid, key, call, inputHash, resultId, at };
  });
  const firstIds = await claimIdempotencyKeys(
    db,
    claims.filter((claim) => claim !== null),
  );
  const results: (string | null)[] = [];
  for (const claim of claims) {
    if (claim === null || firstIds.has(claim.resultId)) {
      results.push(null);
      continue;
    }
    const earlier = await findIdempotencyKey(db, claim.uid, claim.key);
    if (!earlier || earlier.call !== claim.call || !earlier.input_hash.equals(claim.inputHash)) {
      throw new Problem('invalid-argument', 'Ese envío ya se usó para otra cosa.');
    }
    results.push(earlier.result_id);
  }
  return results;
}

export async function earlierResult(
  db: Database,
  uid: string,
  attempt: Attempt,
  resultId: string,
  at: Date,
): Promise<string | null> {
  const [earlier = null] = await earlierResults(db, [{ uid, attempt, resultId, at }]);
  return earlier;
}

export async function hasResult(db: Database, uid: string, key: string): Promise<boolean> {
  return (await findIdempotencyKey(db, uid, key)) !== null;
}
