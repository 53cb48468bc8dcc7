import { afterAll, beforeAll, expect, it } from 'vitest';

import { featuresOn } from '../../../contract/src/features.ts';
import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { findOfficialUid } from '../people/store/users.ts';

const { db } = await cloneDatabase();
const hourMs = 3_600_000;
let now = new Date('2026-11-21T12:00:00Z');
let site: TestSite;
let others: User[];

beforeAll(async () => {
  site = await openSite(db, { now: () => now });
  others = await site.users('Hincha', 5);
});
afterAll(() => site.close());

const nothingDone = { club: false, follow: false, reading: false };
const inSession = async (user: User) => (await user.call('getSession')).onboarding;
const stepsOf = async (user: User) => (await user.call('getOnboarding')).onboarding;

it('a new account has three first steps from its sign-up on, until all are done', async () => {
  const visitor = site.visitor();
  const account = {
    displayName: 'Nueva',
    email: 'nueva@tablon.example',
    password: 'aguante',
    acceptedTos: true,
  };
  expect((await visitor.call('signUp', account)).onboarding).toEqual(nothingDone);
  expect((await visitor.call('getSession')).onboarding).toEqual(nothingDone);
  const { onboarding } = await visitor.call('setOnboarding', { step: 'reading' });
  expect(onboarding).toEqual({ ...nothingDone, reading: true });
  await visitor.call('setOnboarding', { step: 'reading' });
  await visitor.call('setOnboarding', { step: 'club' });
  expect((await visitor.call('setOnboarding', { step: 'follow' })).onboarding).toBeNull();
  expect((await visitor.call('getSession')).onboarding).toBeUndefined();
});

it('five follows are the second step, without the official account', async () => {
  const [user, official] = [await site.user('Sigue'), await findOfficialUid(db)];
  const uids = others.map(({ uid }) => uid);
  await user.call('followUsers', { uids: uids.slice(0, 4) });
  expect(await stepsOf(user)).toEqual(nothingDone);
  await user.call('followUser', { targetUid: uids[4]! });
  expect(await stepsOf(user)).toEqual({ ...nothingDone, follow: true });
  await user.call('unfollowUser', { targetUid: official! });
  expect(await stepsOf(user)).toEqual({ ...nothingDone, follow: true });
});

it('a club is the first step, whether others see it or not', async () => {
  const user = await site.user('De Boca');
  await user.call('setClub', { club: 'boca', show: true });
  expect(await stepsOf(user)).toEqual({ ...nothingDone, club: true });
  await user.call('setClub', { show: false });
  expect(await stepsOf(user)).toEqual({ ...nothingDone, club: true });
});

it('once all steps are done they do not come back with an unfollow or without a club', async () => {
  const user = await site.user('Terminó');
  await user.call('setReadingChoice', { publicReading: true, indexable: false });
  await user.call('followUsers', { uids: others.map(({ uid }) => uid) });
  expect(await inSession(user)).toEqual({ club: false, follow: true, reading: true });
  await user.call('setClub', { club: 'boca' });
  expect(await inSession(user)).toBeUndefined();
  await user.call('unfollowUser', { targetUid: others[0]!.uid });
  await user.call('setClub', { club: null });
  expect(await inSession(user)).toBeUndefined();
  expect(await stepsOf(user)).toBeNull();
});

it('a choice of readers is the third step, also while the steps are put off', async () => {
  const [user, later] = await site.users('Elige', 2);
  await user!.call('setReadingChoice', { publicReading: false, indexable: false });
  expect(await stepsOf(user!)).toEqual({ ...nothingDone, reading: true });
  await later!.call('setOnboarding', { snooze: true });
  await later!.call('setReadingChoice', { publicReading: true, indexable: false });
  now = new Date(now.getTime() + 72 * hourMs);
  expect(await inSession(later!)).toEqual({ ...nothingDone, reading: true });
});

it('the first steps are put off for three days, and the second time for good', async () => {
  const user = await site.user('Apurada');
  expect((await user.call('setOnboarding', { snooze: true })).onboarding).toBeNull();
  // A second tap does not count.
  await user.call('setOnboarding', { snooze: true });
  now = new Date(now.getTime() + 71 * hourMs);
  expect(await inSession(user)).toBeUndefined();
  now = new Date(now.getTime() + hourMs);
  expect(await inSession(user)).toEqual(nothingDone);
  await user.call('setOnboarding', { snooze: true });
  now = new Date(now.getTime() + 365 * 24 * hourMs);
  const later = site.visitor();
  await later.call('signIn', { email: user.email, password: 'aguante' });
  expect((await later.call('getSession')).onboarding).toBeUndefined();
});

it('accounts from before have no first steps, and a call takes one of a step and a snooze', async () => {
  const user = await site.user('De antes');
  await db.raw.query('UPDATE accounts SET onboarding_steps = NULL WHERE uid = $1', [user.uid]);
  expect((await user.call('setOnboarding', { step: 'club' })).onboarding).toBeNull();
  expect((await user.call('setOnboarding', { snooze: true })).onboarding).toBeNull();
  for (const input of [{}, { step: 'club', snooze: true }, { step: 'prode' }])
    expect((await user.ask('setOnboarding', input)).body.error?.code).toBe('invalid-argument');
});

it('a part that is off has no step', async () => {
  const without = await openSite(db, { now: () => now, features: featuresOn(['publico', 'cuadros']) });
  const user = await without.user('Sin cuadros');
  expect(await stepsOf(user)).toEqual({ follow: false });
  expect((await user.call('setOnboarding', { step: 'follow' })).onboarding).toBeNull();
  await without.close();
});
