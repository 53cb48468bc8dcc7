import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { firstId } from '../kernel/ids.ts';
import { repair } from '../operations/actions/repair.ts';
import type { Pool } from '../platform/postgres/database.ts';
import { removePost } from '../timeline/jobs/remove-post.ts';
import { resumeRemovals } from './actions/posts.ts';
import { Likes } from './actions/reactions.ts';

const { db } = await cloneDatabase();
const statementNames: string[] = [];
/** The jobs of `site` stay queued; `worker` runs them. */
let site: TestSite;
let worker: TestSite | null = null;
let ana: User;
let beto: User;
let caro: User;

const poll = { options: ['River', 'Boca'], durationMinutes: 1440 as const };
const publish = async (who: User, input: object = {}) =>
  (await who.call('publishPost', { text: 'Gol', ...input })).post.id;
const rows = async (sql: string, values: unknown[] = []) =>
  (await db.raw.query<Record<string, unknown>>(sql, values)).rows;
const count = async (table: string, column: string, postId: string) =>
  Number((await rows(`SELECT count(*) AS n FROM ${table} WHERE ${column} = $1`, [postId]))[0]?.['n']);

const tablesOfPosts = [
  ['posts', 'id'],
  ['post_summaries', 'id'],
  ['post_attachments', 'post_id'],
  ['post_counters', 'post_id'],
  ['likes', 'post_id'],
  ['reposts', 'post_id'],
  ['poll_votes', 'post_id'],
  ['comments', 'post_id'],
  ['notifications', 'post_id'],
  ['saves', 'post_id'],
  ['user_posts', 'post_id'],
  ['user_reposts', 'post_id'],
  ['timeline', 'post_id'],
  ['removed_posts', 'post_id'],
] as const;
async function remainingRows(postId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, column] of tablesOfPosts) {
    const n = await count(table, column, postId);
    if (n > 0) counts[table] = n;
  }
  return counts;
}

function spyOnStatements(pool: Pool, hear: (name: string) => void | Promise<void>): Pool {
  const wrap = (inner: Pick<Pool, 'run'>): Pool['run'] =>
    async function run(statement, values) {
      await hear(statement.name);
      return inner.run(statement, values);
    };
  return {
    ...pool,
    run: wrap(pool),
    transaction: (work) =>
      pool.transaction((tx) => work({ ...tx, run: wrap(tx), last: { run: wrap(tx.last) } })),
  };
}

async function crowdOf(postId: string, size: number): Promise<void> {
  for (let rest = size; rest > 0; rest -= 2_000) await addCrowd(postId, Math.min(rest, 2_000));
}

async function addCrowd(postId: string, size: number): Promise<void> {
  const uids = `SELECT gen_random_uuid() AS uid FROM generate_series(1, ${size})`;
  const owner = (await rows('SELECT owner_uid FROM posts WHERE id = $1', [postId]))[0]?.['owner_uid'];
  await db.raw.query(
    `WITH fan AS MATERIALIZED (${uids}), liked AS (
       INSERT INTO likes SELECT $1, uid, now() FROM fan
     ), voted AS (
       INSERT INTO poll_votes SELECT $1, uid, 'a', now() FROM fan
     ), new_comments AS (
       INSERT INTO comments SELECT $1, gen_random_uuid(), uid, 'vamos', now(), now() FROM fan
     ), new_saves AS (
       INSERT INTO saves SELECT uid, $1, now() FROM fan
     ), new_notifications AS (
       INSERT INTO notifications (uid, id, type, actor_uid, post_id, created_at)
       SELECT $2, gen_random_uuid(), 'like', uid, $1, now() FROM fan
     )
     UPDATE post_counters SET likes = likes + ${size}, comments = comments + ${size}, votes_a = votes_a + ${size},
       revision = revision + 1 WHERE post_id = $1`,
    [postId, owner],
  );
}

beforeAll(async () => {
  site = await openSite(
    spyOnStatements(db, (name) => void statementNames.push(name)),
    { mainUser: '' },
  );
  await site.app.jobs.stop();
  [ana, beto, caro] = [await site.user('Ana'), await site.user('Beto'), await site.user('Caro')];
  await beto.call('followUser', { targetUid: ana.uid });
});
afterAll(async () => {
  await worker?.close();
  await site.close();
});

async function runJobs(): Promise<void> {
  worker ??= await openSite(db, { mainUser: '' });
  await drainJobs(db);
  await worker.close();
  worker = null;
}

describe('a deleted post', () => {
  it('is missing from every list and count in the very next call, for everybody, even with warm caches', async () => {
    const handle = `caro${Date.now() % 1e7}`;
    await caro.call('updateProfile', { displayName: 'Caro', handle, bio: '' });
    const remaining = await publish(ana, { text: 'se queda' });
    const postId = await publish(ana, { text: `mirá @${handle}`, poll });
    const quoting = await publish(caro, { text: 'cito', quoteOf: postId });
    for (const who of [beto, caro]) {
      for (const id of [remaining, postId]) {
        await who.call('likePost', { postId: id });
        await who.call('repostPost', { postId: id });
        await who.call('savePost', { postId: id });
        await who.call('addComment', { postId: id, text: 'hola' });
      }
    }
    await beto.call('addComment', { postId, text: `¿viste, @${handle}?` });
    await runJobs();
    const look = async (who: User) => ({
      notified: await who.call('getNotifications'),
      saved: await who.call('getSavedPosts'),
      feeds: await Promise.all([
        who.call('getFeed', { tab: 'siguiendo' }),
        who.call('getFeed', { tab: 'paraVos' }),
        who.call('getFeed', { tab: 'paraVos', source: 'posts' }),
        who.call('getFeed', { tab: 'siguiendo', source: 'posts' }),
        who.call('getProfilePosts', { uid: ana.uid }),
      ]),
      postsCount: (await who.call('getProfile', { uid: ana.uid })).profile.postsCount,
    });
    const everybody = [ana, beto, caro];
    const before = await Promise.all(everybody.map(look));
    expect(before.map(({ notified }) => notified.unread)).toEqual([14, 0, 2]);
    expect(before.map(({ saved }) => saved.total)).toEqual([0, 2, 2]);
    expect(JSON.stringify(before)).toContain('"quoted":{');

    await ana.call('deletePost', { postId });
    const after = await Promise.all(everybody.map(look));
    expect(after.map(({ notified }) => notified.unread)).toEqual([8, 0, 0]);
    expect(after.map(({ saved }) => saved.total)).toEqual([0, 1, 1]);
    expect(after.map(({ postsCount }) => postsCount)).toEqual([1, 1, 1]);
    expect(JSON.stringify(after).replaceAll(`"quoteOf":"${postId}"`, '')).not.toContain(postId);
    expect((await caro.call('getPost', { postId: quoting })).post).toMatchObject({
      quoteOf: postId,
      quoted: null,
    });
    for (const who of everybody) {
      const answers = [
        await who.ask('getPost', { postId }),
        await who.ask('getComments', { postId }),
        await who.ask('likePost', { postId }),
        await who.ask('unlikePost', { postId }),
        await who.ask('savePost', { postId }),
        await who.ask('votePoll', { postId, optionId: 'a' }),
        await who.ask('addComment', { postId, text: 'tarde' }),
        await who.ask('editPost', { postId, text: 'tarde', link: '' }),
        await who.ask('deletePost', { postId }),
        await who.ask('publishPost', { text: 'tarde', quoteOf: postId }),
        await who.ask('reportContent', { postId, reason: 'spam' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    await runJobs();
    expect(await remainingRows(postId)).toEqual({});
    expect((await Promise.all(everybody.map(look))).map(({ notified }) => notified.unread)).toEqual([
      8, 0, 0,
    ]);
  });

  it('is acknowledged after the same statements, however many marks it has', async () => {
    const deletion = async (size: number) => {
      const postId = await publish(ana, { poll });
      await crowdOf(postId, size);
      await ana.call('getPost', { postId });
      statementNames.length = 0;
      await ana.call('deletePost', { postId });
      const {
        posts,
        likes = 0,
        poll_votes: votes = 0,
        notifications = 0,
        ...others
      } = await remainingRows(postId);
      expect([posts, likes, votes, notifications]).toEqual([1, size, size, size]);
      expect(others).not.toHaveProperty('post_counters');
      // Reads do not count: caches and event streams may read at the same time.
      return statementNames.filter((name) => !/^(?:find|read|touch)-/.test(name));
    };
    const alone = await deletion(0);
    expect(alone).toContain('hide-post');
    // In the order of a publication, so that the two never wait for each other.
    const [ofAuthor = -1, total = -1] = ['delete-user-post', 'add-to-total'].map((name) =>
      alone.indexOf(name),
    );
    expect([ofAuthor > 0, total > ofAuthor]).toEqual([true, true]);
    expect(await deletion(20_000)).toEqual(alone);
  });

  it('does not slow down its recipients’ notification lists', async () => {
    const dani = await site.user('Dani');
    const postId = await publish(dani);
    const other = await publish(dani);
    await crowdOf(postId, 20_000);
    await dani.call('deletePost', { postId });
    await beto.call('likePost', { postId: other });
    statementNames.length = 0;
    const { items, unread, cursor } = await dani.call('getNotifications');
    expect(statementNames.filter((name) => name === 'find-notifications').length).toBeLessThanOrEqual(25);
    expect(items.filter((item) => item.postId === postId)).toEqual([]);
    expect(unread).toBeLessThanOrEqual(1);
    // A short page is not the last one.
    expect(cursor).not.toBeNull();
    await runJobs();
    // The jobs ran on another site, so this one must read again.
    await dani.call('markNotificationsRead', { ids: [] });
    expect(await dani.call('getNotifications')).toMatchObject({ unread: 1, cursor: null });
  });

  it('is removed in batches of a thousand rows', async () => {
    const postId = await publish(ana, { poll });
    await crowdOf(postId, 20_000);
    await ana.call('deletePost', { postId });
    const tables = ['likes', 'poll_votes', 'comments', 'notifications', 'saves'];
    const counts = async () => Promise.all(tables.map((table) => count(table, 'post_id', postId)));
    const steps: number[] = [];
    let before = await counts();
    const watchedDb = spyOnStatements(db, async () => {
      const now = await counts();
      steps.push(...now.map((n, i) => (before[i] ?? 0) - n));
      before = now;
    });
    await removePost(writesOn(watchedDb), { postId, ownerUid: ana.uid });
    expect(Math.max(...steps)).toBeLessThanOrEqual(1_000);
    // On a slow machine the removal takes several runs.
    await runJobs();
    expect(await remainingRows(postId)).toEqual({});
  });

  it('is fully removed by the next run after one that failed', async () => {
    const postId = await publish(ana, { poll });
    await beto.call('repostPost', { postId });
    await crowdOf(postId, 3_000);
    await ana.call('deletePost', { postId });
    let runs = 0;
    for (let patience = 2; ; patience += 5) {
      let batches = 0;
      const breaking = spyOnStatements(db, () => {
        if (++batches > patience) throw new Error('The process was killed');
      });
      runs++;
      const succeeded = await removePost(writesOn(breaking), { postId, ownerUid: ana.uid }).then(
        () => true,
        () => false,
      );
      if (succeeded) break;
      expect(await remainingRows(postId)).toMatchObject({ posts: 1, removed_posts: 1 });
      expect((await beto.ask('getPost', { postId })).status).toBe(404);
    }
    expect(runs).toBeGreaterThan(5);
    await runJobs();
    expect(await remainingRows(postId)).toEqual({});
  });

  it('keeps no marks that were added in a race with its deletion', async () => {
    const fans = await site.users('Hincha', 12);
    for (let round = 0; round < 6; round++) {
      const postId = await publish(ana, { poll });
      const acts = fans.flatMap((fan) => [
        fan.ask('likePost', { postId }),
        fan.ask('votePoll', { postId, optionId: 'b' }),
        fan.ask('addComment', { postId, text: 'ahora' }),
        fan.ask('repostPost', { postId }),
        fan.ask('savePost', { postId }),
      ]);
      const own = [ana.ask('likePost', { postId }), ana.ask('votePoll', { postId, optionId: 'a' })];
      const removal = ana.ask('deletePost', { postId });
      const answers = await Promise.all([...acts, ...own, removal]);
      expect(new Set(answers.map(({ status }) => status)).difference(new Set([200, 404]))).toEqual(new Set());
      expect((await removal).status).toBe(200);
      for (const fan of fans) expect((await fan.ask('likePost', { postId })).status).toBe(404);
      await runJobs();
      expect(await remainingRows(postId)).toEqual({});
    }
    const [user] = await rows(
      'SELECT posts_count, (SELECT count(*)::int FROM user_posts WHERE owner_uid = uid) AS listed FROM users WHERE uid = $1',
      [ana.uid],
    );
    expect(user?.['posts_count']).toBe(user?.['listed']);
  });

  it('takes the notification of a late like along, after its other notifications', async () => {
    const postId = await publish(ana);
    const rules = { ownerUid: ana.uid, barredUids: new Set<string>() };
    await ana.call('deletePost', { postId });
    // Sent before the deletion, it waited for the same row.
    await expect(new Likes(writesOn(db), () => rules).set(beto.uid, postId, true)).rejects.toThrow(
      'Publicación no encontrada.',
    );
    expect(await remainingRows(postId)).toMatchObject({ likes: 1, notifications: 1 });
    const from = { step: 'saves', after: firstId };
    await removePost(writesOn(db), { postId, ownerUid: ana.uid, from });
    expect(await remainingRows(postId)).toEqual({});
    await runJobs();
  });

  it('stays deleted when the site is repaired, and the repair resumes its removal', async () => {
    const postId = await publish(ana, { poll });
    await crowdOf(postId, 10);
    await ana.call('deletePost', { postId });
    await rows("SELECT graphile_worker.remove_job('remove-post ' || $1)", [postId]);
    const writes = writesOn(db, { now: () => new Date(Date.now() + 1_000) });
    expect(await repair(writes)).toMatchObject({
      removals: 1,
      counters: 0,
      summaries: 0,
      lists: 0,
      userCounts: 0,
    });
    expect((await beto.ask('getPost', { postId })).status).toBe(404);
    await runJobs();
    expect(await remainingRows(postId)).toEqual({});
  });

  it.each([
    ['waits', 'UPDATE graphile_worker._private_jobs SET attempts = 0 WHERE key = $1'],
    ['was given up', 'UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = $1'],
  ])('leaves its club’s list when its removal is resumed while the job %s', async (_, prepareJob) => {
    await beto.call('setClub', { club: 'almagro', show: true });
    const postId = await publish(beto);
    await runJobs();
    expect(await count('club_posts', 'post_id', postId)).toBe(1);
    await beto.call('deletePost', { postId });
    await rows(prepareJob, [`remove-post ${postId}`]);
    expect(await resumeRemovals(db, new Date(Date.now() + 1_000))).toBe(1);
    await runJobs();
    expect(await count('club_posts', 'post_id', postId)).toBe(0);
    expect(await remainingRows(postId)).toEqual({});
  });

  it('stays deleted after a repair by a version that does not know removed_posts', async () => {
    const postId = await publish(ana);
    await ana.call('deletePost', { postId });
    await rows('INSERT INTO post_counters (post_id) VALUES ($1)', [postId]);
    await runJobs();
    expect(await remainingRows(postId)).toEqual({});
  });

  it('is removed with its author’s account, whatever marks it has', async () => {
    const eva = await site.user('Eva');
    const postIds = [await publish(eva), await publish(eva)];
    for (const postId of postIds) await crowdOf(postId, 2_500);
    await eva.call('deleteAccount', { uid: eva.uid, password: 'aguante' });
    await rows('UPDATE accounts SET deletion_at = now() WHERE uid = $1', [eva.uid]);
    await rows("SELECT graphile_worker.add_job('clean-up')");
    await runJobs();
    const failedJobs =
      'SELECT task_identifier, last_error FROM graphile_worker.jobs WHERE last_error IS NOT NULL';
    expect(await rows(failedJobs)).toEqual([]);
    expect(await rows('SELECT uid FROM users WHERE uid = $1', [eva.uid])).toEqual([]);
    for (const postId of postIds) expect(await remainingRows(postId)).toEqual({});
  });
});
