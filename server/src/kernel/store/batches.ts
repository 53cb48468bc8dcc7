import type { Database, Statement } from '../../platform/postgres/database.ts';

/** How many rows a removal takes at once: a transaction by itself, far within the time that a statement has. */
export const removalBatch = 1_000;

/**
 * Repeats a removal of up to `removalBatch` rows until it finds fewer. What is gone stays gone when one of them fails:
 * the next run goes on there. @returns how many rows went
 */
export async function inBatches(removeSome: () => Promise<number>): Promise<number> {
  for (let removed = 0; ;) {
    const some = await removeSome();
    removed += some;
    if (some < removalBatch) return removed;
  }
}

/** The same with one statement, which answers a row for each that it removed. */
export function deleteInBatches(db: Database, query: Statement, values: readonly unknown[]): Promise<number> {
  return inBatches(async () => (await db.run(query, values)).length);
}
