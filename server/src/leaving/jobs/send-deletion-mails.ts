import { findAccount } from '../../accounts/store/accounts.ts';
import { accountRemovedMail, deletionAskedMail, deletionCancelledMail } from '../../accounts/views/mails.ts';
import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Mailer } from '../../platform/outbound/mail.ts';
import type { Database } from '../../platform/postgres/database.ts';

type Post = { db: Database; mailer: Mailer; siteName: string; publicUrl: string };

/** Tells the owner of an account that it is to be removed, or that it stays: what holds now. */
export async function sendDeletionNotice(
  { db, mailer, siteName, publicUrl }: Post,
  { uid }: JobPayloads['send-deletion-notice'],
): Promise<void> {
  const account = await findAccount(db, uid);
  const to = account?.email_lower ?? null;
  if (!account || to === null) return;
  const { deletion_at: deletionAt } = account;
  const mail =
    deletionAt === null
      ? deletionCancelledMail(siteName, { to, address: `${publicUrl}/cuenta` })
      : deletionAskedMail(siteName, { to, address: `${publicUrl}/ingresar`, deletionAt });
  await mailer.send(mail);
}

/** Tells whoever had an account that it is gone. */
export async function sendRemovedNotice(
  { mailer, siteName }: Post,
  { email }: JobPayloads['send-removed-notice'],
): Promise<void> {
  await mailer.send(accountRemovedMail(siteName, { to: email }));
}
