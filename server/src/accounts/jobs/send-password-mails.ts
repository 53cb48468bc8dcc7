import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { Mailer } from '../../platform/outbound/mail.ts';
import { makePasswordLink } from '../actions/password-links.ts';
import { findAccount } from '../store/accounts.ts';
import { passwordChangedMail, passwordLinkMail } from '../views/mails.ts';

type Post = Writes & { mailer: Mailer; siteName: string; publicUrl: string };

/**
 * Mails the link to a new password. The token is made here and nowhere kept in clear; a second try makes another, whose
 * life begins when its own mail goes out.
 */
export async function sendPasswordLink(
  { mailer, siteName, publicUrl, ...writes }: Post,
  { email }: JobPayloads['send-password-link'],
): Promise<void> {
  const token = await makePasswordLink(writes, email);
  if (token === null) return;
  const address = `${publicUrl}/recuperar?token=${token}`;
  await mailer.send(passwordLinkMail(siteName, { to: email, address }));
}

/** Tells the owner of an account that its password was changed. */
export async function sendPasswordNotice(
  { db, mailer, siteName, publicUrl }: Post,
  { uid, kept = false }: JobPayloads['send-password-notice'],
): Promise<void> {
  const to = (await findAccount(db, uid))?.email_lower ?? null;
  if (to === null) return;
  await mailer.send(passwordChangedMail(siteName, { to, address: `${publicUrl}/recuperar`, kept }));
}
