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

const pass = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));
const suspend = (who: Visitor) => who.ask('adminSetUserSuspended', { targetUid: ana.uid, suspended: true });

async function signedIn(): Promise<Visitor> {
  const visitor = site.visitor();
  await visitor.call('signIn', boss);
  return visitor;
}

const adminCalls = (Object.keys(calls) as CallName[]).filter((name) => calls[name].who === 'admin');
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

/** Which of the queries ask for a proof first; the others answer as ever. */
async function askingForProof(who: Visitor): Promise<CallName[]> {
  const answers = await Promise.all(adminQueries.map((name) => who.ask(name, inputs[name] ?? {})));
  const asks = answers.map(({ status, text }) => status === 400 && text === signInAgainText);
  const usual = adminQueries.map((name) => (name === 'adminAdStats' ? 404 : 200));
  expect(answers.map(({ status }, i) => (asks[i] ? usual[i] : status))).toEqual(usual);
  return adminQueries.filter((_, i) => asks[i]);
}

it('a query that shows e-mail addresses or reporters asks for a proof of the last hour', () => {
  const shown = adminQueries.filter((name) =>
    /"(?:email|reporter)":/.test(JSON.stringify(calls[name].output)),
  );
  expect(shown.toSorted()).toEqual(personal.toSorted());
  const fresh = adminQueries.filter((name) => 'needsFreshProof' in calls[name]);
  expect(fresh.toSorted()).toEqual(shown.toSorted());
});

describe('an admin who signed in more than twelve hours ago', () => {
  it('is asked before anything of the administration is shown, and by nothing else', async () => {
    const admin = await signedIn();
    expect(await askingForProof(admin)).toEqual([]);
    pass(12 * 60);
    expect(await askingForProof(admin)).toEqual(adminQueries.filter((name) => personal.includes(name)));
    expect((await admin.upload('ad', Buffer.from('x'))).status).toBe(415);
    pass(1);
    expect(await askingForProof(admin)).toEqual(adminQueries);
    const { status, body } = await admin.upload('ad', Buffer.from('x'));
    expect([status, body.error]).toEqual([400, signInAgain]);
    // Who they are, and what is everybody's, needs none: the way to the administration stays open.
    expect((await admin.call('getSession')).isAdmin).toBe(true);
    await admin.call('getFeed', { tab: 'paraVos' });
    await admin.call('confirmPassword', { password: boss.password });
    expect(await askingForProof(admin)).toEqual([]);
  });
});

describe('an admin who signed in more than an hour ago', () => {
  it('still sees the dashboard, and is asked for the password before every command', async () => {
    const admin = await signedIn();
    pass(61);
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

  it('goes on for another hour after the password, in that session alone', async () => {
    const [admin, elsewhere] = [await signedIn(), await signedIn()];
    pass(61);
    const wrong = await admin.ask('confirmPassword', { password: 'no es esa' });
    expect([wrong.status, wrong.body.error?.code]).toEqual([401, 'auth/wrong-password']);
    expect((await suspend(admin)).status).toBe(400);
    await admin.call('confirmPassword', { password: boss.password });
    expect((await suspend(admin)).status).toBe(200);
    expect((await suspend(elsewhere)).status).toBe(400);
    pass(60);
    expect((await suspend(admin)).status).toBe(200);
    pass(1);
    expect((await suspend(admin)).status).toBe(400);
    expect((await suspend(await signedIn())).status).toBe(200);
  });

  it('cannot try passwords faster than at the door', async () => {
    const admin = await signedIn();
    const tries: number[] = [];
    for (let i = 0; i < 6; i++)
      tries.push((await admin.ask('confirmPassword', { password: `no ${i}` })).status);
    expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await admin.ask('confirmPassword', { password: boss.password })).status).toBe(429);
  });

  it('tells somebody who is no admin nothing of it', async () => {
    const beto = await site.user('Beto');
    pass(13 * 60);
    for (const name of adminCalls)
      expect((await beto.ask(name, inputs[name] ?? {})).body.error?.code).toBe('permission-denied');
  });
});
