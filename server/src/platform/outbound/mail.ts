import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTransport } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string; html: string };

export type MailConfig = {
  /** Null: every mail becomes an `.eml` file in `DATA_DIR/outbox`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly dataDir: string;
};

/** Sends mails; throws when the server did not take one, which a job then tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

const second = 1_000;

// A mail is made of our own strings: nothing in it may name a file or an address to read from.
const sealed = { disableFileAccess: true, disableUrlAccess: true };

export function createMailer({ smtpUrl, mailFrom, dataDir }: MailConfig): Mailer {
  return smtpUrl === null ? fileMailer(mailFrom, join(dataDir, 'outbox')) : smtpMailer(mailFrom, smtpUrl);
}

function smtpMailer(from: string, url: string): Mailer {
  const transport = createTransport({
    url,
    ...sealed,
    // A job waits for it, and there are few places for jobs.
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
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...sealed });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail({ from, ...mail });
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const path = join(outbox, `${Date.now()}-${randomUUID()}.eml`);
      // Whoever watches the folder finds whole mails only.
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => transport.close(),
  };
}
