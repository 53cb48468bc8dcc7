import { randomInt } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { countFaults, expectMatch, playCrowd } from './crowd.ts';
import { cloneDatabase } from './database.ts';
import { drainJobs } from './drain.ts';
import { openSite, type TestSite } from './site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
beforeAll(async () => {
  site = await openSite(db, { mainUser: '' });
});
afterAll(() => site.close());

// Repeat a failing run with the seed in its name: CROWD_SEED=123 vitest run --project database crowd
const { CROWD_SEED, CROWD_ACTS = '1000' } = process.env;
const seeds =
  CROWD_SEED === undefined ? Array.from({ length: 5 }, () => randomInt(2 ** 31)) : [Number(CROWD_SEED)];
// A follow back-fills at most 41 reposts, so a user should do about 250 acts at most.
const people = Math.max(8, Number(CROWD_ACTS) / 250);

it.each(seeds)(
  `seed %d: after ${CROWD_ACTS} acts of ${people} people at once all is as each was answered`,
  async (seed) => {
    const users = await site.users('Hincha', people);
    const crowd = await playCrowd(users, { seed, rounds: Number(CROWD_ACTS) / people });
    await drainJobs(db);
    await expectMatch(crowd);
    expect(await countFaults(db)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  },
  600_000,
);
