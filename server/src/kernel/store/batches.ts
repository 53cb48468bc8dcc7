import type { Database, Statement } from '../../platform/postgres/database.ts';

/** Rows that one delete removes: each batch is a transaction of its own, far below the statement time-out. */
export const removalBatch = 1_000;

/**
 * Repeats a removal of up to `removalBatch` rows until it removes fewer. After a failure the next run continues:
 * finished batches stay committed. @returns how many rows were removed
 */
export async function inBatches(removeSome: () => Promise<number>): Promise<number> {
  for (let removed = 0; ;) {
    const some = await removeSome();
    removed += some;
    if (some < removalBatch) return removed;
  }
}

export function deleteInBatches(db: Database, query: Statement, values: readonly unknown[]): Promise<number> {
  return inBatches(async () => (await db.run(query, values)).length);
}
