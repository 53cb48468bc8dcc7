import { Problem } from '../../../../contract/src/problem.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { generateHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import { newId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { insertHandle } from '../../people/store/handles.ts';
import { findUsers, insertUser } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { hashPassword, isPassword, needsRehash } from '../../platform/secrets/passwords.ts';
import { follow } from '../../profiles/actions/follows.ts';
import {
  findAccountByEmail,
  type GoogleIdentity,
  insertAccount,
  markFollowedOfficial,
  setPasswordHash,
} from '../store/accounts.ts';
import { cancelDeletion } from './account-deletions.ts';

export type SignUpInput = { displayName: string; email: string; password: string; acceptedTos: boolean };

/** Makes an account with its profile, which follows the official account. @returns the uid */
export async function signUp(
  writes: Writes,
  officialUid: string | null,
  input: SignUpInput,
): Promise<string> {
  const displayName = cleanLine(input.displayName);
  if (displayName === '') throw new Problem('invalid-argument', 'Ingresá un nombre visible.');
  if (codePoints(displayName) > limits.displayName) {
    throw new Problem('invalid-argument', `El nombre supera los ${limits.displayName} caracteres.`);
  }
  const email = normaliseEmail(input.email);
  if (email === null) throw new Problem('auth/invalid-email', 'Email inválido.');
  checkPassword(input.password);
  if (!input.acceptedTos)
    throw new Problem('invalid-argument', 'Debés aceptar los Términos y la Privacidad.');
  // Hashing is dear: somebody who has the address already is told before it.
  if (await findAccountByEmail(writes.db, email)) throw new Problem('auth/email-already-in-use');
  const passwordHash = await hashPassword(input.password);
  const uid = await createAccount(writes, { displayName, email, passwordHash, acceptedTos: true });
  await followOfficial(writes, uid, officialUid);
  return uid;
}

/** Who signed in, and whether that kept an account which was to be removed. */
export type SignedIn = { uid: string; deletionCancelled: boolean };

/** Signs in with e-mail and password. */
export async function signIn(
  writes: Writes,
  officialUid: string | null,
  input: { email: string; password: string },
): Promise<SignedIn> {
  const { db } = writes;
  const email = normaliseEmail(input.email);
  if (email === null) throw new Problem('auth/invalid-email');
  const account = await findAccountByEmail(db, email);
  if (!account || account.removal_started_at !== null) throw new Problem('auth/user-not-found');
  const { uid, password_hash: hash } = account;
  if (hash === null || !(await isPassword(hash, input.password))) throw new Problem('auth/wrong-password');
  // Only after the right password: a stranger must not learn it.
  const [user] = await findUsers(db, [uid]);
  // Removed while the password was checked.
  if (!user) throw new Problem('auth/user-not-found');
  if (user.suspended) throw new Problem('auth/user-disabled');
  if (needsRehash(hash)) await setPasswordHash(db, uid, await hashPassword(input.password));
  if (account.followed_official_at === null) await followOfficial(writes, uid, officialUid);
  return { uid, deletionCancelled: await cancelDeletion(writes, account) };
}

/** Whether an address (in stored form) is that of this user's account. */
export async function ownsEmail({ db }: Writes, uid: string, email: string): Promise<boolean> {
  return (await findAccountByEmail(db, email))?.uid === uid;
}

/** Throws unless a password may be set: 6 to 128 characters, taken as they are. */
export function checkPassword(password: string): void {
  const length = codePoints(password);
  if (length < limits.passwordMin) throw new Problem('auth/weak-password');
  if (length > limits.passwordMax) {
    throw new Problem('invalid-argument', `La contraseña supera los ${limits.passwordMax} caracteres.`);
  }
}

type NewAccount = {
  displayName: string;
  email: string | null;
  passwordHash: string | null;
  acceptedTos: boolean;
  /** Whether the address is known to be the owner's. */
  verified?: boolean;
  google?: GoogleIdentity;
  /** A fixed handle for the accounts of the site itself; the others get a generated one. */
  handle?: string;
  official?: boolean;
  /** Whether nobody signed up for it. */
  madeBySite?: boolean;
};

/** Writes an account, its profile and its handle. @returns the uid */
export async function createAccount({ now, transaction }: Writes, account: NewAccount): Promise<string> {
  const at = now();
  const uid = newId(at);
  const { displayName, email, passwordHash, acceptedTos, official = false } = account;
  const { verified = false, google = null, madeBySite = false } = account;
  await transaction(async (tx) => {
    if (!(await insertAccount(tx, { uid, email, verified, passwordHash, google, at, madeBySite })))
      throw new Problem('auth/email-already-in-use');
    const handle = await claimHandle(tx, uid, account);
    await insertUser(tx, { uid, displayName, handle, official, acceptedTos, at });
  });
  return uid;
}

async function claimHandle(tx: Database, uid: string, { handle, displayName }: NewAccount): Promise<string> {
  if (handle !== undefined) {
    if (!(await insertHandle(tx, handle, uid)))
      throw new Problem('already-exists', 'Ese @usuario ya está en uso.');
    return handle;
  }
  return claimGeneratedHandle(tx, uid, displayName);
}

/** Claims a handle generated from a name, trying other digits until one is free. @returns it; empty when none was */
export async function claimGeneratedHandle(tx: Database, uid: string, displayName: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    // A base of which all thousand are taken makes way for the plain one.
    const generated = generateHandle(attempt < 25 ? displayName : '', Math.random);
    if (await insertHandle(tx, generated, uid)) return generated;
  }
  return '';
}

/** Follows the official account once per account, ever: a later unfollow stays. A missing one is skipped. */
export async function followOfficial(writes: Writes, uid: string, officialUid: string | null): Promise<void> {
  if (officialUid === null || officialUid === uid) return;
  const [official] = await findUsers(writes.db, [officialUid]);
  if (!official) return;
  await follow(writes, uid, official);
  await markFollowedOfficial(writes.db, uid, writes.now());
}
