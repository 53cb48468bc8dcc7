import { expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { refuseLargeRemovals } from '../../test/removal-limit.ts';
import { firstId, newId } from '../kernel/ids.ts';
import { deleteReportsOf } from '../moderation/store/reports.ts';
import { deleteMutesOf } from './store/account-traces.ts';

const { db, isCitus } = await cloneDatabase();
const at = new Date('2026-11-21T12:00:00Z');

const rowsOf = async (table: string) =>
  (await db.raw.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n as number;

it.skipIf(isCitus)('what thousands wrote about an account is removed in batches of a thousand', async () => {
  const uid = newId(at);
  const caseId = newId(at);
  await db.raw.query(
    'INSERT INTO mutes (uid, muted, created_at) SELECT gen_random_uuid(), $1, $2 FROM generate_series(1, 2500)',
    [uid, at],
  );
  await db.raw.query(
    `INSERT INTO report_cases (id, target_kind, target_id, author_uid, content, first_at, last_at)
     VALUES ($1, 'profile', $2, $2, '{}', $3, $3)`,
    [caseId, uid, at],
  );
  await db.raw.query(
    `INSERT INTO reports (case_id, id, reason, at) SELECT $1, gen_random_uuid(), 'spam', $2
     FROM generate_series(1, 2500)`,
    [caseId, at],
  );
  await db.raw.query(
    `INSERT INTO report_cases (id, target_kind, target_id, author_uid, content, first_at, last_at)
     SELECT gen_random_uuid(), 'post', gen_random_uuid(), $1, '{}', $2, $2 FROM generate_series(1, 2500)`,
    [uid, at],
  );
  for (const table of ['mutes', 'reports', 'report_cases']) await refuseLargeRemovals(db, table);

  const uids = new Set<string>();
  for (let batch = [firstId]; batch.length > 0;) {
    batch = await deleteMutesOf(db, uid);
    for (const muter of batch) uids.add(muter);
  }
  await deleteReportsOf(db, uid);
  expect(uids.size).toBe(2_500);
  expect([await rowsOf('mutes'), await rowsOf('reports'), await rowsOf('report_cases')]).toEqual([0, 0, 0]);
});
