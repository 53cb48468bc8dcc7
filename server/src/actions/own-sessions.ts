import { Problem } from '../../../contract/src/problem.ts';
import { isId } from '../platform/ids.ts';
import { deleteOtherSessions, deleteOwnSession } from '../store/sessions.ts';
import { forgetDeviceOf } from './push-devices.ts';
import type { Session } from './sessions.ts';
import type { Writes } from './writes.ts';

/** Ends one of a user's sessions. @returns whether it is the one that asks */
export async function endOwnSession(
  writes: Writes,
  { uid, tokenHash }: Session,
  sessionId: string,
): Promise<{ isCurrent: boolean }> {
  const ended = isId(sessionId) ? await deleteOwnSession(writes.db, uid, sessionId) : null;
  if (!ended) throw new Problem('not-found', 'Esa sesión ya no está abierta.');
  await settle(writes, uid, [ended]);
  return { isCurrent: ended.toString('base64url') === tokenHash };
}

/** Ends all of a user's sessions but the one that asks. @returns how many */
export async function endOtherSessions(writes: Writes, { uid, tokenHash }: Session): Promise<number> {
  const ended = await deleteOtherSessions(writes.db, uid, Buffer.from(tokenHash, 'base64url'));
  await settle(writes, uid, ended);
  return ended.length;
}

// The event first: from then on nobody is answered by them.
async function settle(writes: Writes, uid: string, ended: readonly Buffer[]): Promise<void> {
  const hashes = ended.map((hash) => hash.toString('base64url'));
  for (const tokenHash of hashes) writes.bus.emit('sessions-ended', { tokenHash });
  for (const tokenHash of hashes) await forgetDeviceOf(writes, { uid, tokenHash });
}
