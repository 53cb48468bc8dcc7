import { Problem } from '../../../../contract/src/problem.ts';
import { isStillProved } from '../../../../contract/src/rules/recent-sign-in.ts';
import type { Session } from '../../kernel/session.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findSessionProof } from '../store/sessions.ts';

/**
 * Requires that an admin authenticated within the last `forMs`: an open page or a stolen session is not enough.
 * @throws {Problem} `failed-precondition` with the reason `sign-in-again`
 */
export async function checkAdminProof(
  { db, now }: Writes,
  { tokenHash }: Session,
  forMs: number,
): Promise<void> {
  const provedAt = await findSessionProof(db, Buffer.from(tokenHash, 'base64url'));
  if (provedAt && isStillProved(provedAt, now(), forMs)) return;
  throw new Problem('failed-precondition', 'Para seguir, confirmá que sos vos.', { reason: 'sign-in-again' });
}
