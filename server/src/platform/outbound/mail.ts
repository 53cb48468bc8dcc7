import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTransport } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string; html: string };

export type MailConfig = {
  /** Null: every mail is written as an `.eml` file to `DATA_DIR/outbox`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly dataDir: string;
};

/** Sends mails; throws when the server does not accept one, and the job is retried. */
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
  const transport = createTransport({
    url,
    ...noExternalContent,
    // A job waits for this, and few jobs run at once.
    connectionTimeout: 5 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 10 * second,
  });
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail });
    },
    close: () => transport.close(),
  };
}

function fileMailer(from: string, outbox: string): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...noExternalContent,
  });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail({ from, ...mail });
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const path = join(outbox, `${Date.now()}-${randomUUID()}.eml`);
      // A watcher of the folder sees complete mails only.
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => transport.close(),
  };
}
