import { Problem } from '../../../../contract/src/problem.ts';
import { isRecentlyAuthenticated } from '../../../../contract/src/rules/recent-sign-in.ts';
import type { Session } from '../../kernel/session.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findLastAuthentication } from '../store/sessions.ts';

/**
 * An open page or a stolen session is not enough for an admin's command.
 * @throws {Problem} `failed-precondition` with the reason `sign-in-again`
 */
export async function requireAdminAuthentication(
  { db, now }: Writes,
  { tokenHash }: Session,
  maxAgeMs: number,
): Promise<void> {
  const authenticatedAt = await findLastAuthentication(db, Buffer.from(tokenHash, 'base64url'));
  if (authenticatedAt && isRecentlyAuthenticated(authenticatedAt, now(), maxAgeMs)) return;
  throw new Problem('failed-precondition', 'Para seguir, confirmá que sos vos.', { reason: 'sign-in-again' });
}
