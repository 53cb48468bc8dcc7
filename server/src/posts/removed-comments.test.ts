import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { Bus } from '../kernel/bus.ts';
import type { Fact } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { deleteOwnComment } from './actions/comment-removal.ts';
import { removeComment, resumeCommentRemovals } from './jobs/remove-comment.ts';

const { db } = await cloneDatabase();
const handle = 'caro.dale';
/** Its jobs stay queued; `runJobs` runs them. */
let site: TestSite;
let ana: User;
let beto: User;
let caro: User;
let postId: string;

beforeAll(async () => {
  site = await openSite(db, { mainUser: '' });
  await site.app.jobs.stop();
  [ana, beto, caro] = [await site.user('Ana'), await site.user('Beto'), await site.user('Caro')];
  await caro.call('updateProfile', { displayName: 'caro', handle, bio: '' });
});
afterAll(() => site.close());
beforeEach(async () => {
  await runJobs();
  await db.raw.query('DELETE FROM notifications');
  await Promise.all([ana, beto, caro].map((who) => who.call('markNotificationsRead')));
  postId = (await ana.call('publishPost', { text: '¿Fue penal?' })).post.id;
});

const rows = async (sql: string, values: unknown[] = []) =>
  (await db.raw.query<Record<string, unknown>>(sql, values)).rows;

async function runJobs(): Promise<void> {
  const worker = await openSite(db, { mainUser: '' });
  await drainJobs(db);
  await worker.close();
}

const comment = async (who: User, text: string) =>
  (await who.call('addComment', { postId, text })).comment.id;

/** The notifications of likes come before most of those of the comment itself. */
async function likedBy(commentId: string, author: User, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId(new Date()));
  await rows(
    `WITH fan AS MATERIALIZED (SELECT id, gen_random_uuid() AS uid FROM unnest($4::uuid[]) AS id), liked AS (
       INSERT INTO comment_likes (post_id, comment_id, uid, created_at) SELECT $1, $2, uid, now() FROM fan
     ), told AS (
       INSERT INTO notifications (uid, id, type, kind, text, actor_uid, post_id, comment_id, created_at)
       SELECT $3, id, 'other', 'comment-like', '{actor}', uid, $1, $2, now() FROM fan
     )
     UPDATE comments SET likes = likes + ${count} WHERE post_id = $1 AND id = $2`,
    [postId, commentId, author.uid, ids],
  );
  for (const readAt of ['now()', 'NULL'])
    await rows(`UPDATE notifications SET read_at = ${readAt} WHERE comment_id = $1 AND kind IS NULL`, [
      commentId,
    ]);
}

async function shownTo(who: User): Promise<unknown> {
  const [plain, grouped] = [
    await who.call('getNotifications'),
    await who.call('getNotifications', { grouped: 'true' }),
  ];
  return [plain, grouped].map(({ items, unread }) => [unread, items.map((item) => item.commentId)]);
}

const remaining = async (commentId: string) =>
  (
    await rows(
      `SELECT (SELECT count(*)::int FROM comment_likes WHERE comment_id = $1) AS likes,
         (SELECT count(*)::int FROM notifications WHERE comment_id = $1) AS notifications,
         (SELECT count(*)::int FROM removed_comments) AS removed`,
      [commentId],
    )
  )[0];
const nothing = { likes: 0, notifications: 0, removed: 0 };

it('a much-liked comment is in no list of notifications and no count once it is deleted, and a job removes all', async () => {
  const other = await comment(beto, `Mirá, @${handle}`);
  const commentId = await comment(beto, `Y esto, @${handle}`);
  await rows("UPDATE notifications SET comment_id = $1 WHERE type = 'mention'", [commentId]);
  await rows('DELETE FROM notifications WHERE comment_id = $1', [other]);
  await likedBy(commentId, beto, 2_500);
  const before = [await shownTo(ana), await shownTo(beto), await shownTo(caro)];
  expect(before).toMatchObject([
    [
      [1, [commentId]],
      [1, [commentId]],
    ],
    [
      [100, { length: 20 }],
      [100, [commentId]],
    ],
    [
      [1, [commentId]],
      [1, [commentId]],
    ],
  ]);
  await beto.call('deleteComment', { postId, commentId });
  for (const who of [ana, beto, caro])
    expect(await shownTo(who)).toEqual([
      [0, []],
      [0, []],
    ]);
  expect(await remaining(commentId)).toMatchObject({ notifications: 2_470, removed: 1 });
  await runJobs();
  expect(await remaining(commentId)).toEqual(nothing);
  // The earlier comment takes its place.
  const recipients = await rows('SELECT uid, type, comment_id FROM notifications ORDER BY type');
  expect(recipients).toEqual([
    { uid: ana.uid, type: 'comment', comment_id: other },
    { uid: caro.uid, type: 'mention', comment_id: other },
  ]);
});

it('its removal names each recipient once', async () => {
  const commentId = await comment(beto, 'Clarísimo');
  await likedBy(commentId, beto, 1_200);
  const facts: Fact[] = [];
  const bus = Object.assign(new Bus(), {
    publish: (published: readonly Fact[]) => {
      facts.push(...published);
      return Promise.resolve();
    },
  });
  const writes = writesOn(db, { bus });
  await deleteOwnComment(writes, beto.uid, { postId, commentId });
  await removeComment(writes, { postId, commentId });
  expect(await remaining(commentId)).toEqual(nothing);
  const uids = facts.flatMap((fact) => (fact.type === 'notifications-changed' ? [fact.uids] : []));
  expect(uids).toHaveLength(3);
  for (const each of uids) expect(each.toSorted()).toEqual([...new Set(each)].toSorted());
  expect(new Set(uids.flat())).toEqual(new Set([ana.uid, beto.uid]));
});

it('its removal is resumed when the job was lost', async () => {
  const commentId = await comment(beto, 'Clarísimo');
  await likedBy(commentId, beto, 100);
  await beto.call('deleteComment', { postId, commentId });
  await rows("SELECT graphile_worker.remove_job('remove-comment ' || $1)", [commentId]);
  await runJobs();
  expect(await remaining(commentId)).toMatchObject({ removed: 1 });
  await resumeCommentRemovals(db, new Date(Date.now() + 1_000));
  await runJobs();
  expect(await remaining(commentId)).toEqual(nothing);
});

it('all of it is removed with the account of its author', async () => {
  const eva = await site.user('Eva');
  const commentId = await comment(eva, 'Clarísimo');
  await likedBy(commentId, eva, 100);
  await eva.call('deleteAccount', { uid: eva.uid, password: 'aguante' });
  await rows('UPDATE accounts SET deletion_at = now() WHERE uid = $1', [eva.uid]);
  await rows("SELECT graphile_worker.add_job('clean-up')");
  await runJobs();
  expect(await rows('SELECT 1 FROM users WHERE uid = $1', [eva.uid])).toEqual([]);
  expect(await remaining(commentId)).toEqual(nothing);
});
