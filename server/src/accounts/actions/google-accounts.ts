import { Problem } from '../../../../contract/src/problem.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutGraphemes } from '../../../../contract/src/rules/texts/graphemes.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers } from '../../people/store/users.ts';
import type { Identity } from '../../platform/outbound/openid.ts';
import { deleteSessions } from '../../sessions/store/sessions.ts';
import {
  deletePasswordTokens,
  findAccount,
  findAccountByGoogle,
  lockAccountByEmail,
  markEmailVerified,
  setGoogleIdentity,
  setPasswordHash,
} from '../store/accounts.ts';
import { cancelDeletion } from './account-deletions.ts';
import {
  type AccountSite,
  createAccount,
  followOfficial,
  readingChoice,
  type SignInResult,
} from './accounts.ts';

type Terms = {
  /** Null when the user was not asked. */
  readonly acceptedTos: boolean | null;
};

/** Finds the account by the provider's identity, else by its verified e-mail address; else creates one. */
export async function signInWithGoogle(
  writes: Writes,
  { officialUid, features }: AccountSite,
  identity: Identity,
  { acceptedTos }: Terms,
): Promise<SignInResult & { isNew: boolean }> {
  const linkedAccount = await findAccountByGoogle(writes.db, identity);
  const { uid, isNew } = linkedAccount
    ? { uid: linkedAccount.uid, isNew: false }
    : await findOrCreateByAddress(writes, verifiedAddress(identity), identity, {
        acceptedTos,
        publicReading: readingChoice(features),
      });
  const [user] = await findUsers(writes.db, [uid]);
  if (!user) throw new Problem('unavailable');
  if (user.suspended) throw new Problem('auth/user-disabled');
  const account = await findAccount(writes.db, uid);
  if (!account || account.removal_started_at !== null) throw new Problem('unavailable');
  if (account.followed_official_at === null) await followOfficial(writes, uid, officialUid);
  return { uid, passwordHash: null, isNew, deletionCancelled: await cancelDeletion(writes, account) };
}

function verifiedAddress({ email, emailVerified }: Identity): string {
  const address = emailVerified ? normaliseEmail(email) : null;
  if (address === null) throw new Problem('permission-denied');
  return address;
}

async function findOrCreateByAddress(
  writes: Writes,
  email: string,
  identity: Identity,
  { acceptedTos, publicReading }: Terms & { publicReading: true | null },
): Promise<{ uid: string; isNew: boolean }> {
  const linkedUid = await linkIdentity(writes, email, identity);
  if (linkedUid !== null) return { uid: linkedUid, isNew: false };
  if (acceptedTos === false)
    throw new Problem('invalid-argument', 'Debés aceptar los Términos y la Privacidad.');
  try {
    const uid = await createAccount(writes, {
      displayName: cleanLine(cutGraphemes(cleanLine(identity.name), limits.displayName)) || 'Hincha',
      email,
      passwordHash: null,
      acceptedTos: acceptedTos === true,
      publicReading,
      verified: true,
      google: identity,
    });
    return { uid, isNew: true };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'auth/email-already-in-use') throw error;
    // Race: a second window or a sign-up created the account meanwhile.
    const uid = await linkIdentity(writes, email, identity);
    if (uid === null) throw error;
    return { uid, isNew: false };
  }
}

/**
 * A password set before the address was verified may be an attacker's: it is deleted and its sessions end.
 */
async function linkIdentity(
  { transaction }: Writes,
  email: string,
  identity: Identity,
): Promise<string | null> {
  return transaction(async (tx) => {
    const account = await lockAccountByEmail(tx, email);
    if (!account) return null;
    const { uid, google_issuer: issuer, google_subject: subject } = account;
    const isOwn = issuer === identity.issuer && subject === identity.subject;
    // E-mail addresses get reassigned: the account stays with its first Google identity.
    if (subject !== null && !isOwn) throw new Problem('permission-denied');
    const unverified = account.email_verified_at === null;
    if (!isOwn) await setGoogleIdentity(tx, uid, identity);
    if (unverified) {
      await setPasswordHash(tx, uid, null);
      await deletePasswordTokens(tx, uid);
      await deleteSessions(tx, uid);
      await markEmailVerified(tx, uid, tx.at);
      tx.fact({ type: 'sessions-ended', uid });
    }
    return uid;
  });
}
