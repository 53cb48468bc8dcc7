import { afterAll, beforeAll, expect, it } from 'vitest';

import { newId } from '../src/kernel/ids.ts';
import { cloneDatabase } from './database.ts';
import { openSite, type TestSite } from './site.ts';
import { rowsScanned, statementsOf } from './statements.ts';

// A page of a list costs as much as it shows, however long the list is. Counted as in growth.test.ts.

const { db } = await cloneDatabase();
let site: TestSite;

beforeAll(async () => {
  site = await openSite(db);
});
afterAll(() => site.close());

const manyIds = (count: number) => Array.from({ length: count }, () => newId(new Date()));

async function rowsScannedBy(read: () => Promise<unknown>): Promise<number> {
  let rows = 0;
  for (const ran of await statementsOf(read)) rows += await rowsScanned(db, ran);
  return rows;
}

it('the media of an author are found below thousands of posts without any', async () => {
  const author = await site.user('Autora');
  const { post } = await author.call('publishPost', { text: 'con foto' });
  await db.raw.query('UPDATE user_posts SET has_media = true WHERE owner_uid = $1 AND post_id = $2', [
    author.uid,
    post.id,
  ]);
  await db.raw.query('INSERT INTO user_posts (owner_uid, post_id) SELECT $1, unnest($2::uuid[])', [
    author.uid,
    manyIds(6_000),
  ]);
  await db.raw.query('ANALYZE user_posts');
  const scanned = await rowsScannedBy(async () => {
    const { items } = await author.call('getProfilePosts', { uid: author.uid, only: 'media' });
    expect(items.map(({ id }) => id)).toEqual([post.id]);
  });
  expect(scanned).toBeLessThan(200);
});

it.each([
  ['getBlockedUsers', 'blocks (blocker, blocked, created_at)'],
  ['getMutedUsers', 'mutes (uid, muted, created_at)'],
] as const)('a page of %s is read without the thousands below it', async (list, table) => {
  const hider = await site.user('Harta');
  const hidden = manyIds(5_000);
  await db.raw.query(
    `INSERT INTO users (uid, display_name, name_folded, handle, created_at, updated_at)
     SELECT uid, 'Molesta', 'molesta', 'm' || right(uid::text, 12), now(), now() FROM unnest($1::uuid[]) AS t (uid)`,
    [hidden],
  );
  await db.raw.query(
    `INSERT INTO ${table} SELECT $1, uid, now() - i * interval '1 minute'
     FROM unnest($2::uuid[]) WITH ORDINALITY AS t (uid, i)`,
    [hider.uid, hidden],
  );
  await db.raw.query('ANALYZE');
  // The first read fills the cache of whom the reader hides.
  await hider.call(list);
  const uids: string[] = [];
  const scanned = await rowsScannedBy(async () => {
    const { items, cursor } = await hider.call(list);
    const next = await hider.call(list, { cursor: cursor! });
    uids.push(...[...items, ...next.items].map(({ uid }) => uid));
  });
  expect(uids).toEqual(hidden.slice(0, 40));
  expect(scanned).toBeLessThan(300);
});

it('a later page of a timeline is read without the thousands of entries around it', async () => {
  const reader = await site.user('Lectora');
  const entries = `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid, reposter_uid)
    SELECT reader, id, id, reader, CASE WHEN random() < 0.1 THEN reader END FROM unnest($1::uuid[]) AS r (reader)`;
  await db.raw.query(`${entries}, unnest($2::uuid[]) AS e (id)`, [[reader.uid], manyIds(1_500)]);
  // The plan depends on all timelines.
  await db.raw.query(
    `${entries} CROSS JOIN LATERAL (SELECT md5(reader::text || i)::uuid FROM generate_series(1, 1500) AS i) AS e (id)`,
    [manyIds(60)],
  );
  await db.raw.query('ANALYZE timeline');
  for (let i = 0; i < 12; i++) await reader.call('publishPost', { text: `gol ${i}` });
  const { cursor } = await reader.call('getFeed', { tab: 'siguiendo' });
  const ran = await statementsOf(() => reader.call('getFeed', { tab: 'siguiendo', cursor: cursor! }));
  const reposts = ran.filter(({ name }) => name === 'find-timeline-reposts');
  expect(reposts.length).toBeGreaterThan(0);
  for (const each of reposts) expect(await rowsScanned(db, each)).toBeLessThan(100);
});
