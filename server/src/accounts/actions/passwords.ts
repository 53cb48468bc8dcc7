import { Problem } from '../../../../contract/src/problem.ts';
import type { Session } from '../../kernel/session.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { moveDevicesOfSession } from '../../notifications/store/push-devices.ts';
import { hashPassword, isPassword } from '../../platform/secrets/passwords.ts';
import { newToken, tokenHash } from '../../platform/secrets/tokens.ts';
import { deleteOtherSessions, proveSession, renewSession } from '../../sessions/store/sessions.ts';
import { deletePasswordTokens, findAccount, replacePasswordHash } from '../store/accounts.ts';
import { checkPassword } from './accounts.ts';

/**
 * Sets another password in place of the current one. All other sessions end; this one goes on under a new token, so
 * that whoever had copied the old one is out too. A mail says what happened.
 * @returns the new token of this session
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
  const renewed = tokenHash(token);
  await transaction(async (tx) => {
    // Somebody else changed it meanwhile: what was typed is not the password any more.
    if (!(await replacePasswordHash(tx, uid, former, hash))) throw new Problem('auth/wrong-password');
    await deletePasswordTokens(tx, uid);
    const others = await deleteOtherSessions(tx, uid, own);
    if (!(await renewSession(tx, uid, own, renewed))) throw new Problem('unauthenticated');
    await moveDevicesOfSession(tx, uid, own, renewed);
    await addJob(tx, 'send-password-notice', { uid, kept: true });
    const ended = [own, ...others].map((each) => each.toString('base64url'));
    tx.fact({ type: 'sessions-ended', tokenHashes: ended });
  });
  return token;
}

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
