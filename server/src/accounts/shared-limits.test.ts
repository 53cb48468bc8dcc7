import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Problem } from '../../../contract/src/problem.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type Visitor } from '../../test/site.ts';
import type { Pool } from '../platform/postgres/database.ts';
import { Signer } from '../platform/secrets/signed.ts';
import { StoredRateLimiter } from './actions/stored-rate-limiter.ts';
import { SignInGuard } from './sign-in-guard.ts';

const { db } = await cloneDatabase();
let now = new Date('2026-11-21T12:00:00Z');
const password = 'aguante';
const open: TestSite[] = [];

/** Another process on the same database, with empty memory. */
async function startSite(on: Pool = db): Promise<TestSite> {
  const site = await openSite(on, { now: () => now, rateLimits: true, trustProxy: ['127.0.0.1'] });
  open.push(site);
  return site;
}

const advance = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000));

let hosts = 0;
const newAddress = () => `198.18.${++hosts >> 8}.${hosts & 255}`;
const from = (site: TestSite, address: string) => site.visitor({ 'x-forwarded-for': address });

async function newAccount(site: TestSite): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const input = { displayName: 'Blanco', email, password, acceptedTos: true };
  await from(site, newAddress()).call('signUp', input);
  return email;
}

const tryPassword = async (visitor: Visitor, email: string, guess = 'no es esa') =>
  visitor.ask('signIn', { email, password: guess });
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const count = <T>(values: readonly T[], value: T) => values.filter((candidate) => candidate === value).length;

beforeEach(() => advance(24 * 3_600));
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

describe('after a restart', () => {
  it('after a restart the lock-out of an account goes on for its remaining time', async () => {
    const before = await startSite();
    const [email, address] = [await newAccount(before), newAddress()];
    for (let i = 0; i < 5; i++) expect((await tryPassword(from(before, address), email)).status).toBe(401);
    advance(100);
    const site = await startSite();
    for (const guess of ['no es esa', password]) {
      const { status, headers, body } = await tryPassword(from(site, address), email, guess);
      expect([status, headers['retry-after'], body.error?.code]).toEqual([429, '800', 'resource-exhausted']);
    }
    // Neither other addresses nor other accounts are locked.
    expect((await tryPassword(from(site, newAddress()), email, password)).status).toBe(200);
    expect((await tryPassword(from(site, address), await newAccount(site), password)).status).toBe(200);
    advance(800);
    expect((await tryPassword(from(site, address), email, password)).status).toBe(200);
  });

  it('after a restart a second round of wrong passwords still waits longer', async () => {
    const before = await startSite();
    const [email, address] = [await newAccount(before), newAddress()];
    for (let i = 0; i < 5; i++) await tryPassword(from(before, address), email);
    advance(900);
    for (let i = 0; i < 5; i++) await tryPassword(from(before, address), email);
    const { headers } = await tryPassword(from(await startSite(), address), email);
    expect(headers['retry-after']).toBe(String(45 * 60 - 900));
  });

  it('after a restart re-authentication within a session is still rate limited', async () => {
    const before = await startSite();
    const [email, address] = [await newAccount(before), newAddress()];
    const owner = from(before, address);
    await tryPassword(owner, email, password);
    for (let i = 0; i < 5; i++)
      expect(await statusOf(owner.ask('confirmPassword', { password: `no ${i}` }))).toBe(401);
    const again = from(await startSite(), address);
    for (const [name, value] of owner.cookies) again.cookies.set(name, value);
    expect(await statusOf(again.ask('confirmPassword', { password }))).toBe(429);
    const change = { currentPassword: password, password: 'otra clave' };
    expect(await statusOf(again.ask('changePassword', change))).toBe(429);
  });

  it('after a restart an attacked account stays locked to strangers, and open to its own device', async () => {
    const before = await startSite();
    const email = await newAccount(before);
    const own = from(before, newAddress());
    await tryPassword(own, email, password);
    for (let i = 0; i < 20; i++) await tryPassword(from(before, newAddress()), email);
    const site = await startSite();
    expect((await tryPassword(from(site, newAddress()), email, password)).status).toBe(429);
    const device = from(site, newAddress());
    device.cookies.set('device', own.cookies.get('device')!);
    expect((await tryPassword(device, email, password)).status).toBe(200);
  });

  it('after a restart probes, password links, resets and sign-ups of an IP address still count', async () => {
    const before = await startSite();
    const address = newAddress();
    const attemptsOn = (site: TestSite) => {
      const visitor = from(site, address);
      const email = `${randomUUID()}@example.com`;
      return {
        unknown: () => statusOf(tryPassword(visitor, email)),
        link: () => statusOf(visitor.ask('requestPasswordReset', { email })),
        reset: () =>
          statusOf(visitor.ask('resetPassword', { token: 'x'.repeat(43), password: 'nueva clave' })),
        account: () =>
          statusOf(visitor.ask('signUp', { displayName: 'A', email, password, acceptedTos: true })),
      };
    };
    for (let i = 0; i < 10; i++) {
      expect(await attemptsOn(before).unknown()).toBe(404);
      expect(await attemptsOn(before).reset()).toBe(404);
      expect(await attemptsOn(before).account()).toBe(200);
    }
    for (let i = 0; i < 15; i++) expect(await attemptsOn(before).link()).toBe(200);
    const { unknown, link, reset, account } = attemptsOn(await startSite());
    expect([await unknown(), await link(), await reset(), await account()]).toEqual([429, 429, 429, 429]);
    await drainJobs(db);
  });
});

describe('two processes', () => {
  it('two processes together check five of fifty simultaneous passwords', async () => {
    const sites = [await startSite(), await startSite()];
    const [email, address] = [await newAccount(sites[0]!), newAddress()];
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => statusOf(tryPassword(from(sites[i % 2]!, address), email))),
    );
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([5, 45]);
  });

  it('two processes together let one IP address try twenty accounts', async () => {
    const sites = [await startSite(), await startSite()];
    const emails = Array.from({ length: 50 }, () => `${randomUUID()}@example.com`);
    await db.raw.query(
      `INSERT INTO accounts (uid, email_lower, password_hash, created_at)
       SELECT gen_random_uuid(), email, password_hash, created_at
       FROM unnest($1::text[]) AS t (email), accounts WHERE email_lower = $2`,
      [emails, await newAccount(sites[0]!)],
    );
    const address = newAddress();
    const statuses: number[] = [];
    // The hashing queue holds at most 18 passwords; more would get 'unavailable'.
    for (let i = 0; i < 50; i += 10) {
      const batch = emails
        .slice(i, i + 10)
        .map((email, n) => tryPassword(from(sites[n % 2]!, address), email));
      statuses.push(...(await Promise.all(batch.map(statusOf))));
    }
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([20, 30]);
  });
});

it('an account is signed in to 60 times a minute and 600 an hour, from any address, and wrong passwords use none of it up', async () => {
  const guard = new SignInGuard(
    new StoredRateLimiter({ db, signer: new Signer('only for tests'), now: () => now }),
  );
  const enter = (email: string, work = async () => 'in') =>
    guard
      .run({ email, address: newAddress(), knownDevice: false }, work)
      .catch((error: unknown) => (error as Problem).code);
  const refuse = () => Promise.reject<string>(new Problem('auth/wrong-password'));
  const [email, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  for (let i = 0; i < 10; i++) expect(await enter(email, refuse)).toBe('auth/wrong-password');
  const perMinute: number[] = [];
  for (let passed = 0; passed < 11; passed++) {
    const entries: string[] = [];
    for (let i = 0; i < 62; i++) entries.push(await enter(email));
    perMinute.push(count(entries, 'in'));
    expect(count(entries, 'in') + count(entries, 'resource-exhausted')).toBe(62);
    advance(60);
  }
  expect(perMinute).toEqual([...Array<number>(10).fill(60), 0]);
  expect(await enter(other)).toBe('in');
  advance(3_600);
  expect(await enter(email)).toBe('in');
});

describe('rate limit table', () => {
  const signer = new Signer('a secret that only tests know');
  const limiter = (max?: number) =>
    new StoredRateLimiter({ db, signer, now: () => now, ...(max !== undefined && { max }) });
  const rows = async () =>
    (await db.raw.query<{ key: Buffer; count: number }>('SELECT * FROM rate_limits ORDER BY count')).rows;
  beforeEach(() => db.raw.query('TRUNCATE rate_limits'));

  it('a stored rate limit allows exactly its maximum and does not count refused attempts', async () => {
    const [first, second] = [limiter(), limiter()];
    const narrow = { key: 'narrow', limits: [{ max: 3, seconds: 60 }] };
    const wide = {
      key: 'wide',
      limits: [
        { max: 1_000, seconds: 60 },
        { max: 2_000, seconds: 3_600 },
      ],
    };
    const waits = await Promise.all(
      Array.from({ length: 200 }, (_, i) => (i % 2 ? first : second).take([wide, narrow])),
    );
    expect([count(waits, 0), count(waits, 60)]).toEqual([3, 197]);
    expect((await rows()).map((row) => row.count)).toEqual([3, 3, 3]);
    expect(await first.take([wide], [narrow])).toBe(60);
    expect(await first.take([], [narrow])).toBe(60);
    expect(await first.take([], [wide])).toBe(0);
    expect((await rows()).map((row) => row.count)).toEqual([3, 3, 3]);
  });

  it('returned attempts leave no count behind, also when many run at once', async () => {
    const [first, second] = [limiter(), limiter()];
    const keys = ['a', 'b', 'c'].map((key) => ({ key, limits: [{ max: 1_000, seconds: 60 }] }));
    await first.take([keys[1]!]);
    await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const own = i % 2 ? first : second;
        const keysInOrder = i % 3 ? keys : keys.toReversed();
        await own.take(keysInOrder);
        await own.giveBack(keysInOrder);
      }),
    );
    expect((await rows()).map((row) => row.count)).toEqual([1]);
  });

  it('a rate limit window restarts after it ends, and tolerates a clock set back', async () => {
    const own = limiter();
    const keys = [{ key: 'a', limits: [{ max: 1, seconds: 60 }] }];
    expect([await own.take(keys), await own.take(keys)]).toEqual([0, 60]);
    advance(60);
    expect([await own.take(keys), await own.take(keys)]).toEqual([0, 60]);
    advance(-3_600);
    expect(await own.take(keys)).toBe(60);
  });

  it('stored rate limits reveal neither accounts nor IP addresses', async () => {
    const site = await startSite();
    const [email, address] = ['alguien.muy.curiosa@example.com', newAddress()];
    await tryPassword(from(site, address), email);
    const { rows: all } = await db.raw.query('SELECT t::text AS line FROM rate_limits t');
    expect(all.length).toBeGreaterThan(0);
    for (const { line } of all) expect(line).toMatch(/^\("\\\\x[0-9a-f]{32}",\d+,"[^"]+"\)$/);
  });

  it('the rate limit table stays small under many addresses and keeps counters close to their limit', async () => {
    const own = limiter(200);
    const limits = [{ max: 5, seconds: 60 }];
    const endedKeys = [{ key: 'ended', limits: [{ max: 9, seconds: 30 }] }];
    for (let i = 0; i < 9; i++) await own.take(endedKeys);
    for (let i = 0; i < 5; i++) await own.take([{ key: 'guesser', limits }]);
    advance(31);
    for (let i = 0; i < 500; i++) await own.take([{ key: `address ${i}`, limits }]);
    const left = await rows();
    expect(left.length).toBeLessThanOrEqual(210);
    expect(left.map((row) => row.count)).not.toContain(9);
    expect(await own.take([{ key: 'guesser', limits }])).toBe(29);
  });

  it('the clean-up deletes expired rate limit windows', async () => {
    await startSite();
    const own = limiter();
    await own.take([{ key: 'short', limits: [{ max: 5, seconds: 60 }] }]);
    await own.take([{ key: 'long', limits: [{ max: 5, seconds: 3_600 }] }]);
    // More rows than one statement deletes.
    await db.raw.query(
      'INSERT INTO rate_limits SELECT int4send(n), 1, $1 FROM generate_series(1, 10001) AS t (n)',
      [now],
    );
    advance(60);
    await db.raw.query("SELECT graphile_worker.add_job('clean-up')");
    await drainJobs(db);
    expect(await rows()).toHaveLength(1);
  });

  it('sign-in fails while the rate limit table is unavailable', async () => {
    const site = await startSite();
    const email = await newAccount(site);
    const client = await db.raw.connect();
    try {
      await client.query('BEGIN; LOCK TABLE rate_limits');
      const { status, body } = await tryPassword(from(site, newAddress()), email, password);
      expect([status, body.error?.code]).toEqual([503, 'unavailable']);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect((await tryPassword(from(site, newAddress()), email, password)).status).toBe(200);
  });

  it('frequent calls do not query the rate limit table', async () => {
    const statements: string[] = [];
    const watched: Pool = {
      ...db,
      run: (statement, values) => {
        statements.push(statement.name);
        return db.run(statement, values);
      },
    };
    const site = await startSite(watched);
    const ana = from(site, newAddress());
    const email = `${randomUUID()}@example.com`;
    await ana.call('signUp', { displayName: 'Ana', email, password, acceptedTos: true });
    const { post } = await ana.call('publishPost', { text: 'hola' });
    const limits = () => statements.filter((name) => name.endsWith('-rate')).length;
    const before = limits();
    expect(before).toBe(1);
    await ana.call('getFeed', { tab: 'paraVos' });
    await ana.call('likePost', { postId: post.id });
    await ana.call('addComment', { postId: post.id, text: 'hola' });
    await ana.call('searchUsers', { q: 'an' });
    await ana.call('getAccount');
    expect(limits()).toBe(before);
    await from(site, newAddress()).call('signIn', { email, password });
    expect(limits()).toBe(before + 2);
  });
});
