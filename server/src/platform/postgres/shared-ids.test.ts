import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, it } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { sharedId } from './shared-ids.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { db } = await cloneDatabase();
const rows = 50_000;
const bytesOfString = 56;

it('ids that are read again take no memory of their own', async () => {
  await db.raw.query('SELECT 1');
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const { rows: found } = await db.raw.query<[string]>({
    text: `SELECT ('01900000-0000-7000-8000-' || lpad((i % 500)::text, 12, '0'))::uuid FROM generate_series(1, ${rows}) AS i`,
    rowMode: 'array',
  });
  const ids = found.map(([id]) => id);
  found.length = 0;
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan((rows * bytesOfString) / 3);
  expect(ids).toHaveLength(rows);
  expect(new Set(ids).size).toBe(500);
});

it('an id is itself, even when others have its place', () => {
  const ids = Array.from({ length: 200_000 }, (_, i) => i.toString(16).padStart(36, '0'));
  for (const id of [...ids, '', 'ñ', 'short']) expect(sharedId(id)).toBe(id);
});
