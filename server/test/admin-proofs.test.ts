import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type CallName, calls } from '../../contract/src/calls/all.ts';
import { cloneDatabase } from './database.ts';
import { openSite, type TestSite, type User, type Visitor } from './site.ts';

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

describe('an admin who signed in more than an hour ago', () => {
  it('still reads, and is asked for the password before every command', async () => {
    const admin = await signedIn();
    pass(61);
    await admin.call('getDashboard');
    const commands = (Object.keys(calls) as CallName[]).filter(
      (name) => calls[name].who === 'admin' && calls[name].kind === 'command',
    );
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
      expect({ name, status, error: body.error }).toEqual({
        name,
        status: 400,
        error: {
          code: 'failed-precondition',
          message: 'Para seguir, confirmá que sos vos.',
          reason: 'sign-in-again',
        },
      });
    }
    expect((await admin.call('adminFindUser', { q: ana.email })).user.suspended).toBe(false);
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
    pass(61);
    expect((await suspend(beto)).body.error?.code).toBe('permission-denied');
  });
});
