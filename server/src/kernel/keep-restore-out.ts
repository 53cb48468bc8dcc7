import type { Pool } from '../platform/postgres/database.ts';
import { StartFailure } from '../platform/process/start-failure.ts';
import { lockEntry } from './store/site-processes.ts';

/**
 * For a process that starts, and for commands: before the first write.
 * @returns a function that lets a restore begin again
 * @throws {StartFailure} while a restore is under way
 */
export async function keepRestoreOut(db: Pool): Promise<() => Promise<void>> {
  const session = await db.session();
  if (await lockEntry(session.db)) return session.close;
  await session.close();
  throw new StartFailure('A backup is being restored into this database: wait until that has ended.');
}
