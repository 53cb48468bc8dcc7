import { findAccount } from '../../accounts/store/accounts.ts';
import {
  accountRemovedMail,
  deletionRequestedMail,
  deletionCancelledMail,
} from '../../accounts/views/mails.ts';
import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Mailer } from '../../platform/outbound/mail.ts';
import type { Database } from '../../platform/postgres/database.ts';

type MailDependencies = { db: Database; mailer: Mailer; siteName: string; publicUrl: string };

/** Reads the current state: the owner may have cancelled the deletion since the job was queued. */
export async function sendDeletionNotice(
  { db, mailer, siteName, publicUrl }: MailDependencies,
  { uid }: JobPayloads['send-deletion-notice'],
): Promise<void> {
  const account = await findAccount(db, uid);
  const to = account?.email_lower ?? null;
  if (!account || to === null) return;
  const { deletion_at: deletionAt } = account;
  const mail =
    deletionAt === null
      ? deletionCancelledMail(siteName, { to, address: `${publicUrl}/cuenta` })
      : deletionRequestedMail(siteName, { to, address: `${publicUrl}/ingresar`, deletionAt });
  await mailer.send(mail);
}

export async function sendRemovedNotice(
  { mailer, siteName }: MailDependencies,
  { email }: JobPayloads['send-removed-notice'],
): Promise<void> {
  await mailer.send(accountRemovedMail(siteName, { to: email }));
}
