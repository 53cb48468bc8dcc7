import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type CallName, calls } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite, type User, type Visitor } from '../../test/site.ts';

const { db } = await cloneDatabase();
let now = new Date('2026-11-21T12:00:00Z');
let site: TestSite;
let ana: User;
const boss = { email: 'jefa@tablon.example', password: 'aguante-la-jefa' };

beforeAll(async () => {
  const config = { superAdminEmail: boss.email, superAdminPassword: boss.password };
  site = await openSite(db, { ...config, rateLimits: true, now: () => now });
  ana = await site.user('Ana');
});
afterAll(() => site.close());

const advance = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));
const suspend = (visitor: Visitor) =>
  visitor.ask('adminSetUserSuspended', { targetUid: ana.uid, suspended: true });

async function signedIn(): Promise<Visitor> {
  const visitor = site.visitor();
  await visitor.call('signIn', boss);
  return visitor;
}

const adminCalls = (Object.keys(calls) as CallName[]).filter((name) => calls[name].access === 'admin');
const adminQueries = adminCalls.filter((name) => calls[name].kind === 'query');
const personal: CallName[] = ['adminListUsers', 'adminFindUser', 'adminListReports'];
const inputs: Partial<Record<CallName, object>> = {
  adminFindUser: { q: boss.email },
  adminAdStats: { adId: '019ab000-0000-7000-8000-000000000000' },
};
const signInAgain = {
  code: 'failed-precondition',
  message: 'Para seguir, confirmá que sos vos.',
  reason: 'sign-in-again',
};

const signInAgainText = JSON.stringify({ error: signInAgain });

/** The queries that ask for re-authentication; the others answer as usual. */
async function queriesThatAsk(visitor: Visitor): Promise<CallName[]> {
  const answers = await Promise.all(adminQueries.map((name) => visitor.ask(name, inputs[name] ?? {})));
  const asks = answers.map(({ status, text }) => status === 400 && text === signInAgainText);
  const usual = adminQueries.map((name) => (name === 'adminAdStats' ? 404 : 200));
  expect(answers.map(({ status }, i) => (asks[i] ? usual[i] : status))).toEqual(usual);
  return adminQueries.filter((_, i) => asks[i]);
}

it('queries that show e-mail addresses or reporters require re-authentication within the last hour', () => {
  const personalQueries = adminQueries.filter((name) =>
    /"(?:email|reporter)":/.test(JSON.stringify(calls[name].output)),
  );
  expect(personalQueries.toSorted()).toEqual(personal.toSorted());
  const fresh = adminQueries.filter((name) => 'needsReauthentication' in calls[name]);
  expect(fresh.toSorted()).toEqual(personalQueries.toSorted());
});

describe('an admin who signed in more than twelve hours ago', () => {
  it('an admin who signed in over twelve hours ago must re-authenticate for every admin query, and for nothing else', async () => {
    const admin = await signedIn();
    expect(await queriesThatAsk(admin)).toEqual([]);
    advance(12 * 60);
    expect(await queriesThatAsk(admin)).toEqual(adminQueries.filter((name) => personal.includes(name)));
    expect((await admin.upload('ad', Buffer.from('x'))).status).toBe(415);
    advance(1);
    expect(await queriesThatAsk(admin)).toEqual(adminQueries);
    const { status, body } = await admin.upload('ad', Buffer.from('x'));
    expect([status, body.error]).toEqual([400, signInAgain]);
    // getSession and public content stay available, so the admin can get back in.
    expect((await admin.call('getSession')).isAdmin).toBe(true);
    await admin.call('getFeed', { tab: 'paraVos' });
    await admin.call('confirmPassword', { password: boss.password });
    expect(await queriesThatAsk(admin)).toEqual([]);
  });
});

describe('an admin who signed in more than an hour ago', () => {
  it('an admin who signed in over an hour ago still sees the dashboard, but commands require the password', async () => {
    const admin = await signedIn();
    advance(61);
    await admin.call('getDashboard');
    const commands = adminCalls.filter((name) => calls[name].kind === 'command');
    expect(commands).toEqual(
      expect.arrayContaining([
        'adminSetUserSuspended',
        'adminDeletePost',
        'adminDeleteComment',
        'adminDeleteAd',
      ]),
    );
    for (const name of commands) {
      const { status, body } = await admin.ask(name, {});
      expect({ name, status, error: body.error }).toEqual({ name, status: 400, error: signInAgain });
    }
    const { rows } = await db.raw.query('SELECT suspended FROM users WHERE uid = $1', [ana.uid]);
    expect(rows).toEqual([{ suspended: false }]);
  });

  it('re-authentication lasts an hour and counts for that session only', async () => {
    const [admin, elsewhere] = [await signedIn(), await signedIn()];
    advance(61);
    const wrong = await admin.ask('confirmPassword', { password: 'no es esa' });
    expect([wrong.status, wrong.body.error?.code]).toEqual([401, 'auth/wrong-password']);
    expect((await suspend(admin)).status).toBe(400);
    await admin.call('confirmPassword', { password: boss.password });
    expect((await suspend(admin)).status).toBe(200);
    expect((await suspend(elsewhere)).status).toBe(400);
    advance(60);
    expect((await suspend(admin)).status).toBe(200);
    advance(1);
    expect((await suspend(admin)).status).toBe(400);
    expect((await suspend(await signedIn())).status).toBe(200);
  });

  it('re-authentication has the same rate limit as sign-in', async () => {
    const admin = await signedIn();
    const tries: number[] = [];
    for (let i = 0; i < 6; i++)
      tries.push((await admin.ask('confirmPassword', { password: `no ${i}` })).status);
    expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await admin.ask('confirmPassword', { password: boss.password })).status).toBe(429);
  });

  it('a user who is no admin gets permission-denied, not a request to re-authenticate', async () => {
    const beto = await site.user('Beto');
    advance(13 * 60);
    for (const name of adminCalls)
      expect((await beto.ask(name, inputs[name] ?? {})).body.error?.code).toBe('permission-denied');
  });
});
