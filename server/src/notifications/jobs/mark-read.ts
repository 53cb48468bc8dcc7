import { inBatches } from '../../kernel/store/batches.ts';
import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { markGroupsRead } from '../store/notification-groups.ts';
import { markReadUntil } from '../store/read-state.ts';

/** 'Mark all' marks only the newest rows at once; this job marks the older ones. Idempotent. */
export async function markOlderRead(
  { db }: { db: Database },
  { uid, until, at }: JobPayloads['mark-notifications-read'],
): Promise<void> {
  await inBatches(() => markReadUntil(db, uid, until, new Date(at)));
}

/** Idempotent. Tells open pages, which may have read the group meanwhile. */
export async function markGroupsOlderRead(
  { statement }: Pick<Writes, 'statement'>,
  { uid, groups, at }: JobPayloads['mark-notification-groups-read'],
): Promise<void> {
  await statement(async (db) => {
    await inBatches(() => markGroupsRead(db, uid, groups, new Date(at)));
    db.fact({ type: 'notifications-changed', uids: [uid] });
  });
}
