import { Problem } from '../../../../contract/src/problem.ts';
import { isStillProved } from '../../../../contract/src/rules/recent-sign-in.ts';
import { findAccount } from '../../accounts/store/accounts.ts';
import type { Writes } from '../../kernel/writes.ts';
import { isPassword } from '../../platform/passwords.ts';
import { findSessionProof, proveSession } from '../store/sessions.ts';
import type { Session } from './sessions.ts';

/** Notes that whoever uses a session knows the password of its account. */
export async function confirmPassword(
  { db, now }: Writes,
  { uid, tokenHash }: Session,
  password: string,
): Promise<void> {
  const hash = (await findAccount(db, uid))?.password_hash ?? null;
  if (hash === null)
    throw new Problem('failed-precondition', 'Tu cuenta no tiene contraseña. Ingresá otra vez con Google.');
  if (!(await isPassword(hash, password))) throw new Problem('auth/wrong-password');
  await proveSession(db, Buffer.from(tokenHash, 'base64url'), now());
}

/**
 * Lets an admin pass who showed who they are within the last `forMs`: an open page, or a stolen session, is not enough.
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
