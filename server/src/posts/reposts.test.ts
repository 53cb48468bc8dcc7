import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';

const { db } = await cloneDatabase();
let site: TestSite;

beforeAll(async () => {
  site = await openSite(db);
});
afterAll(() => site.close());

const publish = async (who: User, text: string) => (await who.call('publishPost', { text })).post.id;

async function friends(): Promise<{ author: User; friend: User; reader: User }> {
  const [author, friend, reader] = [
    await site.user('Autora'),
    await site.user('Amigo'),
    await site.user('Lector'),
  ];
  await reader.call('followUser', { targetUid: friend.uid });
  return { author, friend, reader };
}

/** All of 'Siguiendo', as post ids and reposters. */
async function timeline(reader: User, between: (page: number) => Promise<unknown> = async () => {}) {
  await drainJobs(db);
  const entries: { id: string; by: string | null }[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page++) {
    const { items, cursor: next } = await reader.call('getFeed', {
      tab: 'siguiendo',
      ...(cursor && { cursor }),
    });
    entries.push(...items.map((post) => ({ id: post.id, by: post.repostedBy?.displayName ?? null })));
    if (next === null) return entries;
    cursor = next;
    await between(page);
  }
}

async function stored(postId: string): Promise<number[]> {
  const { rows } = await db.raw.query<{ a: number; b: number; c: number }>(
    `SELECT (SELECT reposts FROM post_counters WHERE post_id = $1) AS a,
       (SELECT count(*)::int FROM reposts WHERE post_id = $1) AS b,
       (SELECT count(*)::int FROM user_reposts WHERE post_id = $1) AS c`,
    [postId],
  );
  const { a, b, c } = rows[0]!;
  return [a, b, c];
}

it('a repeated repost counts once, and so does taking it back', async () => {
  const { author, friend } = await friends();
  const postId = await publish(author, 'Gol');
  const answers = await Promise.all(Array.from({ length: 40 }, () => friend.call('repostPost', { postId })));
  expect(new Set(answers.map((a) => `${a.repostsCount} ${a.reposted}`))).toEqual(new Set(['1 true']));
  expect(await stored(postId)).toEqual([1, 1, 1]);
  await Promise.all(Array.from({ length: 40 }, () => friend.call('unrepostPost', { postId })));
  expect(await stored(postId)).toEqual([0, 0, 0]);
  expect((await friend.call('getPost', { postId })).post).toMatchObject({
    repostsCount: 0,
    counts: { reposts: 0 },
    viewer: { reposted: false },
  });
});

describe('a repost', () => {
  it('brings the original to the followers at the time of the repost, until it is taken back', async () => {
    const { author, friend, reader } = await friends();
    const old = await publish(author, 'viejo');
    const own = await publish(friend, 'propio');
    await friend.call('repostPost', { postId: old });
    expect(await timeline(reader)).toEqual([
      { id: old, by: 'Amigo' },
      { id: own, by: null },
    ]);
    expect(await timeline(friend)).toEqual([{ id: own, by: null }]);
    await friend.call('unrepostPost', { postId: old });
    expect(await timeline(reader)).toEqual([{ id: own, by: null }]);
  });

  it('reaches later followers, and is removed by an unfollow', async () => {
    const { author, friend } = await friends();
    const postId = await publish(author, 'viejo');
    await friend.call('repostPost', { postId });
    const late = await site.user('Tardío');
    await late.call('followUser', { targetUid: friend.uid });
    expect(await timeline(late)).toEqual([{ id: postId, by: 'Amigo' }]);
    await late.call('unfollowUser', { targetUid: friend.uid });
    expect(await timeline(late)).toEqual([]);
  });

  it('shows a post once across pages, at its newest place, and loses none', async () => {
    const { author, friend, reader } = await friends();
    await reader.call('followUser', { targetUid: author.uid });
    const posts: string[] = [];
    for (let i = 0; i < 25; i++) posts.push(await publish(author, `post ${i}`));
    await friend.call('repostPost', { postId: posts[2]! });
    await friend.call('repostPost', { postId: posts[20]! });
    const entries = await timeline(reader);
    expect(entries.slice(0, 2)).toEqual([
      { id: posts[20], by: 'Amigo' },
      { id: posts[2], by: 'Amigo' },
    ]);
    expect(entries.map(({ id }) => id).toSorted()).toEqual(posts.toSorted());
  });

  it('that arrives while a reader pages does not remove the post from later pages', async () => {
    const { author, friend, reader } = await friends();
    await reader.call('followUser', { targetUid: author.uid });
    const posts: string[] = [];
    for (let i = 0; i < 25; i++) posts.push(await publish(author, `post ${i}`));
    const entries = await timeline(reader, async () => {
      await friend.call('repostPost', { postId: posts[1]! });
      await drainJobs(db);
    });
    expect(entries.map(({ id }) => id)).toEqual(posts.toReversed());
  });

  it('by an author who is merged at read appears too, once', async () => {
    const { author, friend, reader } = await friends();
    const posts: string[] = [];
    for (let i = 0; i < 15; i++) posts.push(await publish(friend, `post ${i}`));
    const { rows } = await db.raw.query<{ uid: string }>("SELECT uid FROM users WHERE handle = 'tablon'");
    const official = rows[0]!.uid;
    const { repostPost } = await import('./actions/reposts.ts');
    await repostPost(writesOn(db), official, posts[1]!);
    const otherPost = await publish(author, 'de otra');
    await repostPost(writesOn(db), official, otherPost);
    // Another process changed it: this one reads the heads again when they expire.
    await site.close();
    site = await openSite(db);
    const later = site.visitor();
    for (const [name, value] of reader.cookies) later.cookies.set(name, value);
    const entries = await timeline(Object.assign(later, { uid: reader.uid, email: reader.email }));
    expect(entries.slice(0, 2)).toEqual([
      { id: otherPost, by: 'Tablón' },
      { id: posts[1], by: 'Tablón' },
    ]);
    expect(entries.map(({ id }) => id).toSorted()).toEqual([...posts, otherPost].toSorted());
    await db.raw.query('DELETE FROM user_reposts WHERE owner_uid = $1', [official]);
    await db.raw.query('DELETE FROM reposts WHERE uid = $1', [official]);
  });

  it('appears neither in “Para vos” nor on the profile, and does not count as a post', async () => {
    const { author, friend } = await friends();
    const postId = await publish(author, 'Gol');
    await friend.call('repostPost', { postId });
    const { items } = await friend.call('getFeed', { tab: 'paraVos' });
    expect(items.filter((post) => post.id === postId).map((post) => post.repostedBy)).toEqual([null]);
    expect((await friend.call('getProfilePosts', { uid: friend.uid })).items).toEqual([]);
    expect((await friend.call('getProfile')).profile.postsCount).toBe(0);
  });
});

it('a repost taken back during its fan-out leaves nothing on the timelines', async () => {
  const { author, friend } = await friends();
  const readers = await site.users('Hincha', 8);
  for (const reader of readers) await reader.call('followUser', { targetUid: friend.uid });
  for (let round = 0; round < 10; round++) {
    const postId = await publish(author, `ronda ${round}`);
    await friend.call('repostPost', { postId });
    await friend.call('unrepostPost', { postId });
  }
  await drainJobs(db);
  const { rows } = await db.raw.query('SELECT 1 FROM timeline WHERE reposter_uid = $1', [friend.uid]);
  expect(rows).toEqual([]);
});

it('a repost that races the deletion of its post leaves nothing anywhere', async () => {
  const { author } = await friends();
  const crowd = await site.users('Hincha', 8);
  for (let round = 0; round < 5; round++) {
    const postId = await publish(author, 'Se borra');
    const answers = await Promise.all([
      ...crowd.map((fan) => fan.ask('repostPost', { postId })),
      author.ask('deletePost', { postId }),
      ...crowd.map((fan) => fan.ask('savePost', { postId })),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 404)).toEqual(
      [],
    );
    await drainJobs(db);
    const { rows } = await db.raw.query(
      `SELECT 1 FROM reposts WHERE post_id = $1 UNION ALL SELECT 1 FROM user_reposts WHERE post_id = $1
       UNION ALL SELECT 1 FROM saves WHERE post_id = $1 UNION ALL SELECT 1 FROM timeline WHERE post_id = $1`,
      [postId],
    );
    expect(rows).toEqual([]);
  }
});

it('a suspended user’s repost does not name the reposter', async () => {
  const { author, friend, reader } = await friends();
  const postId = await publish(author, 'Gol');
  await friend.call('repostPost', { postId });
  await drainJobs(db);
  await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [friend.uid]);
  const later = await openSite(db);
  const visitor = later.visitor();
  for (const [name, value] of reader.cookies) visitor.cookies.set(name, value);
  const { items } = await visitor.call('getFeed', { tab: 'siguiendo' });
  await later.close();
  expect(items.map((post) => [post.id, post.repostedBy])).toEqual([[postId, null]]);
});
