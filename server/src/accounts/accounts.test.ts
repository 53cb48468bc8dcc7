import { createHash } from 'node:crypto';

import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite, type Visitor } from '../../test/site.ts';
import { hashPassword } from '../platform/secrets/passwords.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let now = new Date('2026-11-21T12:00:00Z');

beforeAll(async () => {
  site = await openSite(db, { now: () => now, rateLimits: true, trustProxy: ['127.0.0.1'], hashPassword });
});
afterAll(() => site.close());

const good = {
  displayName: 'Ñandú Pérez',
  email: 'nandu@example.com',
  password: 'aguante',
  acceptedTos: true,
};

// All sites on one database share these limits.
const expireLimits = () => (now = new Date(now.getTime() + 2 * 3_600_000));

// Each visitor has a separate IP address, so the limits of one test do not reach the next.
let hosts = 0;
const stranger = (): Visitor => site.visitor({ 'x-forwarded-for': `198.18.0.${++hosts}` });

async function error(visitor: Visitor, name: 'signUp' | 'signIn', input: object) {
  return (await visitor.ask(name, input)).body.error;
}

describe('signUp', () => {
  it('sign-up creates a profile with a generated handle and signs the visitor in', async () => {
    const visitor = stranger();
    const { status, body, headers } = await visitor.ask('signUp', good);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ displayName: 'Ñandú Pérez', bio: '', avatar: null, premium: false });
    expect(body.user.handle).toMatch(/^nanduperez\d{3}$/);
    expect(JSON.stringify(headers['set-cookie'])).toMatch(
      /sid=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect(await visitor.call('getSession')).toMatchObject({
      user: { uid: body.user.uid },
      email: good.email,
      isAdmin: false,
    });
  });

  it.each([
    [{ email: 'NANDU@example.com ' }, 'auth/email-already-in-use', 'Ese email ya está registrado.'],
    [{ email: 'foo' }, 'auth/invalid-email', 'Email inválido.'],
    [{ email: 'a@b.c\r\nBcc: x@y.zz' }, 'auth/invalid-email', 'Email inválido.'],
    [{ password: 'cinco' }, 'auth/weak-password', 'La contraseña debe tener al menos 6 caracteres.'],
    [{ password: 'a'.repeat(129) }, 'invalid-argument', 'La contraseña supera los 128 caracteres.'],
    [{ displayName: '  ' }, 'invalid-argument', 'Ingresá un nombre visible.'],
    [{ displayName: '\u200B\u3164' }, 'invalid-argument', 'Ingresá un nombre visible.'],
    [{ displayName: 'x'.repeat(41) }, 'invalid-argument', 'El nombre supera los 40 caracteres.'],
    [{ acceptedTos: false }, 'invalid-argument', 'Debés aceptar los Términos y la Privacidad.'],
    [{ acceptedTos: undefined }, 'invalid-argument', 'Debés aceptar los Términos y la Privacidad.'],
  ])('sign-up rejects %j with %s', async (change, code, message) => {
    expect(await error(stranger(), 'signUp', { ...good, ...change })).toEqual({ code, message });
  });

  it('only one of several simultaneous sign-ups gets an e-mail address', async () => {
    const input = { ...good, email: 'carrera@example.com' };
    const tries = await Promise.all(Array.from({ length: 8 }, () => stranger().ask('signUp', input)));
    const codes = tries.map((answer) => answer.body.error?.code ?? 'ok').toSorted();
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['auth/email-already-in-use', 'ok']));
  });

  it('one IP address can create ten accounts per hour, also with simultaneous requests', async () => {
    const crowd = stranger();
    const names = Array.from({ length: 14 }, (_, i) => `tanda${i}@example.com`);
    const tries = await Promise.all(names.map((email) => crowd.ask('signUp', { ...good, email })));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  it('a failed sign-up does not count against the rate limit', async () => {
    const clumsy = stranger();
    for (let i = 0; i < 12; i++)
      expect((await error(clumsy, 'signUp', { ...good, password: 'corta' }))?.code).toBe(
        'auth/weak-password',
      );
    expect((await clumsy.ask('signUp', { ...good, email: 'torpe@example.com' })).status).toBe(200);
  });

  it('sign-up rejects fields that only the server may set', async () => {
    for (const extra of [{ isAdmin: true }, { uid: 'x' }, { premium: true }, { emailVerified: true }]) {
      expect((await error(stranger(), 'signUp', { ...good, email: 'm@example.com', ...extra }))?.code).toBe(
        'invalid-argument',
      );
    }
  });
});

describe('signIn', () => {
  it('finds an account whose domain an earlier version stored with its accents', async () => {
    const { email, uid } = await site.user('Sol');
    const accented = 'sol@ñandú.com.ar';
    await db.raw.query('UPDATE accounts SET email_lower = $2 WHERE email_lower = $1', [email, accented]);
    for (const address of [accented, 'sol@xn--and-6ma2c.com.ar'])
      expect(await stranger().call('signIn', { email: address, password: 'aguante' })).toMatchObject({
        user: { uid },
      });
  });

  it.each([
    [{ email: 'foo', password: 'x' }, 400, 'auth/invalid-email', 'El email no es válido.'],
    [
      { email: 'nadie@example.com', password: 'x' },
      404,
      'auth/user-not-found',
      'No encontramos una cuenta con ese email.',
    ],
    [{ email: good.email, password: 'otra' }, 401, 'auth/wrong-password', 'La contraseña no es correcta.'],
    [
      { email: good.email, password: 'a'.repeat(1000) },
      401,
      'auth/wrong-password',
      'La contraseña no es correcta.',
    ],
  ])('sign-in rejects %j', async (input, status, code, message) => {
    const answer = await stranger().ask('signIn', input);
    expect([answer.status, answer.body.error]).toEqual([status, { code, message }]);
  });

  it('sign-in ignores the case of the e-mail address and starts a new session each time', async () => {
    const visitor = stranger();
    visitor.cookies.set('sid', 'planted');
    await visitor.call('signIn', { email: ' Nandu@Example.com', password: 'aguante' });
    const first = visitor.cookies.get('sid');
    expect(first).not.toBe('planted');
    await visitor.call('signIn', { email: good.email, password: 'aguante' });
    expect(visitor.cookies.get('sid')).not.toBe(first);
    const old = stranger();
    old.cookies.set('sid', first!);
    expect((await old.call('getSession')).user).toBeNull();
  });

  it('only the SHA-256 of a session token and an Argon2id hash of the password are stored', async () => {
    const visitor = stranger();
    await visitor.call('signIn', { email: good.email, password: 'aguante' });
    const token = visitor.cookies.get('sid')!.split('.')[0]!;
    const { rows } = await db.raw.query('SELECT 1 FROM sessions WHERE token_hash = $1', [
      createHash('sha256').update(token).digest(),
    ]);
    expect(rows).toHaveLength(1);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const account = await db.raw.query('SELECT password_hash FROM accounts WHERE email_lower = $1', [
      good.email,
    ]);
    expect(account.rows[0]).toEqual({
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    });
  });

  it('a successful sign-in rehashes a password that was hashed with weaker parameters', async () => {
    const email = 'liviana@example.com';
    const { user } = await stranger().call('signUp', { ...good, email });
    const weak = await hash(good.password, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await db.raw.query('UPDATE accounts SET password_hash = $2 WHERE uid = $1', [user.uid, weak]);
    const storedHash = async () =>
      (await db.raw.query('SELECT password_hash FROM accounts WHERE uid = $1', [user.uid])).rows[0];
    expect((await error(stranger(), 'signIn', { email, password: 'no es esa' }))?.code).toBe(
      'auth/wrong-password',
    );
    expect(await storedHash()).toEqual({ password_hash: weak });
    await stranger().call('signIn', { email, password: good.password });
    expect(await storedHash()).toEqual({
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    });
    await stranger().call('signIn', { email, password: good.password });
  });

  it('a suspended user learns of the suspension only after entering the right password', async () => {
    const visitor = stranger();
    const { user } = await visitor.call('signUp', { ...good, email: 'expulsado@example.com' });
    await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [user.uid]);
    const again = stranger();
    expect((await error(again, 'signIn', { email: 'expulsado@example.com', password: 'mala' }))?.code).toBe(
      'auth/wrong-password',
    );
    expect(await error(again, 'signIn', { email: 'expulsado@example.com', password: 'aguante' })).toEqual({
      code: 'auth/user-disabled',
      message: 'La cuenta está deshabilitada.',
    });
  });

  it('repeated wrong passwords lock only that account for that IP address, even for the right password', async () => {
    await stranger().call('signUp', { ...good, email: 'blanco@example.com' });
    const guesser = stranger();
    for (let i = 0; i < 5; i++)
      await guesser.ask('signIn', { email: 'blanco@example.com', password: `mal${i}` });
    const blocked = await guesser.ask('signIn', { email: 'blanco@example.com', password: 'aguante' });
    expect(blocked.status).toBe(429);
    expect(blocked.body.error?.code).toBe('resource-exhausted');
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guesser.ask('signIn', { email: good.email, password: 'aguante' })).status).toBe(200);
    now = new Date(now.getTime() + 15 * 60_000 + 1000);
    expect((await guesser.ask('signIn', { email: 'blanco@example.com', password: 'aguante' })).status).toBe(
      200,
    );
  });

  it('of sixty simultaneous guesses only five passwords are checked', async () => {
    await stranger().call('signUp', { ...good, email: 'rafaga@example.com' });
    const guesser = stranger();
    const guess = (password: string) => guesser.ask('signIn', { email: 'rafaga@example.com', password });
    const guesses = [...Array.from({ length: 59 }, (_, i) => `mal${i}`), 'aguante'];
    const statuses = (await Promise.all(guesses.map(guess))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(55);
  });

  it('simultaneous sign-ins with the right password do not count against the rate limit', async () => {
    await stranger().call('signUp', { ...good, email: 'apurada@example.com' });
    const owner = stranger();
    const signIn = () => owner.ask('signIn', { email: 'apurada@example.com', password: 'aguante' });
    for (let round = 0; round < 3; round++)
      expect((await Promise.all([signIn(), signIn(), signIn()])).map(({ status }) => status)).toEqual([
        200, 200, 200,
      ]);
  });

  it('one IP address can probe ten unknown e-mail addresses per hour, then known ones answer 429 too', async () => {
    const prober = stranger();
    const ask = (email: string) => error(prober, 'signIn', { email, password: 'x' });
    const unknown = Array.from({ length: 100 }, (_, i) => ask(`ninguno${i}@example.com`));
    const answers = await Promise.all([...unknown, ask(good.email)]);
    const codes = answers.map((answer) => answer?.code);
    expect(codes.filter((code) => code === 'auth/user-not-found')).toHaveLength(10);
    expect(codes.filter((code) => code === 'resource-exhausted')).toHaveLength(91);
  });

  it('one IP address can probe thirty taken e-mail addresses per hour by signing up', async () => {
    const prober = stranger();
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 40; i++) codes.push((await error(prober, 'signUp', good))?.code);
    expect(codes.filter((code) => code === 'auth/email-already-in-use')).toHaveLength(30);
    expect(codes.filter((code) => code === 'resource-exhausted')).toHaveLength(10);
    // From then on a free address gets the same answer as a taken one.
    const free = { ...good, email: 'libre@example.com' };
    expect((await error(prober, 'signUp', free))?.code).toBe('resource-exhausted');
    expect((await stranger().ask('signUp', free)).status).toBe(200);
  });

  it('under a site-wide wave of unknown addresses, failures look alike and the right password still works', async () => {
    expireLimits();
    const busy = await openSite(db, { now: () => now, rateLimits: true, trustProxy: ['127.0.0.1'] });
    const from = (address: string) => busy.visitor({ 'x-forwarded-for': address });
    const fail = (visitor: Visitor, email: string) => visitor.ask('signIn', { email, password: 'no es esa' });
    const home = from('198.18.9.1');
    await home.call('signIn', { email: good.email, password: good.password });
    for (let i = 0; i < 300; i++)
      expect((await fail(from(`198.18.8.${Math.floor(i / 10)}`), `nadie${i}@example.com`)).status).toBe(404);

    const unknown = await fail(from('198.18.9.2'), 'nadie@example.com');
    expect(unknown.status).toBe(429);
    expect((await fail(from('198.18.9.3'), good.email)).text).toBe(unknown.text);
    expect(
      (await from('198.18.9.4').ask('signIn', { email: good.email, password: good.password })).status,
    ).toBe(200);
    expect((await fail(home, good.email)).body.error?.code).toBe('auth/wrong-password');
    await busy.close();
  });

  it('over the limit, known and unknown e-mail addresses get the same answer', async () => {
    expireLimits();
    const prober = stranger();
    for (let i = 0; i < 10; i++) {
      expect((await error(prober, 'signIn', { email: `no${i}@example.com`, password: 'x' }))?.code).toBe(
        'auth/user-not-found',
      );
    }
    const unknown = await prober.ask('signIn', { email: 'no11@example.com', password: 'x' });
    const ofMember = await prober.ask('signIn', { email: good.email, password: 'x' });
    expect(unknown.status).toBe(429);
    expect(ofMember.text).toBe(unknown.text);
  });

  it('X-Forwarded-For counts only when a trusted proxy sends it', async () => {
    const direct = await openSite(db, { now: () => now, rateLimits: true });
    const codes: number[] = [];
    for (let i = 0; i < 8; i++) {
      const visitor = direct.visitor({ 'x-forwarded-for': `203.0.113.${i}` });
      codes.push((await visitor.ask('signIn', { email: 'blanco@example.com', password: `peor${i}` })).status);
    }
    await direct.close();
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });
});

describe('sessions', () => {
  it('a session ends at once on sign-out', async () => {
    const visitor = stranger();
    await visitor.call('signUp', { ...good, email: 'sale@example.com' });
    const cookie = visitor.cookies.get('sid')!;
    await visitor.call('getProfile', {});
    const { headers } = await visitor.ask('signOut');
    expect(headers['clear-site-data']).toBe('"cache", "storage"');
    const old = stranger();
    old.cookies.set('sid', cookie);
    expect((await old.ask('getProfile', {})).status).toBe(401);
    expect((await old.ask('signOut')).status).toBe(200);
  });

  it('a session ends after 14 days without use, and after 30 days in any case', async () => {
    const visitor = stranger();
    await visitor.call('signUp', { ...good, email: 'vuelve@example.com' });
    const day = 24 * 3_600_000;
    for (const days of [13, 13]) {
      now = new Date(now.getTime() + days * day);
      expect((await visitor.ask('getProfile', {})).status).toBe(200);
    }
    now = new Date(now.getTime() + 5 * day);
    expect((await visitor.ask('getProfile', {})).status).toBe(401);
    const idle = stranger();
    await idle.call('signIn', { email: 'vuelve@example.com', password: 'aguante' });
    now = new Date(now.getTime() + 15 * day);
    expect((await idle.ask('getProfile', {})).status).toBe(401);
  });

  it.each(['', 'x', 'a.b', `${'A'.repeat(43)}.${'B'.repeat(22)}`])(
    'the cookie %j opens no session',
    async (cookie) => {
      const visitor = stranger();
      visitor.cookies.set('sid', cookie);
      expect((await visitor.ask('getFeed', { tab: 'paraVos' })).status).toBe(401);
    },
  );
});

describe('the super-admin', () => {
  const email = 'jefa@example.com';
  const open = (superAdminPassword: string | null) =>
    openSite(db, { superAdminEmail: email, superAdminPassword, now: () => now });

  it('the super-admin account is created at start, so nobody else can register its address', async () => {
    const other = await open('muy secreta');
    const visitor = other.visitor();
    expect((await visitor.ask('signUp', { ...good, email })).body.error?.code).toBe(
      'auth/email-already-in-use',
    );
    await visitor.call('signIn', { email, password: 'muy secreta' });
    expect(await visitor.call('getSession')).toMatchObject({ isAdmin: true });
    await other.close();
  });

  it('the setup link of the super-admin works once and ends all existing sessions', async () => {
    await db.raw.query('UPDATE accounts SET password_hash = NULL WHERE email_lower = $1', [email]);
    await (await open(null)).close();
    const token = 'known to this test';
    await db.raw.query('UPDATE password_tokens SET token_hash = $1', [
      createHash('sha256').update(token).digest(),
    ]);
    const other = await open(null);
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        other.visitor().ask('resetPassword', { token, password: 'nueva clave' }),
      ),
    );
    expect(tries.filter((answer) => answer.status === 200)).toHaveLength(1);
    await other.visitor().call('signIn', { email, password: 'nueva clave' });
    await other.close();
  });
});
