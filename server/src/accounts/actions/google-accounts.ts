import { Problem } from '../../../../contract/src/problem.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
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
import { createAccount, followOfficial, type SignedIn } from './accounts.ts';

type Terms = {
  /** Null: nobody asked. */
  readonly acceptedTos: boolean | null;
};

/**
 * Signs in whom an OpenID provider vouches for: the account of that identity, else the one of its proved address, else
 * a new one with its profile.
 */
export async function signInWithGoogle(
  writes: Writes,
  officialUid: string | null,
  identity: Identity,
  terms: Terms,
): Promise<SignedIn & { isNew: boolean }> {
  const known = await findAccountByGoogle(writes.db, identity);
  const { uid, isNew } = known
    ? { uid: known.uid, isNew: false }
    : await joinByAddress(writes, provedAddress(identity), identity, terms);
  const [user] = await findUsers(writes.db, [uid]);
  if (!user) throw new Problem('unavailable');
  if (user.suspended) throw new Problem('auth/user-disabled');
  const account = await findAccount(writes.db, uid);
  if (!account || account.removal_started_at !== null) throw new Problem('unavailable');
  if (account.followed_official_at === null) await followOfficial(writes, uid, officialUid);
  return { uid, isNew, deletionCancelled: await cancelDeletion(writes, account) };
}

function provedAddress({ email, emailVerified }: Identity): string {
  const address = emailVerified ? normaliseEmail(email) : null;
  if (address === null) throw new Problem('permission-denied');
  return address;
}

async function joinByAddress(
  writes: Writes,
  email: string,
  identity: Identity,
  { acceptedTos }: Terms,
): Promise<{ uid: string; isNew: boolean }> {
  const linked = await linkIdentity(writes, email, identity);
  if (linked !== null) return { uid: linked, isNew: false };
  if (acceptedTos === false)
    throw new Problem('invalid-argument', 'Debés aceptar los Términos y la Privacidad.');
  try {
    const uid = await createAccount(writes, {
      displayName: cutText(cleanLine(identity.name), limits.displayName).trim() || 'Hincha',
      email,
      passwordHash: null,
      acceptedTos: acceptedTos === true,
      verified: true,
      google: identity,
    });
    return { uid, isNew: true };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'auth/email-already-in-use') throw error;
    // Made meanwhile, by a second window or a sign-up: that account is the one.
    const uid = await linkIdentity(writes, email, identity);
    if (uid === null) throw error;
    return { uid, isNew: false };
  }
}

/**
 * Gives the account of an address to the identity that proved it. A password that was set without that proof may be
 * somebody else's: it goes, and so do its sessions.
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
    // An address can be given to another person; the account stays with the one who had it.
    if (subject !== null && !isOwn) throw new Problem('permission-denied');
    const unproved = account.email_verified_at === null;
    if (!isOwn) await setGoogleIdentity(tx, uid, identity);
    if (unproved) {
      await setPasswordHash(tx, uid, null);
      await deletePasswordTokens(tx, uid);
      await deleteSessions(tx, uid);
      await markEmailVerified(tx, uid, tx.at);
      tx.fact({ type: 'sessions-ended', uid });
    }
    return uid;
  });
}
