import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { decodeMail, type ReadMail } from '../../server/test/mail.ts';

/** Oldest first. */
export async function mailsTo(email: string): Promise<ReadMail[]> {
  const outbox = process.env['E2E_OUTBOX'] ?? '';
  // The folder appears with the first mail.
  const names = await readdir(outbox).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(files.map(async (name) => decodeMail(await readFile(join(outbox, name)))));
  return mails.filter(({ to }) => to === email);
}
