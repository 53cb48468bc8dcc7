import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let author: User;

beforeAll(async () => {
  site = await openSite(db);
  author = await site.user('Luciana');
});
afterAll(() => site.close());

async function publish(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    ids.push((await author.call('publishPost', { text: `post ${i}` })).post.id);
  }
  return ids;
}

it('a post saved again keeps its place and counts once', async () => {
  const fan = await site.user('Hincha');
  const [first, second] = await publish(2);
  await Promise.all(Array.from({ length: 20 }, () => fan.call('savePost', { postId: first! })));
  expect(await fan.call('savePost', { postId: second! })).toMatchObject({ saved: true, likesCount: 0 });
  await fan.call('savePost', { postId: first! });
  const { items, total } = await fan.call('getSavedPosts');
  expect(items.map((post) => [post.id, post.viewer.saved])).toEqual([
    [second, true],
    [first, true],
  ]);
  expect(total).toBe(2);
  expect(await fan.call('unsavePost', { postId: first! })).toMatchObject({ saved: false });
  await fan.call('unsavePost', { postId: first! });
  expect((await fan.call('getSavedPosts')).total).toBe(1);
});

it('saved posts are listed twenty a page, newest save first, while others are added and removed', async () => {
  const fan = await site.user('Hincha');
  const ids = await publish(25);
  for (const postId of ids) await fan.call('savePost', { postId });
  const page = await fan.call('getSavedPosts');
  expect([page.items.length, page.total]).toEqual([20, 25]);
  const [late] = await publish(1);
  await fan.call('savePost', { postId: late! });
  await fan.call('unsavePost', { postId: ids[20]! });
  const rest = await fan.call('getSavedPosts', { cursor: page.cursor! });
  expect([...page.items, ...rest.items].map((post) => post.id)).toEqual(ids.toReversed());
  expect([rest.cursor, rest.total]).toEqual([null, 25]);
});

it('deleted posts are missing from the saved list and its count', async () => {
  const fan = await site.user('Hincha');
  const [remaining, deletedPost] = await publish(2);
  for (const postId of [remaining, deletedPost]) await fan.call('savePost', { postId: postId! });
  await author.call('deletePost', { postId: deletedPost! });
  await drainJobs(db);
  const { items, total } = await fan.call('getSavedPosts');
  expect([items.map((post) => post.id), total]).toEqual([[remaining], 1]);
});

it('saved posts whose authors were suspended or block the reader are not counted, on any page', async () => {
  const [fan, suspendedAuthor, blocker] = await site.users('Guardada', 3);
  for (const postId of await publish(24)) await fan!.call('savePost', { postId });
  for (const other of [suspendedAuthor!, blocker!]) {
    const { post } = await other.call('publishPost', { text: 'guardame' });
    await fan!.call('savePost', { postId: post.id });
  }
  await blocker!.call('blockUser', { targetUid: fan!.uid });
  const admin = await site.user('Mechi');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [admin.uid]);
  await admin.call('adminSetUserSuspended', { targetUid: suspendedAuthor!.uid, suspended: true });
  const page = await fan!.call('getSavedPosts');
  const rest = await fan!.call('getSavedPosts', { cursor: page.cursor! });
  expect([page.items.length, page.total, rest.items.length, rest.total]).toEqual([20, 24, 4, 24]);
});

it('saved posts are private, and only existing posts can be saved', async () => {
  const [fan, other] = [await site.user('Hincha'), await site.user('Otra')];
  const [postId] = await publish(1);
  await fan.call('savePost', { postId: postId! });
  expect((await other.call('getSavedPosts')).items).toEqual([]);
  for (const wrong of ['nada', fan.uid]) {
    expect((await fan.ask('savePost', { postId: wrong })).status).toBe(404);
    expect((await fan.ask('unsavePost', { postId: wrong })).status).toBe(404);
  }
});
