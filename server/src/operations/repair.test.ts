import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { Bus } from '../kernel/bus.ts';
import { repair } from './actions/repair.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let crowd: User[];
let postIds: string[];

beforeAll(async () => {
  // Without an official account, whose followers would be counted by a job some seconds later.
  site = await openSite(db, { mainUser: '' });
  ana = await site.user('Ana');
  crowd = await site.users('Hincha', 4);
  postIds = [];
  for (const text of ['uno', 'dos', 'tres']) {
    const poll = { options: ['Sí', 'No'], durationMinutes: 1440 as const };
    const { key } = (await ana.upload('post', await solid(30, 20).png().toBuffer())).body;
    const attachments = [{ key, alt: 'El cartel' }];
    const warning = { kind: 'otra' as const, label: 'Resultado' };
    postIds.push((await ana.call('publishPost', { text, poll, attachments, warning })).post.id);
  }
  for (const fan of crowd) {
    await fan.call('followUser', { targetUid: ana.uid });
    for (const postId of postIds) {
      await fan.call('likePost', { postId });
      await fan.call('addComment', { postId, text: 'vamos' });
      await fan.call('votePoll', { postId, optionId: 'b' });
    }
    await fan.call('repostPost', { postId: postIds[0] ?? '' });
  }
  const { comment } = await ana.call('addComment', { postId: postIds[0]!, text: 'gracias' });
  for (const fan of crowd) await fan.call('likeComment', { postId: postIds[0]!, commentId: comment.id });
  const { comment: deletedComment } = await ana.call('addComment', { postId: postIds[1]!, text: 'me fui' });
  await ana.call('deleteComment', { postId: postIds[1]!, commentId: deletedComment.id });
  await ana.call('setPostControls', { postId: postIds[2]!, commentPolicy: 'none', quotesAllowed: false });
  await ana.call('setClub', { club: 'boca', show: true });
  await ana.call('publishPost', { text: 'de Boca' });
  await drainJobs(db);
});
afterAll(() => site.close());

const dump = async () => {
  const tables = [
    'post_counters',
    'post_summaries',
    'user_posts',
    'users',
    'club_members',
    'club_posts',
    'comments',
  ];
  const rows = await Promise.all(
    tables.map((table) =>
      db.raw.query(`SELECT to_jsonb(t) - 'revision' - 'since' AS row FROM ${table} t ORDER BY 1`),
    ),
  );
  return rows.map((result) => result.rows as object[]);
};
const run = () => repair(writesOn(db));

it('a repair changes nothing when all is right', async () => {
  const before = await dump();
  const report = await run();
  expect(report).toEqual({
    posts: 4,
    users: 5,
    counters: 0,
    comments: 0,
    summaries: 0,
    lists: 0,
    topics: 0,
    removals: 0,
    userCounts: 0,
    clubs: 0,
    totals: 0,
  });
  expect(await dump()).toEqual(before);
});

it('a repair corrects everything that was broken, also in the caches', async () => {
  const before = await dump();
  const [one, two, three] = postIds;
  const faults: [string, unknown[]][] = [
    ['UPDATE post_counters SET likes = 99, votes_a = 7 WHERE post_id = $1', [one]],
    ['DELETE FROM post_counters WHERE post_id = $1', [two]],
    ["UPDATE post_summaries SET text = 'otro' WHERE id = $1", [two]],
    ['UPDATE post_summaries SET warning_kind = NULL WHERE id = $1', [one]],
    ['DELETE FROM post_summaries WHERE id = $1', [three]],
    ['UPDATE post_summaries SET attachments = NULL WHERE id = $1', [one]],
    ['DELETE FROM user_posts WHERE post_id = $1', [three]],
    ["UPDATE site_totals SET count = count + 7 WHERE name = 'users'", []],
    ['INSERT INTO user_posts VALUES ($1, gen_random_uuid())', [crowd[0]?.uid]],
    ['UPDATE users SET followers_count = 0, posts_count = 50 WHERE uid = $1', [ana.uid]],
    ['UPDATE users SET following_count = 77 WHERE uid = $1', [crowd[1]?.uid]],
    ['UPDATE comments SET likes = 9 WHERE likes > 0', []],
    ['DELETE FROM club_members', []],
    ['DELETE FROM club_posts', []],
    ["INSERT INTO club_members VALUES ('river', $1, now())", [crowd[2]?.uid]],
    ["INSERT INTO club_posts VALUES ('river', gen_random_uuid(), $1)", [ana.uid]],
  ];
  for (const [text, values] of faults) await db.raw.query(text, values);
  const lines: string[] = [];
  const bus = new Bus();
  for (const name of ['post-counted', 'comment-liked', 'post-edited', 'profile-changed'] as const) {
    bus.on(name, () => lines.push(name));
  }
  const report = await repair(writesOn(db, { bus }));
  expect(report).toEqual({
    posts: 4,
    users: 5,
    counters: 2,
    comments: 1,
    summaries: 3,
    lists: 2,
    topics: 0,
    removals: 0,
    userCounts: 2,
    clubs: 4,
    totals: 1,
  });
  expect(await dump()).toEqual(before);
  expect(new Set(lines)).toEqual(
    new Set(['post-counted', 'comment-liked', 'post-edited', 'profile-changed']),
  );
  expect(await run()).toMatchObject({ counters: 0, summaries: 0, lists: 0, removals: 0, userCounts: 0 });
});

it('a repair loses no concurrent change', async () => {
  const [postId = ''] = postIds;
  const stop = new AbortController();
  const breaking = (async () => {
    while (!stop.signal.aborted) {
      await db.raw.query('UPDATE post_counters SET likes = likes + 5 WHERE post_id = $1', [postId]);
      await run();
    }
  })();
  for (let round = 0; round < 8; round++) {
    await Promise.all(crowd.map((fan) => fan.call(round % 2 === 0 ? 'unlikePost' : 'likePost', { postId })));
  }
  stop.abort();
  await breaking;
  const { rows } = await db.raw.query<{ likes: number; marked: number }>(
    `SELECT likes, (SELECT count(*)::int FROM likes WHERE post_id = $1) AS marked
     FROM post_counters WHERE post_id = $1`,
    [postId],
  );
  expect(rows).toEqual([{ likes: 4, marked: 4 }]);
});
