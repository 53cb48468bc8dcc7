import { randomUUID } from 'node:crypto';

import { expect, onTestFinished, test } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { Bus } from '../../kernel/bus.ts';
import type { Pool } from '../../platform/postgres/database.ts';
import { InstanceLink } from './link.ts';
import { Membership } from './membership.ts';

const { db } = await cloneDatabase();

/** A database whose clock is ahead by what `ahead` says. */
function withClock(ahead: () => number): Pool {
  return {
    ...db,
    session: async () => {
      const session = await db.session();
      const run: Pool['run'] = async <Row extends object>(
        ...[statement, values]: Parameters<Pool['run']>
      ): Promise<Row[]> => {
        const rows = await session.db.run<Row>(statement, values);
        return statement.name === 'read-clock'
          ? rows.map((row) => ({ ...row, ms: (row as { ms?: number }).ms! + ahead() }))
          : rows;
      };
      return { ...session, db: { run } };
    },
  };
}

test('the clock follows that of the database and never goes back', async () => {
  let ahead = 0;
  const link = new InstanceLink({ id: randomUUID(), bus: new Bus(), transport: null });
  const self = { version: 'test', schema: 'test', secrets: Buffer.alloc(32) };
  const membership = new Membership(
    withClock(() => ahead),
    link,
    self,
    { error: () => {} },
  );
  await membership.join();
  onTestFinished(() => membership.leave());
  const times: number[] = [];
  const error = () => {
    times.push(membership.clock());
    return Math.abs(times.at(-1)! - Date.now() - ahead);
  };
  for (const next of [0, 3_000, 0]) {
    ahead = next;
    await expect.poll(error, { timeout: 8_000 }).toBeLessThan(500);
  }
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});
