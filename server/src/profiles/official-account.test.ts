import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { findOfficialUids, findUsers } from '../people/store/users.ts';
import { makeOfficial } from './actions/official-account.ts';

const { db, lockWaits } = await cloneDatabase();
let site: TestSite;

beforeAll(async () => {
  site = await openSite(db);
});
afterAll(() => site.close());

async function mark({ uid }: User): Promise<boolean> {
  const [user] = await findUsers(db, [uid]);
  return makeOfficial(writesOn(db), { uid: null }, user!);
}

it('two changes of the official account at once leave one', async () => {
  const candidates = await site.users('Candidata', 2);
  const [former] = await findOfficialUids(db);
  const holder = await db.session();
  await holder.raw.query('BEGIN');
  await holder.raw.query('SELECT 1 FROM users WHERE uid = $1 FOR UPDATE', [former]);
  const changes = candidates.map(mark);
  await expect.poll(lockWaits).toBe(2);
  await holder.raw.query('COMMIT');
  await holder.close();
  expect(await Promise.all(changes)).toEqual([true, true]);
  const official = await findOfficialUids(db);
  expect(official).toHaveLength(1);
  expect(candidates.map(({ uid }) => uid)).toContain(official[0]);
});

it('a change of the official account ends a state with two of them', async () => {
  const [second, next] = await site.users('Repetida', 2);
  await db.raw.query('UPDATE users SET official = true WHERE uid = $1', [second!.uid]);
  expect(await mark(next!)).toBe(true);
  expect(await findOfficialUids(db)).toEqual([next!.uid]);
  expect(await mark(next!)).toBe(false);
});
