import { Problem } from '../../../../contract/src/problem.ts';
import type { Session } from '../../kernel/session.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { moveDevicesOfSession } from '../../notifications/store/push-devices.ts';
import { hashPassword, isPassword } from '../../platform/secrets/passwords.ts';
import { newToken, tokenHash } from '../../platform/secrets/tokens.ts';
import { deleteOtherSessions, markReauthenticated, renewSession } from '../../sessions/store/sessions.ts';
import { deletePasswordTokens, findAccount, replacePasswordHash } from '../store/accounts.ts';
import { checkPassword } from './accounts.ts';

/**
 * The current session continues under a new token, which invalidates stolen copies of the old one.
 * @returns the new session token
 */
export async function changePassword(
  { db, transaction }: Writes,
  { uid, tokenHash: current }: Session,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<string> {
  const former = (await findAccount(db, uid))?.password_hash ?? null;
  if (former === null) {
    throw new Problem(
      'failed-precondition',
      'Tu cuenta no tiene contraseña. Pedí un enlace por email para crear una.',
    );
  }
  checkPassword(password);
  if (!(await isPassword(former, currentPassword))) throw new Problem('auth/wrong-password');
  const hash = await hashPassword(password);
  const token = newToken();
  const own = Buffer.from(current, 'base64url');
  const newHash = tokenHash(token);
  await transaction(async (tx) => {
    // Race: another request changed the password meanwhile.
    if (!(await replacePasswordHash(tx, uid, former, hash))) throw new Problem('auth/wrong-password');
    await deletePasswordTokens(tx, uid);
    const others = await deleteOtherSessions(tx, uid, own);
    if (!(await renewSession(tx, uid, own, newHash))) throw new Problem('unauthenticated');
    await moveDevicesOfSession(tx, uid, own, newHash);
    await addJob(tx, 'send-password-notice', { uid, kept: true });
    const endedHashes = [own, ...others].map((each) => each.toString('base64url'));
    tx.fact({ type: 'sessions-ended', tokenHashes: endedHashes });
  });
  return token;
}

export async function confirmPassword(
  { db, now }: Writes,
  { uid, tokenHash }: Session,
  password: string,
): Promise<void> {
  const hash = (await findAccount(db, uid))?.password_hash ?? null;
  if (hash === null)
    throw new Problem('failed-precondition', 'Tu cuenta no tiene contraseña. Ingresá otra vez con Google.');
  if (!(await isPassword(hash, password))) throw new Problem('auth/wrong-password');
  await markReauthenticated(db, Buffer.from(tokenHash, 'base64url'), now());
}
