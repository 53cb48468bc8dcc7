import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { Mailer } from '../../platform/outbound/mail.ts';
import { makePasswordLink } from '../actions/password-links.ts';
import { findAccount } from '../store/accounts.ts';
import { passwordChangedMail, passwordLinkMail } from '../views/mails.ts';

type MailWrites = Writes & { mailer: Mailer; siteName: string; publicUrl: string };

/**
 * The token is created here and never stored in clear. A retry creates a new one, whose lifetime starts
 * then.
 */
export async function sendPasswordLink(
  { mailer, siteName, publicUrl, ...writes }: MailWrites,
  { email }: JobPayloads['send-password-link'],
): Promise<void> {
  const token = await makePasswordLink(writes, email);
  if (token === null) return;
  const address = `${publicUrl}/recuperar?token=${token}`;
  await mailer.send(passwordLinkMail(siteName, { to: email, address }));
}

export async function sendPasswordNotice(
  { db, mailer, siteName, publicUrl }: MailWrites,
  { uid, kept = false }: JobPayloads['send-password-notice'],
): Promise<void> {
  const to = (await findAccount(db, uid))?.email_lower ?? null;
  if (to === null) return;
  await mailer.send(
    passwordChangedMail(siteName, { to, address: `${publicUrl}/recuperar`, staysSignedIn: kept }),
  );
}
