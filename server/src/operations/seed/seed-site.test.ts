import { afterAll, beforeAll, expect, test } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { openSite, type TestSite } from '../../../test/site.ts';
import { findUidByHandle } from '../../people/store/handles.ts';
import { DiskFiles } from '../../platform/files/disk-files.ts';
import { cast, castPassword } from './cast.ts';
import { type SeedOptions, seedSite } from './seed-site.ts';

const { db, isCitus } = await cloneDatabase();
let site: TestSite;
let options: SeedOptions;

beforeAll(async () => {
  site = await openSite(db, { superAdminEmail: 'admin@tablon.example', superAdminPassword: 'aguante' });
  options = {
    users: 120,
    posts: 600,
    files: new DiskFiles(site.mediaFolder),
    // A Wednesday evening in Buenos Aires, after five hours without reactions to Lauti's posts.
    until: new Date('2026-11-19T00:00:00Z'),
    officialUid: await findUidByHandle(db, 'tablon'),
    superAdminEmail: null,
    force: false,
  };
});
afterAll(() => site.close());

async function count(sql: string): Promise<number | undefined> {
  const client = await db.raw.connect();
  try {
    await client.query('BEGIN');
    // Joins across groups of tables, which only tests make: on Citus they need copies in one place.
    const tables = isCitus ? await client.query('SELECT table_name::text AS name FROM citus_tables') : null;
    for (const { name } of tables?.rows ?? [])
      if (new RegExp(`\\b${name}\\b`).test(sql))
        await client.query(`CREATE TEMPORARY TABLE ${name} ON COMMIT DROP AS TABLE public.${name}`);
    return (await client.query<{ n: number }>(sql)).rows[0]?.n;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('a site with real people is refused, and filled when forced', async () => {
  // Not counted, although the seed does not know it: the super-admin's account, which the site created.
  await site.user('Alguien de verdad');
  expect(await seedSite(db, options)).toEqual({ outcome: 'real people', accounts: 1 });
  expect(await count('SELECT count(*)::int AS n FROM posts')).toBe(0);
  expect(await seedSite(db, { ...options, force: true })).toMatchObject({ outcome: 'seeded', posts: 600 });
});

test('a second seed says so and writes nothing', async () => {
  expect(await seedSite(db, { ...options, force: true })).toEqual({ outcome: 'already seeded' });
  expect(await count('SELECT count(*)::int AS n FROM posts')).toBe(600);
});

test('the cast has notifications of the last days, the newest unread', async () => {
  const lauti = site.visitor();
  await lauti.call('signIn', { email: cast.lauti.email, password: castPassword });
  const { items, unread } = await lauti.call('getNotifications');
  expect(items.length).toBeGreaterThan(3);
  expect(items.map(({ createdAt }) => createdAt)).toEqual(
    items.map(({ createdAt }) => createdAt).toSorted((a, b) => (a < b ? 1 : -1)),
  );
  expect(unread).toBeGreaterThan(0);
  expect(items[0]).toMatchObject({ read: false, actorName: expect.any(String), postId: expect.any(String) });
  const ownOrMissing = `SELECT count(*)::int AS n FROM notifications n LEFT JOIN posts p ON p.id = n.post_id
    WHERE n.actor_uid = n.uid OR (n.kind IS NULL AND p.owner_uid IS DISTINCT FROM n.uid)`;
  expect(await count(ownOrMissing)).toBe(0);
  const aboutComments = (kind: string, mine: string) =>
    count(`SELECT count(*)::int AS n FROM notifications n JOIN comments c ON c.id = n.comment_id
      WHERE n.kind = '${kind}' AND n.uid = (SELECT uid FROM comments WHERE id = ${mine})`);
  expect(await aboutComments('reply', 'c.reply_to')).toBeGreaterThan(0);
  expect(await aboutComments('comment-like', 'c.id')).toBeGreaterThan(0);
});

test('every counter matches the rows', async () => {
  const wrong = `SELECT count(*)::int AS n FROM post_counters c WHERE
      likes <> (SELECT count(*) FROM likes l WHERE l.post_id = c.post_id)
      OR comments <> (SELECT count(*) FROM comments m WHERE m.post_id = c.post_id)
      OR reposts <> (SELECT count(*) FROM reposts r WHERE r.post_id = c.post_id)
      OR (votes_a, votes_b, votes_c, votes_d) <> (
        SELECT count(*) FILTER (WHERE option_id = 'a'), count(*) FILTER (WHERE option_id = 'b'),
          count(*) FILTER (WHERE option_id = 'c'), count(*) FILTER (WHERE option_id = 'd')
        FROM poll_votes v WHERE v.post_id = c.post_id)`;
  expect(await count(wrong)).toBe(0);
  const wrongComments = `SELECT count(*)::int AS n FROM comments m LEFT JOIN (
      SELECT comment_id, count(*) AS likes FROM comment_likes GROUP BY comment_id
    ) l ON l.comment_id = m.id WHERE m.likes <> coalesce(l.likes, 0)`;
  expect(await count(wrongComments)).toBe(0);
  const wrongUsers = `SELECT count(*)::int AS n FROM users u WHERE NOT official AND (
      followers_count <> (SELECT count(*) FROM followers f WHERE f.followee = u.uid)
      OR following_count <> (SELECT count(*) FROM follows f WHERE f.follower = u.uid)
      OR posts_count <> (SELECT count(*) FROM user_posts p WHERE p.owner_uid = u.uid))`;
  expect(await count(wrongUsers)).toBe(0);
  const official = `SELECT followers_count - (SELECT count(*)::int FROM follows f WHERE f.followee = u.uid) AS n
    FROM users u WHERE official`;
  expect(await count(official)).toBe(0);
});

test('every timeline holds exactly the user’s own posts and those of their followees', async () => {
  const difference = `WITH expected AS (
      SELECT f.follower AS reader, p.post_id FROM follows f JOIN user_posts p ON p.owner_uid = f.followee
      UNION SELECT owner_uid, post_id FROM user_posts
    ), found AS (SELECT reader_uid, post_id FROM timeline WHERE reposter_uid IS NULL)
    SELECT (SELECT count(*) FROM (TABLE expected EXCEPT TABLE found) a)::int
      + (SELECT count(*) FROM (TABLE found EXCEPT TABLE expected) b)::int AS n`;
  expect(await count(difference)).toBe(0);
});

test('every repost is in its lists and on the timelines of the reposter’s followers', async () => {
  const difference = `WITH expected AS (
      SELECT f.follower, r.entry_id, r.post_id, p.owner_uid, r.uid
      FROM reposts r JOIN posts p ON p.id = r.post_id JOIN followers f ON f.followee = r.uid
    ), found AS (
      SELECT reader_uid, entry_id, post_id, author_uid, reposter_uid FROM timeline WHERE reposter_uid IS NOT NULL
    )
    SELECT (SELECT count(*) FROM (TABLE expected EXCEPT TABLE found) a)::int
      + (SELECT count(*) FROM (TABLE found EXCEPT TABLE expected) b)::int AS n`;
  expect(await count(difference)).toBe(0);
  const unlistedCount = `SELECT count(*)::int AS n FROM (
    SELECT uid, entry_id, post_id FROM reposts EXCEPT SELECT owner_uid, entry_id, post_id FROM user_reposts) u`;
  expect(await count(unlistedCount)).toBe(0);
});

test('every kind of post exists, and both copies match', async () => {
  const kinds = {
    pictures: "media_type = 'image' AND media_width > 0 AND media_color ~ '^#'",
    polls: 'poll IS NOT NULL',
    closed: `poll IS NOT NULL AND (poll ->> 'closesAt')::timestamptz < now()`,
    quotes: 'quote_of IN (SELECT id FROM posts)',
    edited: 'edited_at > created_at',
    several: 'id IN (SELECT post_id FROM post_attachments WHERE n = 4)',
    described: 'id IN (SELECT post_id FROM post_attachments WHERE alt IS NOT NULL)',
    limited: "comment_policy = 'followed'",
    closed_to_comments: "comment_policy = 'none'",
    unquotable: `NOT quotes_allowed AND comment_policy = 'all'`,
    previews: 'link IS NOT NULL AND link_preview IS NOT NULL',
  };
  for (const [kind, condition] of Object.entries(kinds)) {
    expect([kind, await count(`SELECT count(*)::int AS n FROM posts WHERE ${condition}`)]).not.toEqual([
      kind,
      0,
    ]);
  }
  const copies = `SELECT count(*)::int AS n FROM posts p JOIN post_summaries s USING (id)
    WHERE (p.text, p.link, p.link_preview, p.media_key, p.poll, p.quote_of, p.edited_at, p.comment_policy, p.quotes_allowed)
      IS DISTINCT FROM (s.text, s.link, s.link_preview, s.media_key, s.poll, s.quote_of, s.edited_at, s.comment_policy, s.quotes_allowed)
      OR (SELECT jsonb_agg(jsonb_build_array(a.key, a.alt) ORDER BY a.n) FROM post_attachments a WHERE a.post_id = p.id)
        IS DISTINCT FROM (SELECT jsonb_agg(jsonb_build_array(f -> 'key', f -> 'alt'))
          FROM jsonb_array_elements(s.attachments) f)`;
  expect(await count(copies)).toBe(0);
  expect(
    await count(
      'SELECT count(*)::int AS n FROM posts WHERE quote_of IN (SELECT id FROM posts WHERE NOT quotes_allowed)',
    ),
  ).toBe(0);
  const late = 'SELECT count(*)::int AS n FROM poll_votes v JOIN posts p ON p.id = v.post_id';
  expect(await count(`${late} WHERE v.created_at > (p.poll ->> 'closesAt')::timestamptz`)).toBe(0);
});

test('every picture is served, and belongs to its post or profile', async () => {
  const { rows } = await db.raw.query<{ url: string }>(
    `SELECT '/media/' || media_key AS url FROM posts WHERE media_key IS NOT NULL
     UNION ALL SELECT '/media/' || key FROM post_attachments WHERE n > 1
     UNION ALL SELECT avatar FROM users WHERE avatar IS NOT NULL
     UNION ALL SELECT '/media/' || media_key FROM ads`,
  );
  expect(rows.length).toBeGreaterThan(80);
  for (const { url } of rows) expect([url, (await site.app.http.inject(url)).statusCode]).toEqual([url, 200]);
  const strange = `SELECT count(*)::int AS n FROM (
      SELECT owner_uid, media_key FROM posts
      UNION SELECT p.owner_uid, a.key FROM post_attachments a JOIN posts p ON p.id = a.post_id
    ) p LEFT JOIN uploads u ON u.key = p.media_key
    WHERE media_key IS NOT NULL AND (u.owner_uid <> p.owner_uid OR u.taken_at IS NULL OR u.key IS NULL)`;
  expect(await count(strange)).toBe(0);
});

test('ads are active, with statistics and claimed files', async () => {
  expect(
    await count(`SELECT count(*)::int AS n FROM ads a JOIN uploads u ON u.key = a.media_key
    WHERE a.status = 'active' AND u.purpose = 'ad' AND u.taken_at IS NOT NULL`),
  ).toBe(3);
  expect(await count('SELECT count(*)::int AS n FROM ad_days WHERE clicks <= impressions')).toBe(63);
});

test('only the cast can sign in, and has a feed', async () => {
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
