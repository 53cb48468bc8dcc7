import { Problem } from '../../../../contract/src/problem.ts';
import { isId } from '../../kernel/ids.ts';
import type { Session } from '../../kernel/session.ts';
import type { FactCollector, Writes } from '../../kernel/writes.ts';
import { forgetDeviceOf } from '../../notifications/actions/push-devices.ts';
import { deleteOtherSessions, deleteOwnSession } from '../../sessions/store/sessions.ts';

/** Ends one of a user's sessions. @returns whether it is the one that asks */
export async function endOwnSession(
  writes: Writes,
  { uid, tokenHash }: Session,
  sessionId: string,
): Promise<{ isCurrent: boolean }> {
  const ended = await writes.statement(async (db) => {
    const hash = isId(sessionId) ? await deleteOwnSession(db, uid, sessionId) : null;
    if (!hash) throw new Problem('not-found', 'Esa sesión ya no está abierta.');
    return stateEnded(db, [hash]);
  });
  await forgetDevices(writes, uid, ended);
  return { isCurrent: ended.includes(tokenHash) };
}

/** Ends all of a user's sessions but the one that asks. @returns how many */
export async function endOtherSessions(writes: Writes, { uid, tokenHash }: Session): Promise<number> {
  const own = Buffer.from(tokenHash, 'base64url');
  const ended = await writes.statement(async (db) => stateEnded(db, await deleteOtherSessions(db, uid, own)));
  await forgetDevices(writes, uid, ended);
  return ended.length;
}

function stateEnded(db: FactCollector, ended: readonly Buffer[]): string[] {
  const tokenHashes = ended.map((hash) => hash.toString('base64url'));
  db.fact({ type: 'sessions-ended', tokenHashes });
  return tokenHashes;
}

// After the fact: from then on nobody is answered by these sessions.
async function forgetDevices(writes: Writes, uid: string, tokenHashes: readonly string[]): Promise<void> {
  for (const tokenHash of tokenHashes) await forgetDeviceOf(writes, { uid, tokenHash });
}
