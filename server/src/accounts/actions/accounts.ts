import type { Feature } from '../../../../contract/src/features.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { generateHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import { newId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findBlock } from '../../people/store/blocks.ts';
import { insertHandle } from '../../people/store/handles.ts';
import { findUsers, insertUser } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  type HashPassword,
  hashPassword,
  isPassword,
  needsRehash,
} from '../../platform/secrets/passwords.ts';
import { follow } from '../../profiles/actions/follows.ts';
import type { Authentication } from '../../sessions/actions/sessions.ts';
import { startOnboarding } from '../../sessions/store/onboarding.ts';
import {
  findAccountByEmail,
  type GoogleIdentity,
  insertAccount,
  markFollowedOfficial,
  replacePasswordHash,
} from '../store/accounts.ts';
import { cancelDeletion } from './account-deletions.ts';

export type SignUpInput = {
  displayName: string;
  email: string;
  password: string;
  acceptedTos?: boolean | undefined;
};

export type AccountSite = { readonly officialUid: string | null; readonly features: readonly Feature[] };

export async function signUp(
  writes: Writes,
  { officialUid, features }: AccountSite,
  input: SignUpInput,
  hash: HashPassword,
): Promise<Authentication> {
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
  // Hashing is expensive: reject a taken address first.
  if (await findAccountByEmail(writes.db, email)) throw new Problem('auth/email-already-in-use');
  const passwordHash = await hash(input.password);
  const publicReading = readingChoice(features);
  const uid = await createAccount(writes, {
    displayName,
    email,
    passwordHash,
    acceptedTos: true,
    publicReading,
  });
  await followOfficial(writes, uid, officialUid);
  return { uid, passwordHash };
}

export type SignInResult = Authentication & { readonly deletionCancelled: boolean };

export async function signIn(
  writes: Writes,
  officialUid: string | null,
  input: { email: string; password: string },
): Promise<SignInResult> {
  const { db } = writes;
  const email = normaliseEmail(input.email);
  if (email === null) throw new Problem('auth/invalid-email');
  const account = await findAccountByEmail(db, email);
  if (!account || account.removal_started_at !== null) throw new Problem('auth/user-not-found');
  const { uid, password_hash: hash } = account;
  if (hash === null || !(await isPassword(hash, input.password))) throw new Problem('auth/wrong-password');
  // Only after the right password: a stranger must not learn of the suspension.
  const [user] = await findUsers(db, [uid]);
  // The account was deleted while the password was checked.
  if (!user) throw new Problem('auth/user-not-found');
  if (user.suspended) throw new Problem('auth/user-disabled');
  const passwordHash = needsRehash(hash) ? await hashPassword(input.password) : hash;
  // The password was changed or rehashed meanwhile.
  if (passwordHash !== hash && !(await replacePasswordHash(db, uid, hash, passwordHash)))
    return signIn(writes, officialUid, input);
  if (account.followed_official_at === null) await followOfficial(writes, uid, officialUid);
  return { uid, passwordHash, deletionCancelled: await cancelDeletion(writes, account) };
}

export async function ownsEmail({ db }: Writes, uid: string, email: string): Promise<boolean> {
  return (await findAccountByEmail(db, email))?.uid === uid;
}

/** @throws Problem unless the password has 6 to 128 characters. It is neither trimmed nor normalised. */
export function checkPassword(password: string): void {
  const length = codePoints(password);
  if (length < limits.passwordMin) throw new Problem('auth/weak-password');
  if (length > limits.passwordMax) {
    throw new Problem('invalid-argument', `La contraseña supera los ${limits.passwordMax} caracteres.`);
  }
}

/** Where visitors read nothing, sign-up does not speak of them: such a user is still to be asked. */
export function readingChoice(features: readonly Feature[]): true | null {
  return features.includes('publico') ? true : null;
}

type NewAccount = {
  displayName: string;
  email: string | null;
  passwordHash: string | null;
  acceptedTos: boolean;
  publicReading: true | null;
  verified?: boolean;
  google?: GoogleIdentity;
  /** Only for accounts that the site creates; others get a generated one. */
  handle?: string;
  official?: boolean;
  madeBySite?: boolean;
};

export async function createAccount({ now, transaction }: Writes, account: NewAccount): Promise<string> {
  const at = now();
  const uid = newId(at);
  const { displayName, email, passwordHash, acceptedTos, publicReading, official = false } = account;
  const { verified = false, google = null, madeBySite = false } = account;
  await transaction(async (tx) => {
    if (!(await insertAccount(tx, { uid, email, verified, passwordHash, google, at, madeBySite })))
      throw new Problem('auth/email-already-in-use');
    if (!madeBySite) await startOnboarding(tx, uid);
    const handle = await claimHandle(tx, uid, account);
    await insertUser(tx, { uid, displayName, handle, official, acceptedTos, publicReading, at });
    tx.fact({ type: 'account-created', uid });
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

/** @returns '' when no free handle was found */
export async function claimGeneratedHandle(tx: Database, uid: string, displayName: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    // All thousand numbers of a base may be taken: then use the plain one.
    const candidate = generateHandle(attempt < 25 ? displayName : '', Math.random);
    if (await insertHandle(tx, candidate, uid)) return candidate;
  }
  return '';
}

/** Once per account: a later unfollow is respected, and so is a block, which must not fail the sign-in. */
export async function followOfficial(writes: Writes, uid: string, officialUid: string | null): Promise<void> {
  if (officialUid === null || officialUid === uid) return;
  const [official] = await findUsers(writes.db, [officialUid]);
  if (!official) return;
  if (!(await findBlock(writes.db, uid, officialUid))) await follow(writes, uid, official);
  await markFollowedOfficial(writes.db, uid, writes.now());
}
