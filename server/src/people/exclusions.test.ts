import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { Bus } from '../kernel/bus.ts';
import type { Database } from '../platform/postgres/database.ts';
import { createExclusionsCache, exclusionsOf, noExclusions } from './views/exclusions.ts';

const { db } = await cloneDatabase();
const [ana, beto, carla, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

const names: string[] = [];
const counting: Database = {
  run: (statement, values) => {
    names.push(statement.name);
    return db.run(statement, values);
  },
};

/** Asks for all viewers in one turn, with an empty cache. */
async function readTogether(viewers: readonly string[]) {
  names.length = 0;
  const reads = { db: counting, exclusions: createExclusionsCache(counting, new Bus()) };
  return Promise.all(viewers.map(async (uid) => exclusionsOf(reads, uid, [other])));
}

it('the exclusions of many viewers are read by one statement, as those of one are', async () => {
  await db.raw.query('INSERT INTO blocks (blocker, blocked, created_at) VALUES ($1, $2, now())', [
    ana,
    other,
  ]);
  await db.raw.query('INSERT INTO blocked_by (blocked, blocker) VALUES ($1, $2)', [beto, ana]);
  await db.raw.query('INSERT INTO mutes (uid, muted, created_at) VALUES ($1, $2, now())', [ana, beto]);
  await db.raw.query('INSERT INTO muted_words (uid, words) VALUES ($1, $2)', [beto, ['penal']]);
  const together = await readTogether([ana, beto, carla]);
  expect(names).toEqual(['find-exclusions-of-many']);
  const [ofAna, ofBeto, ofCarla] = together;
  expect(ofAna).toMatchObject({ blocks: new Set([other]), mutes: new Set([beto]), words: null });
  expect(ofBeto).toMatchObject({ blockedBy: new Set([ana]), blocks: new Set() });
  expect(ofBeto?.words?.('no fue penal')).toBe(true);
  expect(ofCarla).toBe(noExclusions);
  expect(await readTogether([ana])).toEqual([ofAna]);
  expect(names).toEqual(['find-exclusions']);
});

it('a viewer whom a crowd blocks is read alone, and the others are right', async () => {
  await db.raw.query(
    'INSERT INTO blocked_by (blocked, blocker) SELECT $1, gen_random_uuid() FROM generate_series(1, 5001)',
    [carla],
  );
  await db.raw.query('INSERT INTO blocked_by (blocked, blocker) VALUES ($1, $2)', [carla, other]);
  const [ofAna, ofCarla] = await readTogether([ana, carla]);
  expect(ofAna?.blocks).toEqual(new Set([other]));
  expect(ofCarla?.blockedBy).toEqual(new Set([other]));
  expect(names).toEqual([
    'find-exclusions-of-many',
    'find-exclusions',
    'find-exclusions',
    'find-exclusions-among',
  ]);
});
