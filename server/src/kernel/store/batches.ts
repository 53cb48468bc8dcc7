import type { Database, Statement } from '../../platform/postgres/database.ts';

/** Each batch is a transaction of its own, far below the statement time-out. */
export const removalBatch = 1_000;

/**
 * Repeats a removal of up to `removalBatch` rows until it removes fewer. After a failure the next run
 * continues: finished batches stay committed. @returns the number of removed rows
 */
export async function inBatches(removeBatch: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const count = await removeBatch();
    total += count;
    if (count < removalBatch) return total;
  }
}

export function deleteInBatches(db: Database, query: Statement, values: readonly unknown[]): Promise<number> {
  return inBatches(async () => (await db.run(query, values)).length);
}
