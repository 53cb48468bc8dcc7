import { beforeAll, expect, test } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { statementsOf } from '../../test/statements.ts';
import { Bus } from '../kernel/bus.ts';
import { FollowCache } from '../profiles/views/follow-cache.ts';
import { newestLikedComments } from './store/comment-likes.ts';
import { newestMarkers } from './store/reactions.ts';
import { CommentMarks } from './views/comment-marks.ts';
import { idsOfPage, noMarks, ViewerStates } from './views/viewer-states.ts';

const { db } = await cloneDatabase();

const id = (kind: number, i: number) => `0190000${kind}-0000-7000-8000-${i.toString(16).padStart(12, '0')}`;
const idSql = (kind: number) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;
const fan = id(1, 1);
const postCount = newestMarkers + 20;
const likedState = { ...noMarks, liked: true };
const counters = { likes: 0, comments: 0, reposts: 0, impressions: 0, revision: 1 };
const votes = { votes_a: 0, votes_b: 0, votes_c: 0, votes_d: 0 };
const likeOf = (postId: string, liked: boolean, revision = 1) =>
  ({
    type: 'post-liked',
    postId,
    uids: [fan],
    liked,
    counters: { ...counters, ...votes, revision },
  }) as const;

// Posts 10 to postCount - 10 are liked, and so are all comments of the first post but the first ten.
beforeAll(async () => {
  const run = (sql: string, values: unknown[]) => db.raw.query(sql, values);
  await run(
    `INSERT INTO users (uid, display_name, name_folded, handle, created_at, updated_at)
     SELECT ${idSql(1)}, 'Hincha', 'hincha', 'fan' || i, now(), now() FROM generate_series(1, 1100) AS i`,
    [],
  );
  await run(
    `INSERT INTO posts (id, owner_uid, text, created_at, updated_at)
     SELECT ${idSql(2)}, $1, 'gol', now(), now() FROM generate_series(1, $2::int) AS i`,
    [fan, postCount],
  );
  await run(
    `INSERT INTO likes (post_id, uid, created_at)
     SELECT ${idSql(2)}, $1, now() FROM generate_series(10, $2::int) AS i`,
    [fan, postCount - 10],
  );
  await run(
    `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at, likes)
     SELECT $1, ${idSql(3)}, $2, 'gol', now(), now(), 1 FROM generate_series(1, $3::int) AS i`,
    [id(2, 1), fan, newestLikedComments + 20],
  );
  await run(
    `INSERT INTO comment_likes (post_id, comment_id, uid, created_at)
     SELECT $1, ${idSql(3)}, $2, now() FROM generate_series(11, $3::int) AS i`,
    [id(2, 1), fan, newestLikedComments + 20],
  );
});

test('marks of a viewer with more than are cached together are right on new and old posts', async () => {
  const bus = new Bus();
  const states = new ViewerStates(db, bus);
  const posts = [1, 9, 10, 11, 400, postCount - 10, postCount - 9, postCount].map((i) => id(2, i));
  const expected = [false, false, true, true, true, true, false, false];
  const likes = async () => {
    const all = await states.marksAmong(fan, posts);
    return posts.map((post) => all.get(post)?.liked ?? false);
  };
  expect(await likes()).toEqual(expected);
  const fact = (i: number, liked: boolean) => likeOf(id(2, i), liked);
  // The facts alone change the states, without a query.
  const statements = await statementsOf(async () => {
    void bus.publish([fact(1, true), fact(10, false), fact(400, false), fact(postCount, true)]);
    expect(await likes()).toEqual([true, false, false, true, false, true, false, true]);
  });
  expect(statements).toEqual([]);
});

test('a like through another process has only the marks on its post read again', async () => {
  const bus = new Bus();
  const states = new ViewerStates(db, bus);
  const [other, post] = [id(2, 500), id(2, 400)];
  const marks = async () => {
    const all = await states.marksAmong(fan, [post, other]);
    return [post, other].map((one) => all.get(one)?.liked ?? false);
  };
  expect(await marks()).toEqual([true, true]);
  // The fact may be older than what is known: the database decides.
  bus.receive([likeOf(post, false)]);
  const statements = await statementsOf(async () => expect(await marks()).toEqual([true, true]));
  expect(statements.map(({ name }) => name).toSorted()).toEqual(['find-markers', 'find-saves']);
  expect(JSON.stringify(statements)).not.toContain(other);
  expect(await statementsOf(marks)).toEqual([]);
});

test('an own like after one through another process is known, an earlier one is read again', async () => {
  const bus = new Bus();
  const states = new ViewerStates(db, bus);
  const post = id(2, 400);
  const isLiked = async () => (await states.marksAmong(fan, [post])).get(post)?.liked ?? false;
  expect(await isLiked()).toBe(true);
  bus.receive([likeOf(post, true, 7)]);
  void bus.publish([likeOf(post, false, 8)]);
  expect(await statementsOf(async () => expect(await isLiked()).toBe(false))).toEqual([]);
  bus.receive([likeOf(post, true, 9), likeOf(post, true, 6)]);
  void bus.publish([likeOf(post, false, 8)]);
  expect(await isLiked()).toBe(true);
});

test('a like that arrives while the marks are read is not lost', async () => {
  const bus = new Bus();
  const states = new ViewerStates(db, bus);
  const post = id(2, postCount);
  const reading = states.marksAmong(fan, [post]);
  await Promise.resolve();
  await db.raw.query('INSERT INTO likes (post_id, uid, created_at) VALUES ($1, $2, now())', [post, fan]);
  void bus.publish([likeOf(post, true)]);
  await reading;
  expect((await states.marksAmong(fan, [post])).get(post)).toEqual(likedState);
});

test('a save is right, in whatever order the facts of a save and its removal arrive', async () => {
  const bus = new Bus();
  const states = new ViewerStates(db, bus);
  for (const postId of [id(2, 1), id(2, 300)]) {
    const isSaved = async () => (await states.marksAmong(fan, [postId])).get(postId)?.saved ?? false;
    expect(await isSaved()).toBe(false);
    await db.raw.query('INSERT INTO saves (uid, post_id, created_at) VALUES ($1, $2, now())', [fan, postId]);
    for (const saved of [true, false]) void bus.publish([{ type: 'post-saved', postId, uid: fan, saved }]);
    expect(await isSaved()).toBe(true);
    expect(await statementsOf(isSaved)).toEqual([]);
  }
});

test('a page without marks is known as such, above and below the newest, until a mark comes', async () => {
  const bus = new Bus();
  const states = new ViewerStates(db, bus);
  const isUnmarked = (...posts: number[]) =>
    states.hasNoMarksAmong(fan, idsOfPage(posts.map((i) => id(2, i))));
  const [newer, newest] = [postCount - 5, postCount - 2];
  expect(isUnmarked(newer, newest)).toBe(false);
  await states.marksAmong(fan, [id(2, newest)]);
  expect([isUnmarked(newer, newest), isUnmarked(newer, 400)]).toEqual([true, false]);
  // Below the newest marks a post is looked up once.
  expect(isUnmarked(newest, 9)).toBe(false);
  await states.marksAmong(fan, [id(2, 9)]);
  expect(isUnmarked(newest, 9)).toBe(true);
  void bus.publish([likeOf(id(2, newer), true, 2)]);
  expect([isUnmarked(newer, newest), isUnmarked(newest)]).toEqual([false, true]);
  void bus.publish([likeOf(id(2, newer), false, 3)]);
  expect(isUnmarked(newer, newest)).toBe(true);
});

test('likes on comments are right below and above those that are cached together', async () => {
  const marks = new CommentMarks(db, new Bus());
  const comments = [5, 11, 15, 300, newestLikedComments + 20].map((i) => id(3, i));
  const likes = async () => {
    const likedComments = await marks.likedAmong(fan, id(2, 1), comments);
    return comments.map((comment) => likedComments.has(comment));
  };
  expect(await likes()).toEqual([false, true, true, true, true]);
  expect(await likes()).toEqual([false, true, true, true, true]);
  const newOnes = [id(3, newestLikedComments + 21), id(3, newestLikedComments + 22)];
  expect(marks.hasNoLikesAmong(fan, newOnes)).toBe(true);
  for (const comment of comments) expect(marks.hasNoLikesAmong(fan, [...newOnes, comment])).toBe(false);
  expect(marks.hasNoLikesAmong(fan, [])).toBe(true);
  expect(new CommentMarks(db, new Bus()).hasNoLikesAmong(fan, newOnes)).toBe(false);
});

test('a follow is seen by those with few followees and by those with too many to cache together', async () => {
  const bus = new Bus();
  const cache = new FollowCache(db, bus);
  const follow = (followee: string) =>
    db.raw.query('INSERT INTO follows (follower, followee, created_at) VALUES ($1, $2, now())', [
      fan,
      followee,
    ]);
  for (const i of [2, 1_100]) {
    expect(await cache.isFollowing(fan, id(1, i))).toBe(false);
    await follow(id(1, i));
    void bus.publish([{ type: 'follow-changed', follower: fan, followee: id(1, i) }]);
    expect(await cache.isFollowing(fan, id(1, i))).toBe(true);
    await db.raw.query(
      `INSERT INTO follows (follower, followee, created_at)
       SELECT $1, ${idSql(1)}, now() FROM generate_series(3, 1010) AS i ON CONFLICT DO NOTHING`,
      [fan],
    );
    void bus.publish([{ type: 'everything-changed' }]);
  }
  expect(await cache.followedBy(fan, [id(1, 500), id(1, 1_050), id(1, 2)])).toEqual([id(1, 500), id(1, 2)]);
});
