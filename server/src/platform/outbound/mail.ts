import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { OnFirstUse } from '../process/on-first-use.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

export type MailConfig = {
  /** Null: mails are written as `.eml` files to `DATA_DIR/outbox`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly dataDir: string;
};

/** Throws when the server does not accept a mail: its job is retried. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

const second = 1_000;

// Mails consist of our own strings: nodemailer must not read files or URLs named in them.
const noExternalContent = { disableFileAccess: true, disableUrlAccess: true };

export function createMailer({ smtpUrl, mailFrom, dataDir }: MailConfig): Mailer {
  return smtpUrl === null ? fileMailer(mailFrom, join(dataDir, 'outbox')) : smtpMailer(mailFrom, smtpUrl);
}

function smtpMailer(from: string, url: string): Mailer {
  const transport = new OnFirstUse(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      ...noExternalContent,
      // A job waits for the server, and few jobs run at once.
      connectionTimeout: 5 * second,
      greetingTimeout: 10 * second,
      socketTimeout: 10 * second,
    });
  });
  return {
    send: async (mail) => {
      await (await transport.get()).sendMail({ from, ...mail });
    },
    close: () => void transport.made?.then((smtp) => smtp.close()),
  };
}

function fileMailer(from: string, outbox: string): Mailer {
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
