import { afterAll, beforeAll, expect, test } from 'vitest';

import { cast, castPassword } from '../../test/cast.ts';
import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite } from '../../test/site.ts';
import { findUidByHandle } from '../store/handles.ts';
import { type SeedOptions, seedSite } from './seed-site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let options: SeedOptions;

beforeAll(async () => {
  site = await openSite(db, { superAdminEmail: 'admin@tablon.example', superAdminPassword: 'aguante' });
  options = {
    users: 120,
    posts: 600,
    until: new Date(),
    officialUid: await findUidByHandle(db, 'tablon'),
    superAdminEmail: 'admin@tablon.example',
    force: false,
  };
});
afterAll(() => site.close());

const count = async (sql: string) => (await db.raw.query<{ n: number }>(sql)).rows[0]?.n;

test('refuses a site with real people, and then fills it when forced', async () => {
  await site.user('Alguien de verdad');
  expect(await seedSite(db, options)).toEqual({ outcome: 'real people', accounts: 1 });
  expect(await count('SELECT count(*)::int AS n FROM posts')).toBe(0);
  expect(await seedSite(db, { ...options, force: true })).toMatchObject({ outcome: 'seeded', posts: 600 });
});

test('says so the second time, and writes nothing', async () => {
  expect(await seedSite(db, { ...options, force: true })).toEqual({ outcome: 'already seeded' });
  expect(await count('SELECT count(*)::int AS n FROM posts')).toBe(600);
});

test('every counter is what the rows say', async () => {
  const wrong = `SELECT count(*)::int AS n FROM post_counters c WHERE
      likes <> (SELECT count(*) FROM likes l WHERE l.post_id = c.post_id)
      OR comments <> (SELECT count(*) FROM comments m WHERE m.post_id = c.post_id)`;
  expect(await count(wrong)).toBe(0);
  const wrongUsers = `SELECT count(*)::int AS n FROM users u WHERE NOT official AND (
      followers_count <> (SELECT count(*) FROM followers f WHERE f.followee = u.uid)
      OR following_count <> (SELECT count(*) FROM follows f WHERE f.follower = u.uid)
      OR posts_count <> (SELECT count(*) FROM user_posts p WHERE p.owner_uid = u.uid))`;
  expect(await count(wrongUsers)).toBe(0);
  const official = `SELECT followers_count - (SELECT count(*)::int FROM follows f WHERE f.followee = u.uid) AS n
    FROM users u WHERE official`;
  expect(await count(official)).toBe(0);
});

test('every timeline holds the posts of oneself and of those one follows, and no others', async () => {
  const difference = `WITH expected AS (
      SELECT f.follower AS reader, p.post_id FROM follows f JOIN user_posts p ON p.owner_uid = f.followee
      UNION SELECT owner_uid, post_id FROM user_posts
    ), found AS (SELECT reader_uid, post_id FROM timeline)
    SELECT (SELECT count(*) FROM (TABLE expected EXCEPT TABLE found) a)::int
      + (SELECT count(*) FROM (TABLE found EXCEPT TABLE expected) b)::int AS n`;
  expect(await count(difference)).toBe(0);
});

test('the cast can sign in, and finds a feed; nobody else can', async () => {
  const lauti = site.visitor();
  const { user } = await lauti.call('signIn', { email: cast.lauti.email, password: castPassword });
  expect(user).toMatchObject({ displayName: 'Lautaro Benegas', handle: 'lauti' });
  expect(user.bio).toContain('Datos de ejemplo');
  expect((await lauti.call('getFeed', { tab: 'siguiendo' })).items).toHaveLength(10);
  expect((await lauti.call('getFeed', { tab: 'paraVos' })).items).toHaveLength(10);
  const { following } = await lauti.call('getProfile', { uid: options.officialUid ?? '' });
  expect(following).toBe(true);
  const able = 'SELECT count(*)::int AS n FROM accounts WHERE password_hash IS NOT NULL';
  // The cast, the admin and the real person.
  expect(await count(able)).toBe(Object.keys(cast).length + 2);
});
