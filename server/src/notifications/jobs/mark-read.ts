import { inBatches } from '../../kernel/store/batches.ts';
import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { markGroupsRead } from '../store/notification-groups.ts';
import { markReadUntil } from '../store/notifications.ts';

/** Marks the notifications that the user had marked as read together with newer ones. Safe to run again. */
export async function markOlderRead(
  { db }: { db: Database },
  { uid, until, at }: JobPayloads['mark-notifications-read'],
): Promise<void> {
  await inBatches(() => markReadUntil(db, uid, until, new Date(at)));
}

/** Marks the older notifications of groups that the user opened. Safe to run again. */
export async function markGroupsOlderRead(
  { db }: { db: Database },
  { uid, groups, at }: JobPayloads['mark-notification-groups-read'],
): Promise<void> {
  await inBatches(() => markGroupsRead(db, uid, groups, new Date(at)));
}
