import { Problem } from '../../../../contract/src/problem.ts';
import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers } from '../../people/store/users.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import { newToken, tokenHash } from '../../platform/secrets/tokens.ts';
import { deleteSessions } from '../../sessions/store/sessions.ts';
import {
  deleteFormerPasswordTokens,
  deletePasswordTokens,
  findAccountByEmail,
  hasPasswordToken,
  insertPasswordToken,
  markEmailVerified,
  setPasswordHash,
  takePasswordToken,
} from '../store/accounts.ts';
import { checkPassword } from './accounts.ts';

/** A job looks the account up later, so neither the answer nor its timing reveals whether one exists. */
export async function requestPasswordReset({ db }: Writes, input: string): Promise<void> {
  const email = normaliseEmail(input);
  if (email === null) throw new Problem('auth/invalid-email');
  await addJob(db, 'send-password-link', { email }, { key: `send-password-link ${email}` });
}

/** Earlier links become invalid. @returns null when there is no such account or it is suspended */
export async function makePasswordLink(
  { db, now, transaction }: Writes,
  email: string,
): Promise<string | null> {
  const account = await findAccountByEmail(db, email);
  if (!account || account.removal_started_at !== null) return null;
  const { uid } = account;
  const [user] = await findUsers(db, [uid]);
  if (!user || user.suspended) return null;
  const token = newToken();
  const at = now();
  const expiresAt = new Date(at.getTime() + limits.passwordLinkMinutes * 60_000);
  await transaction(async (tx) => {
    await deleteFormerPasswordTokens(tx, uid, expiresAt);
    await insertPasswordToken(tx, { hash: tokenHash(token), uid, at, expiresAt });
  });
  return token;
}

/** Ends every session and starts none. The token was mailed, so it also verifies the e-mail address. */
export async function resetPassword(
  { db, now, transaction }: Writes,
  { token, password }: { token: string; password: string },
): Promise<void> {
  checkPassword(password);
  const hash = tokenHash(token);
  // Hashing is expensive, and sign-ins wait in the same queue: reject an invented token first.
  if (!(await hasPasswordToken(db, hash, now()))) throw usedLink();
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    const owner = await takePasswordToken(tx, hash, tx.at);
    if (owner === null) throw usedLink();
    await setPasswordHash(tx, owner, passwordHash);
    await markEmailVerified(tx, owner, tx.at);
    await deletePasswordTokens(tx, owner);
    await deleteSessions(tx, owner);
    await addJob(tx, 'send-password-notice', { uid: owner });
    tx.fact({ type: 'sessions-ended', uid: owner });
  });
}

function usedLink(): Problem {
  return new Problem('not-found', 'El enlace ya se usó o venció. Pedí uno nuevo.');
}
