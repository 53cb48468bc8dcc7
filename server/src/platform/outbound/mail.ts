import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { OnFirstUse } from '../process/on-first-use.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

export type MailConfig = {
  /** Null: mails are written as `.eml` files to `DATA_DIR/outbox`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly dataDir: string;
};

export interface Mailer {
  /** Throws when the server does not accept a mail: its job is retried. */
  send(mail: Mail): Promise<void>;
  /** Removes the files of mails that were written 30 days ago or earlier: they hold e-mail addresses. */
  removeOldFiles(): Promise<void>;
  close(): void;
}

const second = 1_000;
const filesLiveMs = 30 * 24 * 3_600 * second;

// Mails consist of our own strings: nodemailer must not read files or URLs named in them.
const noExternalContent = { disableFileAccess: true, disableUrlAccess: true };

export function createMailer({ smtpUrl, mailFrom, dataDir }: MailConfig): Mailer {
  const outbox = join(dataDir, 'outbox');
  const mailer = smtpUrl === null ? fileMailer(mailFrom, outbox) : smtpMailer(mailFrom, smtpUrl);
  return { ...mailer, removeOldFiles: () => removeOldFiles(outbox) };
}

type Sender = Omit<Mailer, 'removeOldFiles'>;

function smtpMailer(from: string, url: string): Sender {
  const transport = new OnFirstUse(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      ...noExternalContent,
      // A job waits for the server. Other mails wait with it, and so does the restart of a broken runner.
      connectionTimeout: 5 * second,
      greetingTimeout: 10 * second,
      // A server may examine a mail for long before it takes it; giving up first would send it twice.
      socketTimeout: 60 * second,
    });
  });
  return {
    send: async (mail) => {
      await (await transport.get()).sendMail({ from, ...mail });
    },
    close: () => void transport.made?.then((smtp) => smtp.close()),
  };
}

function fileMailer(from: string, outbox: string): Sender {
  const writer = new OnFirstUse(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      ...noExternalContent,
    });
  });
  return {
    send: async (mail) => {
      const { message } = await (await writer.get()).sendMail({ from, ...mail });
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const path = join(outbox, `${Date.now()}-${randomUUID()}.eml`);
      // Watchers of the folder see complete mails only.
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => undefined,
  };
}

async function removeOldFiles(outbox: string): Promise<void> {
  const names = await readdir(outbox).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const writtenAt = /^(\d{13})-.+\.eml(?:\.part)?$/.exec(name)?.[1];
    if (writtenAt !== undefined && Number(writtenAt) <= Date.now() - filesLiveMs)
      await rm(join(outbox, name), { force: true });
  }
}
