import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Bus } from '../src/kernel/bus.ts';
import { newId } from '../src/kernel/ids.ts';
import { repairTotals } from '../src/kernel/store/totals.ts';
import { removeUnknownFiles } from '../src/media/jobs/remove-unknown-files.ts';
import { deleteUnclaimedUploads } from '../src/media/store/uploads.ts';
import { cleanUp } from '../src/operations/jobs/clean-up.ts';
import { findExclusions, findExclusionsOfMany } from '../src/people/store/exclusions.ts';
import { DiskFiles } from '../src/platform/files/disk-files.ts';
import { deleteOwnComment } from '../src/posts/actions/comment-removal.ts';
import { insertPosts } from '../src/posts/store/new-posts.ts';
import { openControls } from '../src/posts/store/posts.ts';
import { countOfficialFollowers } from '../src/profiles/jobs/count-official-followers.ts';
import { Publications } from '../src/timeline/actions/publications.ts';
import { cloneDatabase } from './database.ts';
import { drainJobs } from './drain.ts';
import { insertComments } from './many-comments.ts';
import { plainContent } from './plain-content.ts';
import { openSite, type TestSite, type User } from './site.ts';
import { type RanStatement, rowsScanned, statementsOf } from './statements.ts';
import { writesOn } from './writes.ts';

// The cost of public queries and hourly jobs must not grow with the number of rows. It is counted in
// statements and scanned rows, as times depend on the machine.
const crowdSize = 6_000;

const { db, isCitus } = await cloneDatabase();
let site: TestSite;
let ana: User;
/** Users without accounts, oldest first. */
let crowd: string[];

beforeAll(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
  const client = await db.raw.connect();
  await client.query('SET statement_timeout = 0');
  const { rows } = await client.query<{ uid: string }>(
    `INSERT INTO users (uid, display_name, name_folded, handle, created_at, updated_at)
     SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'Hincha ' || i, 'hincha ' || i, 'fan' || i,
       now(), now()
     FROM generate_series(1, $1::int) AS i RETURNING uid`,
    [crowdSize],
  );
  client.release(true);
  crowd = rows.map(({ uid }) => uid);
  await repairTotals(db, null);
  await db.raw.query('ANALYZE');
}, 120_000);
afterAll(() => site.close());

async function countRowsScanned(statements: readonly RanStatement[]): Promise<number> {
  let rows = 0;
  for (const ran of statements) rows += await rowsScanned(db, ran);
  return rows;
}

describe('the search', () => {
  const search = (q: string) => ana.call('searchUsers', { q });

  it.each(['xq', 'q', 'hx', 'zzz', 'nadie se llama así', 'hincha 9999x'])(
    'finds nobody for %j without scanning all users',
    async (q) => {
      const ran = await statementsOf(async () => expect((await search(q)).items).toEqual([]));
      expect(await countRowsScanned(ran.filter(({ name }) => name.startsWith('search-')))).toBeLessThan(
        1_500,
      );
    },
  );

  it.each(['h', 'in', 'hin', 'hincha', '1'])(
    'finds a page of very many matches for %j as fast',
    async (q) => {
      const ran = await statementsOf(async () => expect((await search(q)).items).toHaveLength(20));
      const few = ran.filter(({ name }) => name === 'search-few-names');
      expect(await countRowsScanned(few)).toBeLessThan(crowdSize * 1.2);
      const others = ran.filter(({ name }) => /^search-(?!few)/.test(name));
      expect(await countRowsScanned(others)).toBeLessThan(2_000);
    },
  );

  it('finds rare parts of names, in any position', async () => {
    const strange = await site.user("Ximena O'Higgins\\Ñandú");
    for (const q of ["o'hi", "o''hi", 'ns\\ñ', 'ÑANDÚ', "menA o'higgins\\nandu", 'mena o', 'gins\\', '\\'])
      expect((await search(q)).items.map(({ uid }) => uid)).toEqual([strange.uid]);
    for (const q of ['o%hi', 'ximena_']) expect((await search(q)).items).toEqual([]);
  });
});

describe('a user blocked by a crowd', () => {
  let hated: User;
  let blocker: User;
  let postId: string;

  beforeAll(async () => {
    [hated, blocker] = [await site.user('Odiado'), await site.user('Bloqueadora')];
    await db.raw.query(
      `INSERT INTO blocks (blocker, blocked, created_at) SELECT uid, $1, now() FROM unnest($2::uuid[]) AS t (uid)`,
      [hated.uid, crowd.slice(0, 5_000)],
    );
    await db.raw.query('INSERT INTO blocked_by (blocker, blocked) SELECT blocker, blocked FROM blocks');
    await blocker.call('blockUser', { targetUid: hated.uid });
    postId = (await blocker.call('publishPost', { text: 'de la bloqueadora' })).post.id;
    await ana.call('publishPost', { text: 'de Ana' });
    await hated.call('publishPost', { text: 'del odiado' });
  });

  it('reads pages without any statement returning the whole crowd', async () => {
    const ran = await statementsOf(async () => {
      // Invalidates the site's cache of the user's blocks.
      await hated.call('setMutedWords', { words: [] });
      const { items } = await hated.call('getFeed', { tab: 'paraVos' });
      expect(items.map(({ text }) => text)).toEqual(expect.arrayContaining(['de Ana', 'del odiado']));
      expect(items.map(({ text }) => text)).not.toContain('de la bloqueadora');
      await hated.call('getNotifications', {});
      await hated.call('getComments', { postId: items[0]!.id });
    });
    // At most 1,001 blocks, and the muted words.
    expect(Math.max(...ran.map(({ rows }) => rows))).toBeLessThanOrEqual(1_002);
    const again = await statementsOf(() => hated.call('getFeed', { tab: 'paraVos' }));
    expect(Math.max(...again.map(({ rows }) => rows))).toBeLessThanOrEqual(41);
    expect(await countRowsScanned(again)).toBeLessThan(500);
  });

  it('does not slow down the reading of what others exclude', async () => {
    await db.raw.query('ANALYZE blocks, blocked_by');
    const ran = await statementsOf(async () => {
      expect(await findExclusions(db, ana.uid)).toEqual([]);
      expect(await findExclusionsOfMany(db, [ana.uid, newId(new Date())])).toEqual(new Map());
    });
    expect(await countRowsScanned(ran)).toBeLessThan(10);
  });

  it('is still hidden in both directions', async () => {
    expect((await hated.ask('getPost', { postId })).status).toBe(404);
    expect((await hated.ask('likePost', { postId })).status).toBe(404);
    expect((await hated.call('getProfile', { uid: blocker.uid })).blockedBy).toBe(true);
    expect((await hated.call('getProfile', { uid: ana.uid })).blockedBy).toBe(false);
    expect((await hated.ask('getFollowers', { uid: blocker.uid })).status).toBe(404);
    expect((await hated.call('searchUsers', { q: 'bloqueadora' })).items).toEqual([]);
    const { items } = await blocker.call('getFeed', { tab: 'paraVos' });
    expect(items.map(({ text }) => text)).not.toContain('del odiado');
    await blocker.call('unblockUser', { targetUid: hated.uid });
    expect((await hated.call('getPost', { postId })).post.text).toBe('de la bloqueadora');
    await hated.call('muteUser', { targetUid: blocker.uid });
    const after = await hated.call('getFeed', { tab: 'paraVos' });
    expect(after.items.map(({ text }) => text)).not.toContain('de la bloqueadora');
  });
});

describe('the feed without its read model', () => {
  it('takes few statements for a user who follows thousands, and leaves nothing out', async () => {
    const curious = await site.user('Curiosa');
    await db.raw.query(
      `INSERT INTO follows (follower, followee, created_at) SELECT $1, uid, now() FROM unnest($2::uuid[]) AS t (uid)`,
      [curious.uid, crowd],
    );
    const writes = writesOn(db);
    const postIds: string[] = [];
    for (let i = 0; i < 25; i++) {
      const author = crowd[i * 200]!;
      postIds.unshift(
        (await new Publications(writes).publish(author, { text: `de uno de tantos, ${i}` }, null)).postId,
      );
      await new Publications(writes).publish(blockerless(i), { text: `de nadie a quien siga, ${i}` }, null);
    }
    await drainJobs(db);
    const feedIds: string[] = [];
    const ran = await statementsOf(async () => {
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await curious.call('getFeed', {
          tab: 'siguiendo',
          source: 'posts',
          ...(cursor && { cursor }),
        });
        feedIds.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
      }
    });
    expect(feedIds).toEqual(postIds);
    expect(ran.length).toBeLessThan(60);
    expect(Math.max(...ran.map(({ rows }) => rows))).toBeLessThanOrEqual(1_001);

    function blockerless(i: number): string {
      return i % 2 === 0 ? ana.uid : others[0]!.uid;
    }
  });

  let others: User[];
  beforeAll(async () => {
    others = await site.users('Otra', 1);
  });

  it('reads a page of hundreds of authors in few statements, in order of time', async () => {
    const reader = await site.user('Lectora');
    await db.raw.query(
      `INSERT INTO follows (follower, followee, created_at) SELECT $1, uid, now() FROM unnest($2::uuid[]) AS t (uid)`,
      [reader.uid, crowd.slice(0, 900)],
    );
    const writes = writesOn(db);
    const postIds: string[] = [];
    for (let i = 0; i < 30; i++)
      postIds.unshift(
        (await new Publications(writes).publish(crowd[i * 29]!, { text: `línea ${i}` }, null)).postId,
      );
    // The statements of jobs would be counted, too.
    await drainJobs(db);
    const ran = await statementsOf(async () => {
      const { items } = await reader.call('getFeed', { tab: 'siguiendo', source: 'posts' });
      expect(items.map(({ id }) => id)).toEqual(postIds.slice(0, 10));
    });
    expect(ran.length).toBeLessThan(30);
  });
});

describe('totals', () => {
  const counts = async () => {
    const { users, posts } = await ana.call('getDashboard');
    return { users, posts };
  };
  beforeAll(() => db.raw.query('INSERT INTO admins VALUES ($1, now()) ON CONFLICT DO NOTHING', [ana.uid]));

  it('are read without counting', async () => {
    const { rows } = await db.raw.query('SELECT count(*)::int AS users FROM users');
    // The statements of a job that runs meanwhile would be counted, too: such a job does not run each time.
    const scannedRows: number[] = [];
    for (let i = 0; i < 3; i++) {
      await drainJobs(db);
      const ran = await statementsOf(async () => expect((await counts()).users).toBe(rows[0].users));
      expect(ran).not.toEqual([]);
      scannedRows.push(await countRowsScanned(ran));
    }
    expect(Math.min(...scannedRows)).toBeLessThan(2_000);
  });

  it('change together with the rows, under concurrency', async () => {
    const before = await counts();
    const texts = Array.from({ length: 8 }, (_, i) => `a la vez ${i}`);
    const posts = await Promise.all(texts.map((text) => ana.call('publishPost', { text })));
    const late = await site.user('Una más');
    expect(await counts()).toEqual({ users: before.users + 1, posts: before.posts + 8 });
    await Promise.all(posts.map(({ post }) => ana.call('deletePost', { postId: post.id })));
    await late.call('publishPost', { text: 'nada cuenta dos veces' }, { 'idempotency-key': late.uid });
    await late.call('publishPost', { text: 'nada cuenta dos veces' }, { 'idempotency-key': late.uid });
    await drainJobs(db);
    expect(await counts()).toEqual({ users: before.users + 1, posts: before.posts + 1 });
  });

  it('are corrected by a repair while others publish', async () => {
    const before = await counts();
    await db.raw.query("UPDATE site_totals SET count = count + 7 WHERE name = 'posts'");
    await db.raw.query("DELETE FROM site_totals WHERE name = 'users'");
    const [repairCount] = await Promise.all([
      repairTotals(db, null),
      ...Array.from({ length: 6 }, (_, i) => ana.call('publishPost', { text: `mientras tanto ${i}` })),
    ]);
    expect(repairCount).toBe(2);
    expect(await counts()).toEqual({ users: before.users, posts: before.posts + 6 });
    expect(await repairTotals(db, null)).toBe(0);
  });

  it('include the official account’s followers without scanning follows', async () => {
    const official = (await ana.call('getProfile', { uid: '@tablon' })).profile.uid;
    const followers = async () => {
      await countOfficialFollowers(writesOn(db), { uid: official });
      const { rows } = await db.raw.query('SELECT followers_count FROM users WHERE uid = $1', [official]);
      return rows[0].followers_count as number;
    };
    const followRows = await db.raw.query('SELECT count(*)::int AS n FROM follows WHERE followee = $1', [
      official,
    ]);
    expect(await followers()).toBe(followRows.rows[0].n);
    const [late] = await site.users('Tardía', 1);
    expect(await followers()).toBe(followRows.rows[0].n + 1);
    await late!.call('unfollowUser', { targetUid: official });
    await late!.call('unfollowUser', { targetUid: official });
    const ran = await statementsOf(followers);
    expect(await followers()).toBe(followRows.rows[0].n);
    expect(ran.filter(({ text }) => /\b(?:follows|followers)\b/.test(text))).toEqual([]);
  });
});

describe('very many unread notifications', () => {
  const many = 30_000;
  let fan: User;
  const asFirstRow = async <T>(text: string) => (await db.raw.query(text, [fan.uid])).rows[0] as T;
  const rowsUnread = async () =>
    (
      await asFirstRow<{ n: number }>(
        'SELECT count(*)::int AS n FROM notifications WHERE uid = $1 AND read_at IS NULL',
      )
    ).n;
  // Older than all notifications of the test.
  const fill = async (count: number) => {
    const client = await db.raw.connect();
    await client.query('SET statement_timeout = 0');
    await client.query(
      `INSERT INTO notifications (uid, id, type, actor_uid, post_id, text_snippet, created_at)
       SELECT $1, id, 'mention', $3, id, 'hola ' || i, now() FROM (
         SELECT i, ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid AS id
         FROM generate_series(1, $2::int) AS i) AS made`,
      [fan.uid, count, ana.uid],
    );
    await client.query('ANALYZE notifications');
    client.release(true);
  };
  beforeEach(async () => {
    fan = await site.user('Muy leída');
    await db.raw.query('DELETE FROM notifications WHERE uid = $1', [fan.uid]);
  });

  it('are counted up to 100, reading little more', async () => {
    await fill(many);
    const ran = await statementsOf(async () => {
      expect((await fan.call('getNotifications')).unread).toBe(100);
      expect((await fan.call('markNotificationsRead', { ids: [] })).unread).toBe(100);
    });
    expect(await countRowsScanned(ran)).toBeLessThan(1_000);
    await fan.call('setMutedWords', { words: ['nunca'] });
    const mutedRun = await statementsOf(async () =>
      expect((await fan.call('getNotifications')).unread).toBe(100),
    );
    expect(await countRowsScanned(mutedRun)).toBeLessThan(12_000);
  });

  it('are counted exactly below 100, whatever is muted', async () => {
    await fill(120);
    // A muted word matches whole words only: of 'hola 1' and 'hola 10', the first.
    await fan.call('setMutedWords', { words: ['1', '2', '3'] });
    expect((await fan.call('getNotifications')).unread).toBe(100);
    await db.raw.query(
      `UPDATE notifications SET read_at = now() WHERE uid = $1 AND text_snippet > 'hola 5' AND text_snippet < 'hola 9'`,
      [fan.uid],
    );
    const unreadCount = await rowsUnread();
    expect((await fan.call('markNotificationsRead', { ids: [] })).unread).toBe(unreadCount - 3);
    await fan.call('setMutedWords', { words: [] });
    expect((await fan.call('markNotificationsRead', { ids: [] })).unread).toBe(unreadCount);
  });

  it('are all marked as read at once, and their rows by a job', async () => {
    await fill(many);
    const ran = await statementsOf(async () =>
      expect(await fan.call('markNotificationsRead')).toEqual({ unread: 0 }),
    );
    expect(Math.max(...ran.map(({ rows }) => rows))).toBeLessThanOrEqual(1_000);
    // All are read, however many rows the job has marked by now.
    for (let cursor: string | null | undefined, pages = 0; pages < 60 && cursor !== null; pages++) {
      const page = await fan.call('getNotifications', { ...(cursor && { cursor }) });
      expect([page.unread, page.items.every((item) => item.read)]).toEqual([0, true]);
      cursor = page.cursor;
    }
    await ana.call('followUser', { targetUid: fan.uid });
    const { items, unread } = await fan.call('getNotifications');
    expect([unread, items.map((item) => item.read).slice(0, 2)]).toEqual([1, [false, true]]);
    await drainJobs(db);
    expect(await rowsUnread()).toBe(1);
  });
});

describe('a post about which thousands were told', () => {
  const at = new Date();
  const plain = { ...plainContent, text: 'Otra' };
  let fan: User;
  let postId: string;
  let commentId: string;

  beforeAll(async () => {
    fan = await site.user('Uno más');
    postId = (await ana.call('publishPost', { text: '¡Gol!' })).post.id;
    commentId = (await ana.call('addComment', { postId, text: 'Yo lo vi' })).comment.id;
    await insertComments(db, { postId, uid: crowd[0]!, count: crowdSize });
    await db.raw.query(
      `INSERT INTO likes (post_id, uid, created_at) SELECT $1, uid, now() FROM unnest($2::uuid[]) AS t (uid)`,
      [postId, crowd],
    );
    for (const type of ['comment', 'like', 'repost']) {
      await db.raw.query(
        `INSERT INTO notifications (uid, id, type, actor_uid, post_id, created_at)
         SELECT $1, gen_random_uuid(), $2, actor, $3, now() FROM unnest($4::uuid[]) AS t (actor)`,
        [ana.uid, type, postId, crowd],
      );
    }
    // Elsewhere a post has one comment: the plan for any values expects no more here.
    const others = crowd.map((ownerUid) => ({ ...plain, ...openControls, id: newId(at), ownerUid, at }));
    await db.transaction((tx) => insertPosts(tx, others));
    await db.raw.query(
      `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at)
       SELECT id, gen_random_uuid(), $2, 'Único', now(), now() FROM unnest($1::uuid[]) AS t (id)`,
      [others.map(({ id }) => id), ana.uid],
    );
    await drainJobs(db);
    await db.raw.query('ANALYZE');
    await emptyRoots(10);
  }, 60_000);

  /** Answered comments that were deleted the day before yesterday. */
  async function emptyRoots(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const root = (await ana.call('addComment', { postId, text: 'Borrado' })).comment.id;
      await fan.call('addComment', { postId, text: 'Respuesta', replyTo: root });
      await ana.call('deleteComment', { postId, commentId: root });
    }
    await db.raw.query(
      `UPDATE comments SET deleted_at = now() - interval '2 days' WHERE post_id = $1 AND deleted_at IS NOT NULL`,
      [postId],
    );
  }

  it.each<[string, () => Promise<unknown>]>([
    ['a comment', () => fan.call('addComment', { postId, text: 'Qué golazo' })],
    ['another comment', () => fan.call('addComment', { postId, text: 'De verdad' })],
    ['an answer', () => fan.call('addComment', { postId, text: 'Yo también', replyTo: commentId })],
    ['a like', () => fan.call('likePost', { postId })],
    ['its end', () => fan.call('unlikePost', { postId })],
    ['a repost', () => fan.call('repostPost', { postId })],
    ['a like of a comment', () => fan.call('likeComment', { postId, commentId })],
    ['the deletion of a comment', () => ana.call('deleteComment', { postId, commentId })],
  ])('takes %s without scanning them', async (_, act) => {
    const ran = await statementsOf(act);
    expect(await countRowsScanned(ran)).toBeLessThan(200);
  });

  it('takes the deletion of a comment that they liked without scanning their likes', async () => {
    const author = await site.user('Muy querida');
    const liked = (await author.call('addComment', { postId, text: 'Golazo' })).comment.id;
    await likeComment(author.uid, liked, crowd);
    await db.raw.query('ANALYZE comments, comment_likes, notifications');
    // Rolled back, so that the statements find the same rows when they are counted.
    const stop = new Error('enough');
    const transaction: typeof db.transaction = (work) =>
      db.transaction(async (tx) => {
        await work(tx);
        throw stop;
      });
    const writes = writesOn({ ...db, transaction });
    const ran = await statementsOf(async () => {
      const deleting = deleteOwnComment(writes, ana.uid, { postId, commentId: liked });
      await expect(deleting).rejects.toBe(stop);
    });
    expect(await countRowsScanned(ran)).toBeLessThan(200);
    expect(Math.max(...ran.map(({ rows }) => rows))).toBeLessThan(50);
  });

  it('takes the deletion of a comment without scanning deleted comments that have replies', async () => {
    const count = 2_000;
    const [roots, replies] = [0, 1].map(() => Array.from({ length: count }, () => newId(new Date())));
    await db.raw.query(
      `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at, root_id, reply_to, deleted_at)
       SELECT $1::uuid, root, $4::uuid, '-', now(), now(), NULL::uuid, NULL::uuid, now() - interval '3 days' FROM unnest($2::uuid[]) AS root
       UNION ALL SELECT $1, reply, $4, 'Sigo', now(), now(), root, root, NULL
       FROM unnest($2::uuid[], $3::uuid[]) AS t (root, reply)`,
      [postId, roots, replies, crowd[1]],
    );
    await db.raw.query('ANALYZE comments');
    const emptied = (await ana.call('addComment', { postId, text: 'Borrado' })).comment.id;
    const deleting = () => ana.call('deleteComment', { postId, commentId: emptied });
    const ran = (await statementsOf(deleting)).filter(({ name }) => name === 'delete-comment');
    expect(ran).toHaveLength(1);
    expect(await countRowsScanned(ran)).toBeLessThan(1_000);
    await db.raw.query('DELETE FROM comments WHERE post_id = $1 AND uid = $2', [postId, crowd[1]]);
  });

  /** With what its author is told. */
  async function likeComment(author: string, id: string, uids: readonly string[]): Promise<void> {
    await db.raw.query(
      `WITH liked AS (
         INSERT INTO comment_likes (post_id, comment_id, uid, created_at)
         SELECT $1, $2, uid, now() FROM unnest($3::uuid[]) AS t (uid) RETURNING uid
       ), told AS (
         INSERT INTO notifications (uid, id, type, kind, text, actor_uid, post_id, comment_id, created_at)
         SELECT $4, gen_random_uuid(), 'other', 'comment-like', '{actor}', uid, $1, $2, now() FROM liked
       )
       UPDATE comments SET likes = (SELECT count(*) FROM liked) WHERE post_id = $1 AND id = $2`,
      [postId, id, uids, author],
    );
  }
});

it('the site starts without scanning all users', async () => {
  const ran = await statementsOf(async () => (await openSite(db, { mainUser: null })).close());
  const own = ran.filter(({ text }) => /\busers\b/.test(text));
  expect(own.length).toBeGreaterThan(0);
  expect(await countRowsScanned(own)).toBeLessThan(100);
});

describe('the clean-up of expired rows', () => {
  const now = new Date();
  const old = new Date(now.getTime() - 500 * 24 * 3_600_000);
  const files = new DiskFiles('/nowhere');
  const sessions = (removeExpired: () => Promise<void>) => ({ removeExpired }) as never;

  const fill = async (count: number) => {
    const many = [count, ana.uid, old];
    const rows: [string, unknown[]][] = [
      [
        `INSERT INTO notifications (uid, id, type, created_at)
         SELECT $2, gen_random_uuid(), 'other', $3 FROM generate_series(1, $1::int)`,
        many,
      ],
      [
        `INSERT INTO idempotency_keys SELECT $2, gen_random_uuid(), 'publishPost', 'x', gen_random_uuid(), $3
         FROM generate_series(1, $1::int)`,
        many,
      ],
      [
        `INSERT INTO password_tokens SELECT sha256(i::text::bytea), $2, $3, $3 FROM generate_series(1, $1::int) AS i`,
        many,
      ],
      [
        `INSERT INTO rate_limits SELECT sha256(('r' || i)::bytea), 1, $2 FROM generate_series(1, $1::int) AS i`,
        [count, old],
      ],
      [
        `INSERT INTO sessions (token_hash, uid, created_at, last_seen_at, expires_at)
         SELECT sha256(('s' || i)::bytea), $2, $3, $3, now() + interval '1 day' FROM generate_series(1, $1::int) AS i`,
        many,
      ],
      [
        `INSERT INTO ad_views SELECT u, gen_random_uuid(), $2::date, 1 FROM unnest($1::uuid[]) AS t (u)`,
        [crowd.slice(0, count), old],
      ],
      [
        `INSERT INTO uploads (key, owner_uid, purpose, type, bytes, created_at)
         SELECT 'users/x/' || i, $2, 'post', 'image', 1, $3 FROM generate_series(1, $1::int) AS i`,
        many,
      ],
      [
        `INSERT INTO report_cases (id, target_kind, target_id, author_uid, content, state, first_at, last_at, decided_at)
         VALUES ($1, 'post', $1, $2, '{}', 'upheld', $3, $3, $3)`,
        [newId(now), ana.uid, old],
      ],
      [
        `INSERT INTO reports (case_id, id, reason, at)
         SELECT id, gen_random_uuid(), 'spam', $2 FROM report_cases, generate_series(1, $1::int)`,
        [count, old],
      ],
    ];
    for (const [text, values] of rows) await db.raw.query(text, values);
  };
  const tables = [
    'notifications',
    'idempotency_keys',
    'password_tokens',
    'rate_limits',
    'sessions',
    'ad_views',
    'uploads',
    'report_cases',
    'reports',
  ];
  // Of all tables it would take too long on a busy machine.
  const analyse = () => db.raw.query(`ANALYZE ${tables.join()}`);
  const unreadCount = async () => {
    const each = tables.map((table) => db.raw.query(`SELECT count(*)::int AS n FROM ${table}`));
    return (await Promise.all(each)).map(({ rows }) => rows[0].n as number);
  };
  const run = async () => {
    const { Sessions } = await import('../src/sessions/actions/sessions.ts');
    const own = new Sessions(writesOn(db, { now: () => now }), new Bus());
    const log = { warn: () => {} };
    const mailer = { removeOldFiles: async () => {} };
    const removing = sessions(() => own.removeExpired());
    await cleanUp({ db, files, log, mailer, now: () => now, sessions: removing });
  };

  let before: number[];
  beforeEach(async () => {
    before = await unreadCount();
    await fill(2_500);
    await analyse();
  });

  it('deletes all of them in batches of a thousand, and no others', async () => {
    const ran = await statementsOf(run);
    expect(await unreadCount()).toEqual(before);
    const removals = ran.filter(({ text }) => /\bDELETE\b/.test(text));
    expect(removals.length).toBeGreaterThan(15);
    expect(Math.max(...ran.map(({ rows }) => rows))).toBeLessThanOrEqual(1_000);
  });

  it.skipIf(isCitus)('reads each batch once, also when the statistics expect none', async () => {
    const ran = await statementsOf(run);
    const removals = new Map(
      ran.flatMap((each) => (/\bDELETE\b/.test(each.text) ? [[each.name, each]] : [])),
    );
    await analyse();
    await fill(3_000);
    for (const [name, removal] of removals) expect(await rowsScanned(db, removal), name).toBeLessThan(50_000);
    await run();
    expect(removals.size).toBeGreaterThan(8);
  });

  it.skipIf(isCitus)('continues after a failed run', async () => {
    const feedIds = await unreadCount();
    await db.raw.query(
      `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF (SELECT count(*) FROM notifications WHERE created_at < now() - interval '1 year') < 1000
         THEN RAISE EXCEPTION 'enough'; END IF;
         RETURN NULL; END $$`,
    );
    await db.raw.query(
      `CREATE OR REPLACE TRIGGER refuse AFTER DELETE ON notifications FOR EACH STATEMENT EXECUTE FUNCTION refuse()`,
    );
    await expect(run()).rejects.toThrow('enough');
    expect((await unreadCount())[0]).toBe(feedIds[0]! - 1_000);
    await db.raw.query('DROP TRIGGER refuse ON notifications');
    await run();
    expect(await unreadCount()).toEqual(before);
  });
});

it('files that nobody took are removed at a cost per file, also when the statistics expect none', async () => {
  const insert = (count: number, taken: boolean) =>
    db.raw.query(
      `INSERT INTO uploads (key, owner_uid, purpose, type, bytes, created_at, taken_at)
       SELECT 'users/x/' || $3::bool || i, $1, 'post', 'image', 1, now() - interval '2 days', CASE WHEN $3::bool THEN now() END
       FROM generate_series(1, $2::int) AS i`,
      [ana.uid, count, taken],
    );
  await insert(6_000, true);
  await db.raw.query('ANALYZE uploads');
  await insert(3_000, false);
  // Some are left, since a removal that is explained does nothing once there are none.
  const stop = new Error('enough');
  const [removal] = await statementsOf(async () => {
    const removing = deleteUnclaimedUploads(db, new Date(), () => Promise.reject(stop));
    await expect(removing).rejects.toThrow(stop);
  });
  expect(removal?.rows).toBe(1_000);
  expect(await rowsScanned(db, removal!)).toBeLessThan(5_000);
  await db.raw.query('DELETE FROM uploads');
});

describe('the sweep over the files', () => {
  const folder = () => join(site.mediaFolder, '..', 'walked');
  const uid = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const key = (n: number) => `users/${uid(n % 7)}/posts/1763719200000_${String(n).padStart(32, '0')}.jpg`;

  it('checks a limited number of files per run, continues after an interruption, and reaches all', async () => {
    const old = new Date(Date.now() - 48 * 3_600_000);
    for (let n = 0; n < 60; n++) {
      const path = join(folder(), key(n));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'x');
      await utimes(path, old, old);
    }
    const retained = [3, 17, 42].map(key);
    await db.raw.query(
      `INSERT INTO uploads (key, owner_uid, purpose, type, bytes, created_at, taken_at)
       SELECT k, $2, 'post', 'image', 1, now(), now() FROM unnest($1::text[]) AS t (k)`,
      [retained, ana.uid],
    );
    const files = new DiskFiles(folder());
    const names = async () =>
      (await readdir(folder(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
        .length;
    await removeUnknownFiles({ db, files }, { atMost: 25 });
    const afterOne = await names();
    expect(afterOne).toBeGreaterThanOrEqual(60 - 25);
    expect(afterOne).toBeLessThanOrEqual(60 - 25 + retained.length);
    // When the disk fails midway, the run ends, and the next run continues.
    const failing = new DiskFiles(folder());
    failing.remove = () => Promise.reject(new Error('the disk is gone'));
    await expect(removeUnknownFiles({ db, files: failing }, { atMost: 25 })).rejects.toThrow('the disk');
    expect(await names()).toBe(afterOne);
    await removeUnknownFiles({ db, files }, { atMost: 25 });
    expect(await names()).toBeLessThanOrEqual(60 - 50 + retained.length);
    await removeUnknownFiles({ db, files }, { atMost: 25 });
    expect(await names()).toBe(retained.length);
    // Later it starts over, and finds files that were added before its position.
    const late = join(folder(), key(0));
    await writeFile(late, 'x');
    await utimes(late, old, old);
    await removeUnknownFiles({ db, files }, { atMost: 25 });
    expect(await names()).toBe(retained.length);
  });
});
