import { Problem } from '../../../../contract/src/problem.ts';
import { isId } from '../../kernel/ids.ts';
import type { Session } from '../../kernel/session.ts';
import type { FactCollector, Writes } from '../../kernel/writes.ts';
import { removeDevicesOfSessions } from '../../notifications/actions/push-devices.ts';
import { tokenHash as hashOf } from '../../platform/secrets/tokens.ts';
import {
  deleteOtherSessions,
  deleteOwnSession,
  deleteSurplusSessions,
} from '../../sessions/store/sessions.ts';

export async function endOwnSession(
  writes: Writes,
  { uid, tokenHash }: Session,
  sessionId: string,
): Promise<{ isCurrent: boolean }> {
  const tokenHashes = await writes.statement(async (db) => {
    const hash = isId(sessionId) ? await deleteOwnSession(db, uid, sessionId) : null;
    if (!hash) throw new Problem('not-found', 'Esa sesión ya no está abierta.');
    return publishEnded(db, [hash]);
  });
  await removeDevicesOfSessions(writes, uid, tokenHashes);
  return { isCurrent: tokenHashes.includes(tokenHash) };
}

export async function endOtherSessions(writes: Writes, { uid, tokenHash }: Session): Promise<number> {
  const own = Buffer.from(tokenHash, 'base64url');
  const tokenHashes = await writes.statement(async (db) =>
    publishEnded(db, await deleteOtherSessions(db, uid, own)),
  );
  await removeDevicesOfSessions(writes, uid, tokenHashes);
  return tokenHashes.length;
}

/** Ends the sessions beyond the allowed number, those used longest ago, but never that of `token`. */
export async function endSurplusSessions(writes: Writes, uid: string, token: string): Promise<void> {
  // A transaction, since it is retried: two sign-ins may delete the same rows.
  const tokenHashes = await writes.transaction(async (tx) => {
    const hashes = await deleteSurplusSessions(tx, uid, hashOf(token));
    return hashes.length > 0 ? publishEnded(tx, hashes) : [];
  });
  if (tokenHashes.length > 0) await removeDevicesOfSessions(writes, uid, tokenHashes);
}

/** Remove the devices after the fact is published: from then on these sessions are no longer accepted. */
function publishEnded(db: FactCollector, hashes: readonly Buffer[]): string[] {
  const tokenHashes = hashes.map((hash) => hash.toString('base64url'));
  db.fact({ type: 'sessions-ended', tokenHashes });
  return tokenHashes;
}
