import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { moveCacheClock, resetCacheClock } from '../../test/cache-clock.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { decodeMail } from '../../test/mail.ts';
import { openSite, type TestSite, type User, type Visitor } from '../../test/site.ts';
import { addJob, removeFailedMails } from '../kernel/store/jobs.ts';
import { createMailer } from '../platform/outbound/mail.ts';

const { db } = await cloneDatabase();
let now = new Date('2026-11-21T12:00:00Z');
let site: TestSite;
let earlierMails: Set<string>;

beforeAll(async () => {
  site = await openSite(db, { now: () => now, rateLimits: true, trustProxy: ['127.0.0.1'] });
});
beforeEach(async () => {
  earlierMails = new Set(await outbox());
});
afterAll(() => site.close());

const outbox = (): Promise<string[]> => readdir(site.outbox).catch(() => []);

// Rate limits count by IP address: each visitor has a separate one.
let hosts = 0;
const stranger = (): Visitor => site.visitor({ 'x-forwarded-for': `198.18.1.${++hosts}` });

/** Mails sent since this test began. */
async function mails() {
  await drainJobs(db);
  const files = (await outbox()).filter((name) => !earlierMails.has(name)).toSorted();
  return Promise.all(files.map(async (name) => decodeMail(await readFile(join(site.outbox, name)))));
}

async function askLink(email: string, headers?: Record<string, string>): Promise<string> {
  await stranger().call('requestPasswordReset', { email }, headers);
  const last = (await mails()).at(-1);
  return /\/recuperar\?token=([\w-]{43})\n/.exec(last?.text ?? '')?.[1] ?? '';
}

async function member(name: string): Promise<User> {
  const visitor = stranger();
  const email = `${name}@example.com`;
  const input = { displayName: name, email, password: 'aguante', acceptedTos: true };
  const { user } = await visitor.call('signUp', input);
  return Object.assign(visitor, { uid: user.uid, email });
}

const usedLinkError = { code: 'not-found', message: 'El enlace ya se usó o venció. Pedí uno nuevo.' };

describe('password link', () => {
  it('a password link is mailed in Spanish with the public address, whatever the Host header', async () => {
    const ana = await member('ana');
    const token = await askLink(' ANA@example.com', { host: 'evil.example' });
    expect(token).toMatch(/^[\w-]{43}$/);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      from: 'Tablón <no-responder@tablon.example>',
      to: ana.email,
      subject: 'Cambiá tu contraseña de Tablón',
    });
    expect(mail!.text).toContain(`http://localhost:3000/recuperar?token=${token}`);
    expect(mail!.html).toContain(`href="http://localhost:3000/recuperar?token=${token}"`);
    expect(mail!.source).not.toContain('evil.example');
  });

  it('a password link changes the password, ends every session, signs nobody in and mails a notice', async () => {
    const beto = await member('beto');
    const token = await askLink(beto.email);
    const visitor = stranger();
    await visitor.call('resetPassword', { token, password: 'la nueva clave' });
    expect(visitor.cookies.has('sid')).toBe(false);
    expect((await beto.call('getSession')).user).toBeNull();
    expect((await stranger().ask('signIn', { email: beto.email, password: 'aguante' })).status).toBe(401);
    await stranger().call('signIn', { email: beto.email, password: 'la nueva clave' });
    expect((await mails()).at(-1)).toMatchObject({
      to: beto.email,
      subject: 'Cambió tu contraseña de Tablón',
    });
    const { rows } = await db.raw.query('SELECT email_verified_at FROM accounts WHERE uid = $1', [beto.uid]);
    expect(rows).toEqual([{ email_verified_at: now }]);
  });

  it('a password link ends a session that is cached and due to be read again', async () => {
    onTestFinished(resetCacheClock);
    const nora = await member('nora');
    const token = await askLink(nora.email);
    expect((await nora.call('getSession')).user).not.toBeNull();
    // Past its time, which is 30 s at most, and used for as long again.
    await moveCacheClock(31_000);
    await stranger().call('resetPassword', { token, password: 'la nueva clave' });
    expect((await nora.call('getSession')).user).toBeNull();
  });

  it('a password link works once, even for twenty simultaneous requests', async () => {
    const { email } = await member('carla');
    const token = await askLink(email);
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => stranger().ask('resetPassword', { token, password: 'nueva clave' })),
    );
    // The hashing queue is bounded: on a fast machine some requests find it full and get 503.
    expect(tries.filter(({ status }) => ![200, 404, 503].includes(status))).toEqual([]);
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await stranger().ask('resetPassword', { token, password: 'nueva clave' });
    expect(again.body.error).toEqual(usedLinkError);
  });

  it('invented links take no turn in the queue of passwords that are hashed', async () => {
    const { email } = await member('beba');
    const tries = Array.from({ length: 60 }, (_, i) =>
      stranger().ask('resetPassword', { token: `${i}`.padStart(43, 'x'), password: 'nueva clave' }),
    );
    const entry = stranger().ask('signIn', { email, password: 'aguante' });
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect([new Set(statuses), (await entry).status]).toEqual([new Set([404]), 200]);
  });

  it('a password link works for 30 minutes after its mail was created', async () => {
    const { email } = await member('dora');
    const token = await askLink(email);
    expect((await mails()).at(-1)!.text).toContain('funciona una sola vez y vence en 30 minutos.');
    now = new Date(now.getTime() + 30 * 60_000);
    const { body } = await stranger().ask('resetPassword', { token, password: 'nueva clave' });
    expect(body.error).toEqual(usedLinkError);
    const next = await askLink(email);
    now = new Date(now.getTime() + 30 * 60_000 - 1);
    await stranger().call('resetPassword', { token: next, password: 'nueva clave' });
  });

  it('a newer password link invalidates the earlier one', async () => {
    const { email } = await member('elsa');
    const first = await askLink(email);
    const second = await askLink(email);
    expect(second).not.toBe(first);
    expect((await stranger().ask('resetPassword', { token: first, password: 'nueva clave' })).status).toBe(
      404,
    );
    await stranger().call('resetPassword', { token: second, password: 'nueva clave' });
  });

  it('a password token is stored as SHA-256 only, and never in a job', async () => {
    const { email } = await member('fede');
    const token = await askLink(email);
    const { rows } = await db.raw.query('SELECT token_hash FROM password_tokens');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.token_hash.toString('base64url'))).not.toContain(token);
    expect(rows.every((row) => row.token_hash.length === 32)).toBe(true);
  });

  it('a password that is too short does not use up the link', async () => {
    const { email } = await member('gabi');
    const token = await askLink(email);
    const { body } = await stranger().ask('resetPassword', { token, password: 'corta' });
    expect(body.error?.code).toBe('auth/weak-password');
    await stranger().call('resetPassword', { token, password: 'larga-y-buena' });
  });

  it("requesting a password link keeps the super-admin's setup link", async () => {
    const email = 'jefa@example.com';
    const other = await openSite(db, { now: () => now, superAdminEmail: email });
    const count = async () => {
      const sql = `SELECT count(*)::int AS n FROM password_tokens JOIN accounts USING (uid) WHERE email_lower = $1`;
      return (await db.raw.query<{ n: number }>(sql, [email])).rows[0]!.n;
    };
    expect(await count()).toBe(1);
    await stranger().call('requestPasswordReset', { email });
    await drainJobs(db);
    expect(await count()).toBe(2);
    await other.close();
  });
});

describe('requesting a password link', () => {
  it('requesting a password link gets the same answer for existing, unknown, suspended and Google-only accounts', async () => {
    const hugo = await member('hugo');
    const suspended = await member('ines');
    const google = await member('juan');
    await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [suspended.uid]);
    await db.raw.query(
      "UPDATE accounts SET password_hash = NULL, google_issuer = 'g', google_subject = 's' WHERE uid = $1",
      [google.uid],
    );
    const emails = [hugo.email, 'nadie@example.com', suspended.email, google.email];
    const answers = await Promise.all(
      emails.map((email) => stranger().ask('requestPasswordReset', { email })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {}']));
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual([hugo.email, google.email]);
  });

  it.each(['foo', '', 'a@b.c\r\nBcc: x@y.zz', 'a@b.com, c@d.com', '"a b"@c.com'])(
    'requesting a password link rejects the invalid address %j',
    async (email) => {
      const { body } = await stranger().ask('requestPasswordReset', { email });
      expect(body.error).toEqual({ code: 'auth/invalid-email', message: 'El email no es válido.' });
    },
  );

  it('an e-mail address gets three password links per hour, whether an account exists or not', async () => {
    const { email } = await member('kike');
    for (const address of [email, 'nadie.nunca@example.com']) {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++)
        statuses.push((await stranger().ask('requestPasswordReset', { email: address })).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });

  it('simultaneous requests get no more than three password links', async () => {
    const requests = Array.from({ length: 12 }, () =>
      stranger().ask('requestPasswordReset', { email: 'todos.juntos@example.com' }),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  });

  it('one IP address can request fifteen password links per hour', async () => {
    const prober = stranger();
    const statuses: number[] = [];
    for (let i = 0; i < 16; i++)
      statuses.push((await prober.ask('requestPasswordReset', { email: `no${i}@example.com` })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(15);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('mail server', () => {
  it('a mail that the server rejects is retried with a fresh link, and deleted after the last attempt', async () => {
    const sources: Buffer[] = [];
    const chunks: Buffer[] = [];
    let refusing = true;
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onMailFrom: (_address, _session, done) => done(refusing ? new Error('451 later') : null),
      onData: (stream, _session, done) => {
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          sources.push(Buffer.concat(chunks.splice(0)));
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    await site.close();
    site = await openSite(db, { now: () => now, smtpUrl: `smtp://127.0.0.1:${port}` });
    const { email } = await site.user('Lucía');
    await site.visitor().call('requestPasswordReset', { email });
    const failed = await until(async () => {
      const { rows } = await db.raw.query(
        `SELECT last_error, run_at > now() AS later FROM graphile_worker.jobs
         WHERE task_identifier = 'send-password-link' AND attempts = 1 AND locked_at IS NULL`,
      );
      return rows[0];
    });
    expect(failed).toMatchObject({ later: true });
    expect(sources).toEqual([]);
    const before = await tokenOf(email);
    // Attempts remain: the job stays.
    await removeFailedMails(db, new Date(Date.now() + 60_000));
    refusing = false;
    await db.raw.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    // Jobs of earlier tests may send their mails first.
    const own = () => sources.filter((source) => decodeMail(source).to === email);
    const source = await until(async () => own()[0]);
    const mail = decodeMail(source);
    expect(mail).toMatchObject({ to: email, subject: 'Cambiá tu contraseña de Tablón' });
    expect(await tokenOf(email)).not.toEqual(before);
    const token = /token=([\w-]{43})\n/.exec(mail.text)![1]!;
    await site.visitor().call('resetPassword', { token, password: 'nueva clave' });
    await until(async () => own()[1]);
    server.close();

    await addJob(db, 'send-password-link', { email }, { runAt: new Date(Date.now() + 3_600_000) });
    await db.raw.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
    const waiting = "SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'send-password-link'";
    const jobs = async () => (await db.raw.query(waiting)).rowCount;
    await removeFailedMails(db, new Date(Date.now() - 60_000));
    expect(await jobs()).toBe(1);
    await removeFailedMails(db, new Date(Date.now() + 60_000));
    expect(await jobs()).toBe(0);
  });

  it('the clean-up removes undelivered mails and failed jobs after 30 days', async () => {
    const nameOf = (days: number, end: string) => `${Date.now() - days * 86_400_000}-${end}`;
    const [recent, foreign] = [nameOf(29, 'a.eml'), nameOf(31, 'notes.txt')];
    const old = [nameOf(31, 'b.eml'), nameOf(31, 'c.eml.part')];
    await mkdir(site.outbox, { recursive: true });
    for (const name of [recent, foreign, ...old]) await writeFile(join(site.outbox, name), 'x');
    for (const key of ['old', 'recent', 'waiting'])
      await addJob(db, 'remove-files', { keys: [key] }, { key, runAt: new Date('2100-01-01') });
    const past = new Date(now.getTime() - 31 * 86_400_000);
    await db.raw.query(
      `UPDATE graphile_worker._private_jobs SET attempts = CASE key WHEN 'waiting' THEN 9 ELSE 10 END,
         updated_at = CASE key WHEN 'recent' THEN updated_at ELSE $1 END
       WHERE key IN ('old', 'recent', 'waiting')`,
      [past],
    );
    await addJob(db, 'clean-up', {});
    await drainJobs(db);
    const files = await outbox();
    expect([recent, foreign, ...old].filter((name) => files.includes(name))).toEqual([recent, foreign]);
    const { rows } = await db.raw.query(
      "SELECT key FROM graphile_worker.jobs WHERE key IN ('old', 'recent', 'waiting') ORDER BY key",
    );
    expect(rows).toEqual([{ key: 'recent' }, { key: 'waiting' }]);
    await db.raw.query(
      "SELECT graphile_worker.remove_job(key) FROM unnest(ARRAY['recent', 'waiting']) AS key",
    );
  });

  it('a mail server that examines a mail for twelve seconds gets it once', async () => {
    const recipients: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onData: (stream, { envelope }, done) => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address));
        stream.resume().on('end', () => setTimeout(done, 12_000));
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: 'a@b.example',
      dataDir: '',
    });
    await mailer.send({ to: 'lenta@example.com', subject: 'Hola', text: 'Hola', html: '<p>Hola' });
    expect(recipients).toEqual(['lenta@example.com']);
    mailer.close();
    server.close();
  });

  it('an unresponsive mail server delays only mails', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const silent = await openSite(db, { smtpUrl: `smtp://127.0.0.1:${port}` });
    await site.close();
    const [author, ...fans] = await silent.users('Paciente', 3);
    for (const { email } of fans) await author!.call('requestPasswordReset', { email });
    await until(async () => sockets[0]);
    await author!.call('publishPost', { text: '#gol' });
    await until(async () => {
      const { rowCount } = await db.raw.query(
        "SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'fan-out-posts'",
      );
      return rowCount === 0 || undefined;
    });
    expect(sockets).toHaveLength(1);
    await db.raw.query(
      "SELECT graphile_worker.remove_job('send-password-link ' || email_lower) FROM accounts",
    );
    sockets[0]!.destroy();
    await silent.close();
    server.close();
  });
});

async function tokenOf(email: string): Promise<Buffer[]> {
  const sql = 'SELECT token_hash FROM password_tokens JOIN accounts USING (uid) WHERE email_lower = $1';
  return (await db.raw.query<{ token_hash: Buffer }>(sql, [email])).rows.map((row) => row.token_hash);
}

async function until<T>(poll: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const result = await poll();
    if (result !== undefined) return result;
    if (Date.now() > deadline) throw new Error('timed out');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
