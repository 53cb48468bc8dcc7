import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { decodeMail } from '../../test/mail.ts';
import { openSite, type TestSite, type User, type Visitor } from '../../test/site.ts';
import { statementsOf } from '../../test/statements.ts';
import { hashPassword } from '../platform/secrets/passwords.ts';

const { db, lockWaits } = await cloneDatabase();
let now = new Date('2026-11-21T12:00:00Z');
let site: TestSite;

beforeAll(async () => {
  site = await openSite(db, { now: () => now, rateLimits: true, trustProxy: ['127.0.0.1'] });
});
afterAll(() => site.close());

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

// Rate limits count by IP address: each visitor has a separate one.
let hosts = 0;
const stranger = (userAgent = firefox): Visitor =>
  site.visitor({ 'x-forwarded-for': `198.18.2.${++hosts}`, 'user-agent': userAgent });

async function member(name: string): Promise<User> {
  const visitor = stranger();
  const email = `${name}@example.com`;
  const input = { displayName: name, email, password: 'aguante', acceptedTos: true };
  const { user } = await visitor.call('signUp', input);
  return Object.assign(visitor, { uid: user.uid, email });
}

async function signedIn(email: string, password = 'aguante', userAgent = firefox): Promise<Visitor> {
  const visitor = stranger(userAgent);
  await visitor.call('signIn', { email, password });
  return visitor;
}

const weak = { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 };

const isSignedIn = async (visitor: Visitor) => (await visitor.call('getSession')).user !== null;

async function lastMail() {
  await drainJobs(db);
  const files = (await readdir(site.outbox)).toSorted();
  return decodeMail(await readFile(join(site.outbox, files.at(-1)!)));
}

describe('getAccount', () => {
  it('getAccount lists the sign-in methods and no server secrets', async () => {
    const ana = await member('ana');
    const { text, body } = await ana.ask('getAccount');
    expect(body).toEqual({
      email: ana.email,
      hasPassword: true,
      google: false,
      createdAt: now.toISOString(),
      deletionAt: null,
      canBeDeleted: true,
      recentSignIn: true,
      nextDownloadAt: null,
    });
    expect(text).not.toMatch(/argon|hash|token/i);
  });
});

describe('changing the password', () => {
  it('changing the password ends every other session, renews the token of this one and mails a notice', async () => {
    const beto = await member('beto');
    const other = await signedIn(beto.email);
    const before = beto.cookies.get('sid')!;
    const id = (await beto.call('getSessions')).items.find((session) => session.current)!.id;
    await beto.call('changePassword', { currentPassword: 'aguante', password: 'otra clave' });
    expect(beto.cookies.get('sid')).not.toBe(before);
    expect(await isSignedIn(beto)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    const copied = stranger();
    copied.cookies.set('sid', before);
    expect(await isSignedIn(copied)).toBe(false);
    const { items } = await beto.call('getSessions');
    expect(items).toMatchObject([{ id, current: true }]);
    expect((await stranger().ask('signIn', { email: beto.email, password: 'aguante' })).status).toBe(401);
    await signedIn(beto.email, 'otra clave');
    const mail = await lastMail();
    expect(mail).toMatchObject({ to: beto.email, subject: 'Cambió tu contraseña de Tablón' });
    expect(mail.text).toContain('se cerraron sus otras sesiones.');
  });

  it.each([
    ['starts no session', 503, hashPassword],
    ['does not hash it again', 401, (password: string) => hash(password, weak)],
  ])('a sign-in with the former password during the change %s', async (_, status, hashFormer) => {
    const flor = await member(`flor${++hosts}`);
    const store = (client: { query: typeof db.raw.query }, passwordHash: string) =>
      client.query('UPDATE accounts SET password_hash = $2 WHERE uid = $1', [flor.uid, passwordHash]);
    await store(db.raw, await hashFormer('aguante'));
    const change = await db.raw.connect();
    await change.query('BEGIN');
    await store(change, await hashPassword('otra clave'));
    const visitor = stranger();
    const pendingSignIn = visitor.ask('signIn', { email: flor.email, password: 'aguante' });
    await expect.poll(lockWaits).toBe(1);
    await change.query('COMMIT');
    change.release();
    expect((await pendingSignIn).status).toBe(status);
    expect(visitor.cookies.has('sid')).toBe(false);
    await signedIn(flor.email, 'otra clave');
  });

  it('changing the password keeps the push devices of this session', async () => {
    const caro = await member('caro');
    await db.raw.query(
      `INSERT INTO push_subscriptions
         (uid, id, endpoint, subscription, session_hash, told_until, created_at, updated_at)
       SELECT uid, gen_random_uuid(), 'x', '{}', token_hash, uid, now(), now() FROM sessions WHERE uid = $1`,
      [caro.uid],
    );
    await caro.call('changePassword', { currentPassword: 'aguante', password: 'otra clave' });
    const { rowCount } = await db.raw.query(
      'SELECT 1 FROM push_subscriptions JOIN sessions ON token_hash = session_hash WHERE sessions.uid = $1',
      [caro.uid],
    );
    expect(rowCount).toBe(1);
  });

  it.each([
    ['no es esa', 'otra clave', 401, 'auth/wrong-password', 'La contraseña no es correcta.'],
    ['', 'otra clave', 401, 'auth/wrong-password', 'La contraseña no es correcta.'],
    ['aguante', 'corta', 400, 'auth/weak-password', 'La contraseña debe tener al menos 6 caracteres.'],
    ['aguante', 'a'.repeat(129), 400, 'invalid-argument', 'La contraseña supera los 128 caracteres.'],
  ])(
    'changing the password from %j to %j fails',
    async (currentPassword, password, status, code, message) => {
      const dora = await member(`dora${++hosts}`);
      const answer = await dora.ask('changePassword', { currentPassword, password });
      expect([answer.status, answer.body.error]).toEqual([status, { code, message }]);
      expect(await isSignedIn(dora)).toBe(true);
      await signedIn(dora.email);
    },
  );

  it('changing the password shares the rate limit of sign-in', async () => {
    const elsa = await member('elsa');
    const wrong = { currentPassword: 'no es esa', password: 'otra clave' };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await elsa.ask('changePassword', wrong)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const right = await elsa.ask('changePassword', { ...wrong, currentPassword: 'aguante' });
    expect(right.status).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(60);
    expect((await elsa.ask('signIn', { email: elsa.email, password: 'aguante' })).status).toBe(429);
    expect((await elsa.ask('deleteAccount', { uid: elsa.uid, password: 'aguante' })).status).toBe(429);
  });

  it('an account mails at most five notices of its own changes an hour, to whomever its address belongs', async () => {
    const noemi = await member('noemi');
    const leave = () => noemi.ask('deleteAccount', { uid: noemi.uid, password: 'aguante' });
    for (let i = 0; i < 4; i++) {
      expect((await leave()).status).toBe(200);
      await noemi.call('signIn', { email: noemi.email, password: 'aguante' });
    }
    const change = { currentPassword: 'aguante', password: 'aguante' };
    const wrong = { ...change, currentPassword: 'no es esa' };
    expect((await noemi.ask('changePassword', wrong)).status).toBe(401);
    expect((await noemi.ask('changePassword', change)).status).toBe(200);
    const answers = [await noemi.ask('changePassword', change), await leave()];
    expect(answers.map(({ status }) => status)).toEqual([429, 429]);
    now = new Date(now.getTime() + 3_600_000);
    expect((await noemi.ask('changePassword', change)).status).toBe(200);
  });

  it('only one of two simultaneous password changes succeeds', async () => {
    const fede = await member('fede');
    const other = await signedIn(fede.email);
    const change = (visitor: Visitor, password: string) =>
      visitor.ask('changePassword', { currentPassword: 'aguante', password });
    const answers = await Promise.all([change(fede, 'la clave uno'), change(other, 'la clave dos')]);
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '401']);
    const winner = answers[0].status === 200 ? 'la clave uno' : 'la clave dos';
    await signedIn(fede.email, winner);
  });

  it('an account without a password gets one through a mailed link', async () => {
    const gabi = await member('gabi');
    await db.raw.query('UPDATE accounts SET password_hash = NULL WHERE uid = $1', [gabi.uid]);
    expect(await gabi.call('getAccount')).toMatchObject({ hasPassword: false });
    const { body } = await gabi.ask('changePassword', { currentPassword: '', password: 'otra clave' });
    expect(body.error).toEqual({
      code: 'failed-precondition',
      message: 'Tu cuenta no tiene contraseña. Pedí un enlace por email para crear una.',
    });
    await gabi.call('requestPasswordReset', { email: gabi.email });
    expect(await lastMail()).toMatchObject({ to: gabi.email, subject: 'Cambiá tu contraseña de Tablón' });
  });
});

describe('own sessions', () => {
  it('sessions are listed with their devices, the current one first, without tokens', async () => {
    const hugo = await member('hugo');
    now = new Date(now.getTime() + 3_600_000);
    await signedIn(hugo.email, 'aguante', chrome);
    const { text, body } = await hugo.ask('getSessions');
    expect(body.items).toMatchObject([
      { current: true, device: 'Firefox en Linux' },
      { current: false, device: 'Chrome en Android', createdAt: now.toISOString() },
    ]);
    expect(Object.keys(body.items[0]!).toSorted()).toEqual([
      'createdAt',
      'current',
      'device',
      'id',
      'lastSeenAt',
    ]);
    expect(text).not.toContain('Mozilla');
  });

  it('the stored user agent of a session is one bounded line', async () => {
    const ines = await member('ines');
    await signedIn(ines.email, 'aguante', `Firefox/1 \u0007‮${'x'.repeat(2_000)}`);
    await signedIn(ines.email, 'aguante', '');
    const { rows } = await db.raw.query<{ user_agent: string }>(
      'SELECT user_agent FROM sessions WHERE uid = $1 ORDER BY length(user_agent) DESC',
      [ines.uid],
    );
    expect(rows.map((row) => row.user_agent.length)).toEqual([expect.any(Number), firefox.length, 0]);
    expect(rows[0]!.user_agent.length).toBeLessThanOrEqual(300);
    expect(rows[0]!.user_agent).toMatch(/^Firefox\/1 x+$/);
    expect((await ines.call('getSessions')).items).toMatchObject([
      {},
      { device: expect.any(String) },
      { device: expect.any(String) },
    ]);
  });

  it('a user can end single sessions, but not those of others', async () => {
    const juan = await member('juan');
    const stolen = await signedIn(juan.email, 'aguante', chrome);
    const kike = await member('kike');
    const { items } = await juan.call('getSessions');
    const sessionId = items.find((session) => !session.current)!.id;
    expect((await kike.ask('endSession', { sessionId })).status).toBe(404);
    expect(await isSignedIn(stolen)).toBe(true);
    await juan.call('endSession', { sessionId });
    expect(await isSignedIn(stolen)).toBe(false);
    expect((await juan.ask('endSession', { sessionId })).body.error).toEqual({
      code: 'not-found',
      message: 'Esa sesión ya no está abierta.',
    });
    expect((await juan.ask('endSession', { sessionId: 'x' })).status).toBe(404);
    expect(await isSignedIn(juan)).toBe(true);
  });

  it('ending the current session clears its cookie', async () => {
    const lara = await member('lara');
    const [own] = (await lara.call('getSessions')).items;
    await lara.call('endSession', { sessionId: own!.id });
    expect(lara.cookies.has('sid')).toBe(false);
    expect((await lara.ask('getSessions')).status).toBe(401);
  });

  it('endOtherSessions ends all sessions except the current one', async () => {
    const mara = await member('mara');
    const others = [await signedIn(mara.email), await signedIn(mara.email)];
    expect(await mara.call('endOtherSessions')).toEqual({ ended: 2 });
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(mara)).toBe(true);
    expect(await mara.call('endOtherSessions')).toEqual({ ended: 0 });
  });

  it('thousands of sessions of a script that keeps no cookie are ended in few statements', async () => {
    const rita = await member('rita');
    await db.raw.query(
      `INSERT INTO sessions (token_hash, id, uid, created_at, last_seen_at, expires_at, user_agent)
       SELECT sha256(i::text::bytea), gen_random_uuid(), $1, $2, $2, $2::timestamptz + interval '1 day', ''
       FROM generate_series(1, 2000) AS i`,
      [rita.uid, now],
    );
    const ran = await statementsOf(async () =>
      expect(await rita.call('endOtherSessions')).toEqual({ ended: 2_000 }),
    );
    expect(ran.length).toBeLessThan(5);
    expect((await rita.call('getSessions')).items).toHaveLength(1);
  });

  it('a sign-in ends the sessions beyond the thousand used last, and their pushes', async () => {
    const tomas = await member('tomas');
    // A script signed in once a minute, and a phone was used until before.
    await db.raw.query(
      `INSERT INTO sessions (token_hash, uid, created_at, last_seen_at, expires_at)
       SELECT sha256(('tomas' || i)::bytea), $1, at - CASE i WHEN 1020 THEN interval '1 day' ELSE '0' END, at,
         $2::timestamptz + interval '1 day'
       FROM generate_series(1, 1020) AS i, LATERAL (VALUES ($2::timestamptz - i * interval '1 minute')) AS t (at)`,
      [tomas.uid, now],
    );
    await db.raw.query(
      `INSERT INTO push_subscriptions
         (uid, id, endpoint, subscription, session_hash, told_until, created_at, updated_at)
       SELECT $1, gen_random_uuid(), i, '{}', sha256(('tomas' || i)::bytea), $1, now(), now()
       FROM unnest(ARRAY['997', '998', '1020']) AS i`,
      [tomas.uid],
    );
    const other = await signedIn(tomas.email);
    const stored = await db.raw.query('SELECT last_seen_at FROM sessions WHERE uid = $1 ORDER BY 1', [
      tomas.uid,
    ]);
    expect(stored.rows).toHaveLength(1_000);
    const minutesAgo = stored.rows.slice(0, 2).map((row) => (now.getTime() - row.last_seen_at) / 60_000);
    expect(minutesAgo).toEqual([1_020, 997]);
    expect([await isSignedIn(tomas), await isSignedIn(other)]).toEqual([true, true]);
    const devices = await db.raw.query(
      'SELECT endpoint FROM push_subscriptions WHERE uid = $1 ORDER BY endpoint',
      [tomas.uid],
    );
    expect(devices.rows).toEqual([{ endpoint: '1020' }, { endpoint: '997' }]);
  });

  it('expired sessions are not listed', async () => {
    const nico = await member('nico');
    await signedIn(nico.email);
    now = new Date(now.getTime() + 13 * 24 * 3_600_000);
    await nico.call('getSession');
    now = new Date(now.getTime() + 2 * 24 * 3_600_000);
    expect((await nico.call('getSessions')).items).toHaveLength(1);
  });
});

it('a new SESSION_SECRET signs everybody out, and the old one admits them again', async () => {
  const ana = await member('secreta');
  const underSecret = async (sessionSecret: string) => {
    const other = await openSite(db, { now: () => now, sessionSecret });
    const visitor = other.visitor();
    for (const [name, value] of ana.cookies) visitor.cookies.set(name, value);
    const signedIn = await isSignedIn(visitor);
    await other.close();
    return signedIn;
  };
  expect(await underSecret('a secret that only tests know')).toBe(true);
  expect(await underSecret('the secret after a leak')).toBe(false);
  expect(await underSecret('a secret that only tests know')).toBe(true);
});
