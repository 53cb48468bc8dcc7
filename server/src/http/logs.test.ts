import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { PushDevice } from '../../test/push/push-device.ts';
import { LocalPushService } from '../../test/push/push-service.ts';
import { openSite } from '../../test/site.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { failureOf } from './failures.ts';

const { db } = await cloneDatabase();
const lines: string[] = [];
const log = createLog('debug', { write: (line) => lines.push(line) });

// Like real mail servers, it repeats the recipient's address in its answer.
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => done(new Error(`mailbox of ${address} is full`)),
});
mailServer.listen(0, '127.0.0.1');
await once(mailServer.server, 'listening');
const { port } = mailServer.server.address() as AddressInfo;
const service = await LocalPushService.start();
service.answer = () => (response) => response.writeHead(400).end();
const push = service.sender();
const site = await openSite(db, {
  log,
  push,
  smtpUrl: `smtp://127.0.0.1:${port}`,
  trustProxy: ['10.0.0.0/8'],
});
afterAll(async () => {
  await site.close();
  await service.close();
  await new Promise<void>((resolve) => mailServer.close(resolve));
});

const logged = (text: string) => lines.filter((line) => line.includes(text));
const { http } = site.app;

describe('the log', () => {
  it('never contains a password, a token, a cookie, an e-mail address or a push endpoint', async () => {
    const device = new PushDevice();
    const ana = await site.user('Ana');
    const secrets = [
      'aguante',
      'otra-clave-más',
      ana.email,
      device.subscription.endpoint.split('/').at(-1) ?? '',
    ];
    secrets.push(device.subscription.keys.auth, ...ana.cookies.values());
    await ana.ask('signIn', { email: ana.email, password: 'otra-clave-más' });
    await ana.ask('signUp', { displayName: 'Ana', email: ana.email, password: 'aguante', acceptedTos: true });
    await ana.ask('searchUsers', { q: ana.email });
    await ana.ask('resetPassword', { token: 'un-token-inventado', password: 'otra-clave-más' });
    secrets.push('un-token-inventado');
    const half = `{"email":"${ana.email}","password":"otra-clave-más"`;
    const headers = { 'content-type': 'application/json' };
    await http.inject({ method: 'POST', url: '/api/signIn', headers, payload: half });

    const beto = await site.user('Beto');
    await ana.call('registerPushToken', { subscription: device.subscription });
    const { post } = await ana.call('publishPost', { text: 'hola' });
    await beto.call('likePost', { postId: post.id });
    await site.visitor().ask('requestPasswordReset', { email: ana.email });
    await expect.poll(() => logged('mailbox of').length, { timeout: 10_000 }).toBeGreaterThan(0);
    await expect.poll(() => logged('a push service refused').length, { timeout: 20_000 }).toBe(1);

    // An internal error whose database message quotes user input.
    await db.raw.query('ALTER TABLE saves ADD CONSTRAINT nobody CHECK (uid IS NULL)');
    const failed = await ana.ask('savePost', { postId: post.id });
    await db.raw.query('ALTER TABLE saves DROP CONSTRAINT nobody');
    expect(failed.status).toBe(500);
    expect(logged('call failed')).toHaveLength(1);
    secrets.push(`(${ana.uid}`);

    const output = lines.join('');
    for (const secret of secrets) expect(output.includes(secret), secret).toBe(false);
    expect(lines.length).toBeGreaterThan(10);
  });

  it('shows a sample of the calls that fail while the database is away', () => {
    const request = { id: '1', url: '/api/getFeed', log };
    const away = new Error('timeout exceeded when trying to connect');
    const problems = Array.from({ length: 60 }, () => failureOf(away, request));
    expect(problems.every(({ code }) => code === 'unavailable')).toBe(true);
    expect(logged('temporarily unavailable').length).toBeGreaterThanOrEqual(20);
    // In two seconds at most.
    expect(logged('temporarily unavailable').length).toBeLessThanOrEqual(40);
  });

  it('contains the id of a failed request, which the answer shows', async () => {
    await db.raw.query('ALTER TABLE saves RENAME TO gone');
    const ana = await site.user('Ana');
    const failed = await ana.ask('getSavedPosts');
    await db.raw.query('ALTER TABLE gone RENAME TO saves');
    const id = String(failed.headers['x-request-id']);
    expect(failed.status).toBe(500);
    expect(failed.body.error?.message).toContain(id);
    const [line] = logged('"url":"/api/getSavedPosts"');
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error', requestId: id, status: 500 });
  });

  it('lists calls with their status: answers at debug, refusals at info', async () => {
    const ana = await site.user('Ana');
    const { headers } = await ana.ask('getSavedPosts');
    const refusal = await site.visitor().ask('getFeed');
    const find = (id: unknown) => JSON.parse(logged(`"requestId":"${String(id)}"`)[0] ?? '{}') as object;
    expect(find(headers['x-request-id'])).toMatchObject({
      level: 'debug',
      call: 'getSavedPosts',
      status: 200,
    });
    expect(find(refusal.headers['x-request-id'])).toMatchObject({
      level: 'info',
      call: 'getFeed',
      status: 401,
    });
  });

  it('records sign-ins, sign-outs and admin actions at info', async () => {
    const ana = await site.user('Ana');
    await db.raw.query('INSERT INTO admins VALUES ($1, now())', [ana.uid]);
    const beto = await site.user('Beto');
    const answers = [
      await ana.ask('signIn', { email: ana.email, password: 'aguante' }),
      await ana.ask('signIn', { email: ana.email, password: 'otra-clave-más' }),
      await ana.ask('adminSetUserSuspended', { targetUid: beto.uid, suspended: true }),
      await ana.ask('signOut'),
    ];
    const setCookies = answers.flatMap(({ headers }) =>
      logged(`"requestId":"${String(headers['x-request-id'])}"`)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ level }) => level === 'info')
        .map(({ msg, call, uid }) => [msg, call, uid]),
    );
    expect(setCookies).toEqual([
      ['signed in', undefined, ana.uid],
      ['refused', 'signIn', undefined],
      ['answered', 'adminSetUserSuspended', ana.uid],
      ['answered', 'signOut', ana.uid],
    ]);
  });

  it('stays small in a flood of refusals', async () => {
    const before = logged('"status":401').length;
    const start = performance.now();
    for (let i = 0; i < 300; i++) await site.visitor().ask('getFeed');
    const seconds = Math.ceil((performance.now() - start) / 1_000) + 1;
    expect(logged('"status":401').length - before).toBeLessThanOrEqual(20 * seconds);
  });
});

describe('the id of a request', () => {
  const ask = async (remoteAddress: string, proxyId?: string) => {
    const headers = proxyId === undefined ? {} : { 'x-request-id': proxyId };
    const answer = await http.inject({ url: '/health/live', remoteAddress, headers });
    return String(answer.headers['x-request-id']);
  };

  it('is taken from a trusted proxy', async () => {
    expect(await ask('10.1.2.3', '0123456789abcdef')).toBe('0123456789abcdef');
  });

  it.each([
    ['a stranger gives one', '203.0.113.9', '0123456789abcdef'],
    ['it holds what no id holds', '10.1.2.3', 'a line\\nand another'],
    ['it is long', '10.1.2.3', 'a'.repeat(65)],
  ])('is generated when %s', async (_when, address, proxyId) => {
    const id = await ask(address, proxyId);
    expect(id).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
    expect(await ask(address)).not.toBe(id);
  });
});
