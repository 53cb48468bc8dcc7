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
