import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { type Bend, type CrookedProvider, startCrookedProvider } from '../../test/openid/crooked-provider.ts';
import { type OpenIdSite, type ProviderAccount, startProvider } from '../../test/openid/provider.ts';
import { walkThrough } from '../../test/openid/walk.ts';
import { openSite, type TestSite, type Visitor } from '../../test/site.ts';

const callback = 'http://localhost:3000/api/googleCallback';
const { db } = await cloneDatabase();
let provider: OpenIdSite;
let lean: OpenIdSite;
let maliciousProvider: CrookedProvider;
let site: TestSite;
let leanSite: TestSite;
let maliciousSite: TestSite;
let now = new Date();

beforeAll(async () => {
  provider = await startProvider(callback);
  lean = await startProvider(callback, { leanToken: true });
  maliciousProvider = await startCrookedProvider();
  site = await openSite(db, { google: provider.config, now: () => now });
  leanSite = await openSite(db, { google: lean.config });
  maliciousSite = await openSite(db, { google: maliciousProvider.config, now: () => now });
});
afterAll(async () => {
  for (const openSite of [site, leanSite, maliciousSite]) await openSite.close();
  for (const server of [provider, lean, maliciousProvider]) await server.close();
});

let people = 0;
function person(change: Partial<ProviderAccount> = {}): ProviderAccount {
  const sub = `person-${++people}`;
  return { sub, email: `${sub}@gmail.example`, verified: 'true', name: 'Ñata Gómez', ...change };
}

async function begin(visitor: Visitor, input: object = { acceptedTos: 'true' }): Promise<URL> {
  const { status, headers } = await visitor.ask('startGoogleSignIn', input);
  expect(status).toBe(302);
  return new URL(headers['location'] as string);
}

async function returnFrom(visitor: Visitor, search: string, at = site) {
  const response = await at.app.http.inject({
    url: `/api/googleCallback${search}`,
    cookies: Object.fromEntries(visitor.cookies),
  });
  for (const { name, value } of response.cookies) {
    if (value === '') visitor.cookies.delete(name);
    else visitor.cookies.set(name, value);
  }
  return { status: response.statusCode, location: response.headers.location, headers: response.headers };
}

async function signInWith(visitor: Visitor, account: ProviderAccount | 'cancel', input?: object) {
  const location = await begin(visitor, input);
  return returnFrom(visitor, await walkThrough(location.href, account));
}

const outcomePage = (outcome: string) => `/google-listo.html#${outcome}`;

describe('first Google sign-in', () => {
  it('a first sign-in with Google creates the account, follows the official one and starts a session', async () => {
    const account = person();
    const visitor = site.visitor();
    expect(await signInWith(visitor, account)).toMatchObject({ status: 302, location: outcomePage('new') });
    const session = await visitor.call('getSession');
    expect(session).toMatchObject({
      email: account.email,
      user: { displayName: 'Ñata Gómez', bio: '', avatar: null, premium: false, followingCount: 1 },
      config: { googleSignIn: true },
    });
    expect(session.user!.handle).toMatch(/^natagomez\d{3}$/);
    const { rows } = await db.raw.query(
      `SELECT google_issuer, google_subject, password_hash, email_verified_at IS NOT NULL AS proved,
        accepted_tos, accepted_tos_at IS NOT NULL AS dated
       FROM accounts JOIN users USING (uid) WHERE email_lower = $1`,
      [account.email],
    );
    expect(rows).toEqual([
      {
        google_issuer: provider.config.issuer,
        google_subject: account.sub,
        password_hash: null,
        proved: true,
        accepted_tos: true,
        dated: true,
      },
    ]);
  });

  it('Google sign-in uses PKCE, state and nonce, and always shows the account chooser', async () => {
    const { searchParams } = await begin(site.visitor());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      prompt: 'select_account',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: callback,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('Google sign-in names an account without a name Hincha and truncates a long name', async () => {
    const nobody = site.visitor();
    await signInWith(nobody, person({ name: '' }));
    const { user } = await nobody.call('getSession');
    expect(user).toMatchObject({ displayName: 'Hincha', handle: expect.stringMatching(/^hincha\d{3}$/) });
    const long = site.visitor();
    await signInWith(long, person({ name: `\u202e${'⚽'.repeat(60)}` }));
    expect((await long.call('getSession')).user!.displayName).toBe('⚽'.repeat(40));
    const late = site.visitor();
    await signInWith(late, person({ name: `${'\u3164'.repeat(40)}Ñata` }));
    expect((await late.call('getSession')).user!.displayName).toBe('Hincha');
  });

  it('a first Google sign-in fails when the terms were declined', async () => {
    const account = person();
    const visitor = site.visitor();
    expect(await signInWith(visitor, account, { acceptedTos: 'false' })).toMatchObject({
      location: outcomePage('terms'),
    });
    expect((await visitor.call('getSession')).user).toBeNull();
  });

  it('acceptance of the terms is not recorded when they were not asked about', async () => {
    const account = person();
    expect(await signInWith(site.visitor(), account, {})).toMatchObject({ location: outcomePage('new') });
    const { rows } = await db.raw.query(
      'SELECT accepted_tos FROM users JOIN accounts USING (uid) WHERE email_lower = $1',
      [account.email],
    );
    expect(rows).toEqual([{ accepted_tos: false }]);
  });

  it('Google sign-in reads the address from the userinfo endpoint when the ID token lacks it', async () => {
    const account = person();
    const visitor = leanSite.visitor();
    const location = await begin(visitor);
    const search = await walkThrough(location.href, account);
    expect(await returnFrom(visitor, search, leanSite)).toMatchObject({ location: outcomePage('new') });
    expect(await visitor.call('getSession')).toMatchObject({ email: account.email });
  });

  it('simultaneous first Google sign-ins in several windows create one account', async () => {
    const account = person();
    const visitors = [site.visitor(), site.visitor(), site.visitor(), site.visitor()];
    const ends = await Promise.all(visitors.map((visitor) => signInWith(visitor, account)));
    expect(ends.filter(({ location }) => location === outcomePage('new'))).toHaveLength(1);
    expect(ends.filter(({ location }) => location === outcomePage('in'))).toHaveLength(3);
    const uids = await Promise.all(visitors.map(async (v) => (await v.call('getSession')).user?.uid));
    expect(new Set(uids).size).toBe(1);
  });
});

describe('later Google sign-in', () => {
  it('a later Google sign-in matches by identity even when the e-mail address has changed', async () => {
    const account = person();
    const first = site.visitor();
    await signInWith(first, account);
    const second = site.visitor();
    const movedAccount = { ...account, email: 'otra@gmail.example', verified: '' as const };
    expect(await signInWith(second, movedAccount, {})).toMatchObject({ location: outcomePage('in') });
    expect((await second.call('getSession')).user?.uid).toBe((await first.call('getSession')).user?.uid);
  });

  it('a later Google sign-in does not follow the official account again', async () => {
    const account = person();
    const visitor = site.visitor();
    await signInWith(visitor, account);
    await visitor.call('unfollowUser', { targetUid: await officialUid() });
    await signInWith(visitor, account);
    expect((await visitor.call('getSession')).user?.followingCount).toBe(0);
  });

  it('Google sign-in replaces the old session', async () => {
    const visitor = site.visitor();
    await signInWith(visitor, person());
    const old = visitor.cookies.get('sid')!;
    await signInWith(visitor, person());
    const former = site.visitor();
    former.cookies.set('sid', old);
    expect((await former.call('getSession')).user).toBeNull();
  });

  it('signing in again with Google keeps the push devices of the browser, and another user gets none', async () => {
    const [visitor, account] = [site.visitor(), person()];
    await signInWith(visitor, account);
    const { uid } = (await visitor.call('getSession')).user!;
    await db.raw.query(
      `INSERT INTO push_subscriptions
         (uid, id, endpoint, subscription, session_hash, told_until, created_at, updated_at)
       SELECT uid, gen_random_uuid(), 'x', '{}', token_hash, uid, now(), now() FROM sessions WHERE uid = $1`,
      [uid],
    );
    const devices = async () =>
      (await db.raw.query('SELECT 1 FROM push_subscriptions JOIN sessions ON token_hash = session_hash'))
        .rowCount;
    await signInWith(visitor, account);
    expect(await devices()).toBe(1);
    await signInWith(visitor, person());
    expect(await devices()).toBe(0);
  });

  it('Google sign-in cancels a pending account deletion and reports it once', async () => {
    const account = person();
    const visitor = site.visitor();
    await signInWith(visitor, account);
    const { user } = await visitor.call('getSession');
    expect(await visitor.call('getAccount')).toMatchObject({
      hasPassword: false,
      google: true,
      recentSignIn: true,
    });
    await visitor.call('deleteAccount', { uid: user!.uid });
    expect(await signInWith(visitor, account)).toMatchObject({ location: outcomePage('kept') });
    expect((await visitor.call('getSession')).user?.uid).toBe(user!.uid);
    expect(await signInWith(site.visitor(), account)).toMatchObject({ location: outcomePage('in') });
  });

  it('Google sign-in reports a suspension and starts no session', async () => {
    const account = person();
    const visitor = site.visitor();
    await signInWith(visitor, account);
    const { user } = await visitor.call('getSession');
    await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [user!.uid]);
    const again = site.visitor();
    expect(await signInWith(again, account)).toMatchObject({ location: outcomePage('disabled') });
    expect(again.cookies.has('sid')).toBe(false);
  });
});

it('Google sign-in fails for a user who was suspended between redirect and callback', async () => {
  const account = person();
  const visitor = site.visitor();
  await signInWith(visitor, account);
  const { user } = await visitor.call('getSession');
  const later = site.visitor();
  const location = await begin(later);
  await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [user!.uid]);
  expect(await returnFrom(later, await walkThrough(location.href, account))).toMatchObject({
    location: outcomePage('disabled'),
  });
  expect(later.cookies.has('sid')).toBe(false);
});

describe('Google sign-in with a registered e-mail address', () => {
  it('Google sign-in drops the password and sessions of an account whose address was never verified', async () => {
    const attacker = await site.user('Atacante');
    const victim = site.visitor();
    const account = person({ email: attacker.email });
    expect(await signInWith(victim, account)).toMatchObject({ location: outcomePage('in') });
    expect((await victim.call('getSession')).user?.uid).toBe(attacker.uid);
    expect((await attacker.call('getSession')).user).toBeNull();
    const { status } = await site.visitor().ask('signIn', { email: attacker.email, password: 'aguante' });
    expect(status).toBe(401);
  });

  it('Google sign-in keeps the password of an account whose address was verified', async () => {
    const owner = await site.user('Dueña');
    await db.raw.query('UPDATE accounts SET email_verified_at = now() WHERE uid = $1', [owner.uid]);
    const visitor = site.visitor();
    await signInWith(visitor, person({ email: owner.email.toUpperCase() }));
    expect((await visitor.call('getSession')).user?.uid).toBe(owner.uid);
    expect((await owner.call('getSession')).user?.uid).toBe(owner.uid);
    await site.visitor().call('signIn', { email: owner.email, password: 'aguante' });
  });

  it('an account stays with its first Google identity when another one brings the same address', async () => {
    const account = person();
    await signInWith(site.visitor(), account);
    const other = site.visitor();
    expect(await signInWith(other, person({ email: account.email }))).toMatchObject({
      location: outcomePage('failed'),
    });
    expect((await other.call('getSession')).user).toBeNull();
  });

  it('Google sign-in does not match an account by an unverified address', async () => {
    const owner = await site.user('Otra dueña');
    for (const change of [{ email: owner.email, verified: '' as const }, { email: '' }, { email: 'foo' }]) {
      const visitor = site.visitor();
      expect(await signInWith(visitor, person(change))).toMatchObject({ location: outcomePage('failed') });
      expect((await visitor.call('getSession')).user).toBeNull();
    }
  });

  it('Google sign-in makes somebody super-admin only with a verified address', async () => {
    const email = 'jefa@gmail.example';
    const early = site.visitor();
    const input = { displayName: 'Impostora', email, password: 'aguante', acceptedTos: true };
    await early.call('signUp', input);
    const other = await openSite(db, { google: provider.config, superAdminEmail: email });
    const impostor = other.visitor();
    await impostor.call('signIn', { email, password: 'aguante' });
    expect(await impostor.call('getSession')).toMatchObject({ isAdmin: false });
    const boss = other.visitor();
    const location = await begin(boss);
    await returnFrom(boss, await walkThrough(location.href, person({ email })), other);
    expect(await boss.call('getSession')).toMatchObject({ isAdmin: true, email });
    expect((await impostor.call('getSession')).user).toBeNull();
    await other.close();
  });
});

describe('Google callback', () => {
  it('the Google callback fails without its cookie, with a foreign cookie, and when replayed', async () => {
    const visitor = site.visitor();
    const location = await begin(visitor);
    const search = await walkThrough(location.href, person());
    const other = site.visitor();
    expect(await returnFrom(other, search)).toMatchObject({ location: outcomePage('failed') });
    await begin(other);
    expect(await returnFrom(other, search)).toMatchObject({ location: outcomePage('failed') });
    const cookie = visitor.cookies.get('google')!;
    expect(await returnFrom(visitor, search)).toMatchObject({ location: outcomePage('new') });
    expect(visitor.cookies.has('google')).toBe(false);
    const replay = site.visitor();
    replay.cookies.set('google', cookie);
    expect(await returnFrom(replay, search)).toMatchObject({ location: outcomePage('failed') });
    expect(replay.cookies.has('sid')).toBe(false);
  });

  it('the Google callback fails with a code that was already used', async () => {
    const visitor = site.visitor();
    const first = await walkThrough((await begin(visitor)).href, person());
    await returnFrom(visitor, first);
    const second = await begin(visitor);
    const reusedCode = new URLSearchParams(first);
    reusedCode.set('state', second.searchParams.get('state')!);
    expect(await returnFrom(visitor, `?${reusedCode.toString()}`)).toMatchObject({
      location: outcomePage('failed'),
    });
  });

  it.each(['', '?', '?code=x', '?state=x', '?code=x&state=x', '?error=server_error', '?code=a&code=b'])(
    'the Google callback fails with %j',
    async (search) => {
      const visitor = site.visitor();
      await begin(visitor);
      expect(await returnFrom(visitor, search)).toMatchObject({ location: outcomePage('failed') });
      expect(visitor.cookies.has('sid')).toBe(false);
    },
  );

  it("the Google callback never hands the provider's tokens to the browser", async () => {
    const visitor = site.visitor();
    const { location, headers } = await signInWith(visitor, person());
    expect(location).toBe(outcomePage('new'));
    const visible = JSON.stringify([headers, [...visitor.cookies], await visitor.call('getSession')]);
    // A JSON Web Token has three parts; our signed cookies have two.
    expect(visible).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
    expect(visible).not.toMatch(/access_token|id_token/);
    const { rows } = await db.raw.query(
      "SELECT 1 FROM accounts WHERE accounts::text ~ 'eyJ[A-Za-z0-9_-]+[.]'",
    );
    expect(rows).toEqual([]);
  });

  it('the Google callback fails after ten minutes and with a tampered cookie', async () => {
    const visitor = site.visitor();
    const search = await walkThrough((await begin(visitor)).href, person());
    const cookie = visitor.cookies.get('google')!;
    visitor.cookies.set('google', `A${cookie}`);
    expect(await returnFrom(visitor, search)).toMatchObject({ location: outcomePage('failed') });
    visitor.cookies.set('google', cookie);
    now = new Date(now.getTime() + 10 * 60_000 + 1);
    expect(await returnFrom(visitor, search)).toMatchObject({ location: outcomePage('failed') });
  });

  it('an attempt that another tab began first does not end the one that began last', async () => {
    const visitor = site.visitor();
    const first = await begin(visitor);
    const second = await begin(visitor);
    const finish = async (address: URL) => returnFrom(visitor, await walkThrough(address.href, person()));
    expect(await finish(first)).toMatchObject({ location: outcomePage('failed') });
    expect(await finish(second)).toMatchObject({ location: outcomePage('new') });
  });

  it('cancelling at the provider ends with its own outcome', async () => {
    expect(await signInWith(site.visitor(), 'cancel')).toMatchObject({ location: outcomePage('cancelled') });
  });

  it('the Google callback sends the same headers as every call', async () => {
    const { headers } = await returnFrom(site.visitor(), '?code=x');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
});

describe('ID token', () => {
  async function signInWithToken(bend: Bend, search: Record<string, string> = {}) {
    const visitor = maliciousSite.visitor();
    const { searchParams } = await begin(visitor);
    maliciousProvider.next(searchParams.get('nonce')!, bend);
    const query = new URLSearchParams({ code: 'x', state: searchParams.get('state')!, ...search });
    const end = await returnFrom(visitor, `?${query.toString()}`, maliciousSite);
    return { ...end, signedIn: visitor.cookies.has('sid') };
  }

  it('a valid ID token is accepted', async () => {
    expect(await signInWithToken(() => {})).toMatchObject({ location: outcomePage('new'), signedIn: true });
  });

  const bends: [string, Bend][] = [
    ['another nonce', (token) => (token.claims['nonce'] = 'x')],
    ['no nonce', (token) => delete token.claims['nonce']],
    ['another audience', (token) => (token.claims['aud'] = 'somebody')],
    [
      'two audiences and another party',
      (token) => Object.assign(token.claims, { aud: ['tablon-tests', 'x'], azp: 'x' }),
    ],
    ['another issuer', (token) => (token.claims['iss'] = 'https://accounts.google.com')],
    ['a past expiry', (token) => (token.claims['exp'] = Math.floor(Date.now() / 1000) - 60)],
    ['no expiry', (token) => delete token.claims['exp']],
    ['no subject', (token) => delete token.claims['sub']],
    ['no signature', (token, keys) => Object.assign(token, { header: { alg: 'none' }, key: keys.none })],
    ['an empty signature', (token, keys) => (token.key = keys.none)],
    ['a foreign key', (token, keys) => (token.key = keys.foreign)],
    ['an unknown key', (token) => (token.header['kid'] = 'x')],
    [
      'our secret as its key',
      (token, keys) => Object.assign(token, { header: { alg: 'HS256' }, key: keys.secret }),
    ],
    [
      'email_verified as a string',
      (token) =>
        Object.assign(token.claims, { sub: 'other', email: 'o@example.com', email_verified: 'true' }),
    ],
    ['no algorithm', (token) => delete token.header['alg']],
  ];
  it.each(bends)('an ID token with %s is rejected', async (_, bend) => {
    expect(await signInWithToken(bend)).toMatchObject({ location: outcomePage('failed'), signedIn: false });
  });

  it('a wrong state fails before any token is requested', async () => {
    const before = maliciousProvider.requestCount();
    expect(await signInWithToken(() => {}, { state: 'x' })).toMatchObject({
      location: outcomePage('failed'),
    });
    expect(maliciousProvider.requestCount()).toBe(before);
  });
});

describe('no provider', () => {
  it('Google sign-in is unavailable on a site without a provider', async () => {
    const plain = await openSite(db);
    const { status, body } = await plain.visitor().ask('startGoogleSignIn');
    expect([status, body.error?.code]).toEqual([400, 'failed-precondition']);
    expect(await plain.visitor().call('getSession')).toMatchObject({ config: { googleSignIn: false } });
    await plain.close();
  });

  it('an unreachable provider ends on the failure page and is tried again next time', async () => {
    const closedProvider = await startProvider(callback);
    await closedProvider.close();
    const other = await openSite(db, { google: closedProvider.config });
    const { status, headers } = await other.visitor().ask('startGoogleSignIn');
    expect([status, headers['location']]).toEqual([302, outcomePage('failed')]);
    await other.close();
  });

  it('Google sign-in cannot be started from another site', async () => {
    const { status } = await site.visitor().ask('startGoogleSignIn', {}, { 'sec-fetch-site': 'cross-site' });
    expect(status).toBe(403);
  });
});

async function officialUid(): Promise<string> {
  const { rows } = await db.raw.query<{ uid: string }>('SELECT uid FROM users WHERE official');
  return rows[0]!.uid;
}
