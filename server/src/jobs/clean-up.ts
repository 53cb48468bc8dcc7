import type { Sessions } from '../actions/sessions.ts';
import type { Pool } from '../platform/database.ts';
import { deleteExpiredPasswordTokens } from '../store/accounts.ts';
import { deleteIdempotencyKeys } from '../store/idempotency.ts';

const idempotencyLifeMs = 24 * 3_600_000;

/** Removes what has run out: sessions, password links, and idempotency keys after a day. */
export async function cleanUp({
  db,
  now,
  sessions,
}: {
  db: Pool;
  now: () => Date;
  sessions: Sessions;
}): Promise<void> {
  await sessions.removeExpired();
  await deleteExpiredPasswordTokens(db, now());
  await deleteIdempotencyKeys(db, new Date(now().getTime() - idempotencyLifeMs));
}
