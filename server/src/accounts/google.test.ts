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
let crooked: CrookedProvider;
let site: TestSite;
let leanSite: TestSite;
let crookedSite: TestSite;
let now = new Date();

beforeAll(async () => {
  provider = await startProvider(callback);
  lean = await startProvider(callback, { leanToken: true });
  crooked = await startCrookedProvider();
  site = await openSite(db, { google: provider.config, now: () => now });
  leanSite = await openSite(db, { google: lean.config });
  crookedSite = await openSite(db, { google: crooked.config, now: () => now });
});
afterAll(async () => {
  for (const opened of [site, leanSite, crookedSite]) await opened.close();
  for (const opened of [provider, lean, crooked]) await opened.close();
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

async function comeBack(visitor: Visitor, search: string, at = site) {
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

async function enter(visitor: Visitor, account: ProviderAccount | 'cancel', input?: object) {
  const location = await begin(visitor, input);
  return comeBack(visitor, await walkThrough(location.href, account));
}

const ended = (outcome: string) => `/google-listo.html#${outcome}`;

describe('a first sign-in with Google', () => {
  it('makes the account, follows the official one and starts a session', async () => {
    const who = person();
    const visitor = site.visitor();
    expect(await enter(visitor, who)).toMatchObject({ status: 302, location: ended('new') });
    const session = await visitor.call('getSession');
    expect(session).toMatchObject({
      email: who.email,
      user: { displayName: 'Ñata Gómez', bio: '', avatar: null, premium: false, followingCount: 1 },
      config: { googleSignIn: true },
    });
    expect(session.user!.handle).toMatch(/^natagomez\d{3}$/);
    const { rows } = await db.raw.query(
      `SELECT google_issuer, google_subject, password_hash, email_verified_at IS NOT NULL AS proved,
        accepted_tos, accepted_tos_at IS NOT NULL AS dated
       FROM accounts JOIN users USING (uid) WHERE email_lower = $1`,
      [who.email],
    );
    expect(rows).toEqual([
      {
        google_issuer: provider.config.issuer,
        google_subject: who.sub,
        password_hash: null,
        proved: true,
        accepted_tos: true,
        dated: true,
      },
    ]);
  });

  it('asks with PKCE, state, nonce and always the account chooser', async () => {
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

  it('calls who has no name a Hincha, and cuts a long one', async () => {
    const nobody = site.visitor();
    await enter(nobody, person({ name: '' }));
    const { user } = await nobody.call('getSession');
    expect(user).toMatchObject({ displayName: 'Hincha', handle: expect.stringMatching(/^hincha\d{3}$/) });
    const long = site.visitor();
    await enter(long, person({ name: `\u202e${'⚽'.repeat(60)}` }));
    expect((await long.call('getSession')).user!.displayName).toBe('⚽'.repeat(40));
  });

  it('is refused where the terms were asked for and not accepted', async () => {
    const who = person();
    const visitor = site.visitor();
    expect(await enter(visitor, who, { acceptedTos: 'false' })).toMatchObject({ location: ended('terms') });
    expect((await visitor.call('getSession')).user).toBeNull();
  });

  it('keeps no acceptance that nobody gave', async () => {
    const who = person();
    expect(await enter(site.visitor(), who, {})).toMatchObject({ location: ended('new') });
    const { rows } = await db.raw.query(
      'SELECT accepted_tos FROM users JOIN accounts USING (uid) WHERE email_lower = $1',
      [who.email],
    );
    expect(rows).toEqual([{ accepted_tos: false }]);
  });

  it('takes the address from a provider that tells it only when asked', async () => {
    const who = person();
    const visitor = leanSite.visitor();
    const location = await begin(visitor);
    const search = await walkThrough(location.href, who);
    expect(await comeBack(visitor, search, leanSite)).toMatchObject({ location: ended('new') });
    expect(await visitor.call('getSession')).toMatchObject({ email: who.email });
  });

  it('of two windows at once makes one account', async () => {
    const who = person();
    const visitors = [site.visitor(), site.visitor(), site.visitor(), site.visitor()];
    const ends = await Promise.all(visitors.map((visitor) => enter(visitor, who)));
    expect(ends.filter(({ location }) => location === ended('new'))).toHaveLength(1);
    expect(ends.filter(({ location }) => location === ended('in'))).toHaveLength(3);
    const uids = await Promise.all(visitors.map(async (v) => (await v.call('getSession')).user?.uid));
    expect(new Set(uids).size).toBe(1);
  });
});

describe('a later sign-in with Google', () => {
  it('knows the person by the identity, whatever the address is now', async () => {
    const who = person();
    const first = site.visitor();
    await enter(first, who);
    const second = site.visitor();
    const moved = { ...who, email: 'otra@gmail.example', verified: '' as const };
    expect(await enter(second, moved, {})).toMatchObject({ location: ended('in') });
    expect((await second.call('getSession')).user?.uid).toBe((await first.call('getSession')).user?.uid);
  });

  it('follows the official account once, ever', async () => {
    const who = person();
    const visitor = site.visitor();
    await enter(visitor, who);
    await visitor.call('unfollowUser', { targetUid: await officialUid() });
    await enter(visitor, who);
    expect((await visitor.call('getSession')).user?.followingCount).toBe(0);
  });

  it('starts a new session in place of the old one', async () => {
    const visitor = site.visitor();
    await enter(visitor, person());
    const old = visitor.cookies.get('sid')!;
    await enter(visitor, person());
    const kept = site.visitor();
    kept.cookies.set('sid', old);
    expect((await kept.call('getSession')).user).toBeNull();
  });

  it('keeps an account that was to be removed, and says so once', async () => {
    const who = person();
    const visitor = site.visitor();
    await enter(visitor, who);
    const { user } = await visitor.call('getSession');
    expect(await visitor.call('getAccount')).toMatchObject({
      hasPassword: false,
      google: true,
      recentSignIn: true,
    });
    await visitor.call('deleteAccount', { uid: user!.uid });
    expect(await enter(visitor, who)).toMatchObject({ location: ended('kept') });
    expect((await visitor.call('getSession')).user?.uid).toBe(user!.uid);
    expect(await enter(site.visitor(), who)).toMatchObject({ location: ended('in') });
  });

  it('tells a suspended user so, and starts nothing', async () => {
    const who = person();
    const visitor = site.visitor();
    await enter(visitor, who);
    const { user } = await visitor.call('getSession');
    await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [user!.uid]);
    const again = site.visitor();
    expect(await enter(again, who)).toMatchObject({ location: ended('disabled') });
    expect(again.cookies.has('sid')).toBe(false);
  });
});

it('is refused to who was suspended between the way out and the way back', async () => {
  const who = person();
  const visitor = site.visitor();
  await enter(visitor, who);
  const { user } = await visitor.call('getSession');
  const later = site.visitor();
  const location = await begin(later);
  await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [user!.uid]);
  expect(await comeBack(later, await walkThrough(location.href, who))).toMatchObject({
    location: ended('disabled'),
  });
  expect(later.cookies.has('sid')).toBe(false);
});

describe('an address that has an account already', () => {
  it('takes a password and its sessions away from who never proved the address', async () => {
    const attacker = await site.user('Atacante');
    const victim = site.visitor();
    const who = person({ email: attacker.email });
    expect(await enter(victim, who)).toMatchObject({ location: ended('in') });
    expect((await victim.call('getSession')).user?.uid).toBe(attacker.uid);
    expect((await attacker.call('getSession')).user).toBeNull();
    const { status } = await site.visitor().ask('signIn', { email: attacker.email, password: 'aguante' });
    expect(status).toBe(401);
  });

  it('keeps the password of who proved it', async () => {
    const owner = await site.user('Dueña');
    await db.raw.query('UPDATE accounts SET email_verified_at = now() WHERE uid = $1', [owner.uid]);
    const visitor = site.visitor();
    await enter(visitor, person({ email: owner.email.toUpperCase() }));
    expect((await visitor.call('getSession')).user?.uid).toBe(owner.uid);
    expect((await owner.call('getSession')).user?.uid).toBe(owner.uid);
    await site.visitor().call('signIn', { email: owner.email, password: 'aguante' });
  });

  it('stays with the first Google identity when another one brings the same address', async () => {
    const who = person();
    await enter(site.visitor(), who);
    const other = site.visitor();
    expect(await enter(other, person({ email: who.email }))).toMatchObject({ location: ended('failed') });
    expect((await other.call('getSession')).user).toBeNull();
  });

  it('is not given to who did not prove it at the provider', async () => {
    const owner = await site.user('Otra dueña');
    for (const change of [{ email: owner.email, verified: '' as const }, { email: '' }, { email: 'foo' }]) {
      const visitor = site.visitor();
      expect(await enter(visitor, person(change))).toMatchObject({ location: ended('failed') });
      expect((await visitor.call('getSession')).user).toBeNull();
    }
  });

  it('makes the super-admin only of who proved it', async () => {
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
    await comeBack(boss, await walkThrough(location.href, person({ email })), other);
    expect(await boss.call('getSession')).toMatchObject({ isAdmin: true, email });
    expect((await impostor.call('getSession')).user).toBeNull();
    await other.close();
  });
});

describe('the way back', () => {
  it('is refused without its cookie, with another’s, and a second time', async () => {
    const visitor = site.visitor();
    const location = await begin(visitor);
    const search = await walkThrough(location.href, person());
    const other = site.visitor();
    expect(await comeBack(other, search)).toMatchObject({ location: ended('failed') });
    await begin(other);
    expect(await comeBack(other, search)).toMatchObject({ location: ended('failed') });
    const kept = visitor.cookies.get('google')!;
    expect(await comeBack(visitor, search)).toMatchObject({ location: ended('new') });
    expect(visitor.cookies.has('google')).toBe(false);
    const replay = site.visitor();
    replay.cookies.set('google', kept);
    expect(await comeBack(replay, search)).toMatchObject({ location: ended('failed') });
    expect(replay.cookies.has('sid')).toBe(false);
  });

  it('is refused with a code that was used, by the provider', async () => {
    const visitor = site.visitor();
    const first = await walkThrough((await begin(visitor)).href, person());
    await comeBack(visitor, first);
    const second = await begin(visitor);
    const used = new URLSearchParams(first);
    used.set('state', second.searchParams.get('state')!);
    expect(await comeBack(visitor, `?${used.toString()}`)).toMatchObject({ location: ended('failed') });
  });

  it.each(['', '?', '?code=x', '?state=x', '?code=x&state=x', '?error=server_error', '?code=a&code=b'])(
    'is refused with %j',
    async (search) => {
      const visitor = site.visitor();
      await begin(visitor);
      expect(await comeBack(visitor, search)).toMatchObject({ location: ended('failed') });
      expect(visitor.cookies.has('sid')).toBe(false);
    },
  );

  it('hands the browser no token of the provider', async () => {
    const visitor = site.visitor();
    const { location, headers } = await enter(visitor, person());
    expect(location).toBe(ended('new'));
    const told = JSON.stringify([headers, [...visitor.cookies], await visitor.call('getSession')]);
    // A JSON Web Token has three parts; ours, which are signed, have two.
    expect(told).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
    expect(told).not.toMatch(/access_token|id_token/);
    const { rows } = await db.raw.query(
      "SELECT 1 FROM accounts WHERE accounts::text ~ 'eyJ[A-Za-z0-9_-]+[.]'",
    );
    expect(rows).toEqual([]);
  });

  it('is refused after ten minutes, and with a cookie that was changed', async () => {
    const visitor = site.visitor();
    const search = await walkThrough((await begin(visitor)).href, person());
    const kept = visitor.cookies.get('google')!;
    visitor.cookies.set('google', `A${kept}`);
    expect(await comeBack(visitor, search)).toMatchObject({ location: ended('failed') });
    visitor.cookies.set('google', kept);
    now = new Date(now.getTime() + 10 * 60_000 + 1);
    expect(await comeBack(visitor, search)).toMatchObject({ location: ended('failed') });
  });

  it('says who gave up at the provider', async () => {
    expect(await enter(site.visitor(), 'cancel')).toMatchObject({ location: ended('cancelled') });
  });

  it('has the headers of every call', async () => {
    const { headers } = await comeBack(site.visitor(), '?code=x');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
});

describe('a token', () => {
  async function enterWith(bend: Bend, search: Record<string, string> = {}) {
    const visitor = crookedSite.visitor();
    const { searchParams } = await begin(visitor);
    crooked.next(searchParams.get('nonce')!, bend);
    const query = new URLSearchParams({ code: 'x', state: searchParams.get('state')!, ...search });
    const end = await comeBack(visitor, `?${query.toString()}`, crookedSite);
    return { ...end, signedIn: visitor.cookies.has('sid') };
  }

  it('that is good is taken', async () => {
    expect(await enterWith(() => {})).toMatchObject({ location: ended('new'), signedIn: true });
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
    ['an end that has come', (token) => (token.claims['exp'] = Math.floor(Date.now() / 1000) - 60)],
    ['no end', (token) => delete token.claims['exp']],
    ['no subject', (token) => delete token.claims['sub']],
    ['no signature', (token, keys) => Object.assign(token, { header: { alg: 'none' }, key: keys.none })],
    ['a signature that is empty', (token, keys) => (token.key = keys.none)],
    ['another’s key', (token, keys) => (token.key = keys.foreign)],
    ['an unknown key', (token) => (token.header['kid'] = 'x')],
    [
      'our secret as its key',
      (token, keys) => Object.assign(token, { header: { alg: 'HS256' }, key: keys.secret }),
    ],
    [
      'an address that is only said to be proved',
      (token) =>
        Object.assign(token.claims, { sub: 'other', email: 'o@example.com', email_verified: 'true' }),
    ],
    ['nothing in it', (token) => delete token.header['alg']],
  ];
  it.each(bends)('with %s is refused', async (_, bend) => {
    expect(await enterWith(bend)).toMatchObject({ location: ended('failed'), signedIn: false });
  });

  it('is not asked for with another state', async () => {
    const before = crooked.asked();
    expect(await enterWith(() => {}, { state: 'x' })).toMatchObject({ location: ended('failed') });
    expect(crooked.asked()).toBe(before);
  });
});

describe('without a provider', () => {
  it('says that it is not available here', async () => {
    const plain = await openSite(db);
    const { status, body } = await plain.visitor().ask('startGoogleSignIn');
    expect([status, body.error?.code]).toEqual([400, 'failed-precondition']);
    expect(await plain.visitor().call('getSession')).toMatchObject({ config: { googleSignIn: false } });
    await plain.close();
  });

  it('that answers, ends in the page that says so, and tries again the next time', async () => {
    const gone = await startProvider(callback);
    await gone.close();
    const other = await openSite(db, { google: gone.config });
    const { status, headers } = await other.visitor().ask('startGoogleSignIn');
    expect([status, headers['location']]).toEqual([302, ended('failed')]);
    await other.close();
  });

  it('is not started from another site', async () => {
    const { status } = await site.visitor().ask('startGoogleSignIn', {}, { 'sec-fetch-site': 'cross-site' });
    expect(status).toBe(403);
  });
});

async function officialUid(): Promise<string> {
  const { rows } = await db.raw.query<{ uid: string }>('SELECT uid FROM users WHERE official');
  return rows[0]!.uid;
}
