import { afterEach, beforeEach, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { addJob } from '../kernel/store/jobs.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let fans: User[];
let authors: [User, User, User, User];

beforeEach(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
  fans = await site.users('Hincha', 5);
  authors = (await site.users('Autora', 4)) as typeof authors;
});
afterEach(async () => {
  await site.close();
  for (const table of ['post_counters', 'posts', 'user_posts', 'hot_posts'])
    await db.raw.query(`DELETE FROM ${table}`);
});

async function refresh(): Promise<void> {
  await addJob(db, 'refresh-suggestions', {});
  await drainJobs(db);
}

async function publishWithLikes(author: User, count: number, text = 'Golazo'): Promise<string> {
  const { id } = (await author.call('publishPost', { text })).post;
  for (const fan of fans.slice(0, count)) await fan.call('likePost', { postId: id });
  return id;
}

const hot = async (viewer: User) => (await viewer.call('getHotPosts')).items.map(({ id }) => id);

it('shows the three posts on which most others acted, and counts a person’s ten comments once', async () => {
  const least = await publishWithLikes(authors[0], 1);
  for (let i = 0; i < 10; i++) await fans[0]!.call('addComment', { postId: least, text: `${i}` });
  for (let i = 0; i < 10; i++) await authors[0].call('addComment', { postId: least, text: `${i}` });
  const most = await publishWithLikes(authors[1], 3);
  await fans[3]!.call('addComment', { postId: most, text: 'Tremendo' });
  const second = await publishWithLikes(authors[2], 3);
  const third = await publishWithLikes(authors[3], 2);
  await refresh();
  expect(await hot(ana)).toEqual([most, second, third]);
});

it('people who were suspended no longer lift a post, nor its author among the suggestions', async () => {
  await db.raw.query('UPDATE users SET created_at = $1', [new Date(Date.now() - 8 * 24 * 3_600_000)]);
  const pushed = await publishWithLikes(authors[0], 4);
  const good = (await authors[1].call('publishPost', { text: 'Un buen análisis' })).post.id;
  for (const reader of [ana, fans[4]!]) await reader.call('likePost', { postId: good });
  await refresh();
  expect(await hot(fans[4]!)).toEqual([pushed, good]);
  await db.raw.query('UPDATE users SET suspended = true WHERE uid = ANY($1)', [
    fans.slice(0, 4).map(({ uid }) => uid),
  ]);
  await refresh();
  expect(await hot(fans[4]!)).toEqual([good]);
  const { items } = await fans[4]!.call('getSuggestedPeople', {});
  expect(items[0]?.profile.uid).toBe(authors[1].uid);
});

it('counts only the last 24 hours, also on older posts', async () => {
  const past = await publishWithLikes(authors[0], 5);
  await db.raw.query("UPDATE likes SET created_at = now() - interval '25 hours' WHERE post_id = $1", [past]);
  const present = await publishWithLikes(authors[1], 1);
  await refresh();
  expect(await hot(ana)).toEqual([present]);
});

it('shows at most one post of each author', async () => {
  const best = await publishWithLikes(authors[0], 5);
  await publishWithLikes(authors[0], 4);
  const other = await publishWithLikes(authors[1], 1);
  await refresh();
  expect(await hot(ana)).toEqual([best, other]);
});

it('leaves out what the viewer blocked, muted, or muted by a word, and shows the next post instead', async () => {
  const [byBlockedAuthor, byMutedAuthor, withMutedWord, next] = [
    await publishWithLikes(authors[0], 5),
    await publishWithLikes(authors[1], 4),
    await publishWithLikes(authors[2], 3, 'Otra vez el VAR'),
    await publishWithLikes(authors[3], 2),
  ];
  await refresh();
  expect(await hot(ana)).toEqual([byBlockedAuthor, byMutedAuthor, withMutedWord]);
  await ana.call('blockUser', { targetUid: authors[0].uid });
  await ana.call('muteUser', { targetUid: authors[1].uid });
  await ana.call('setMutedWords', { words: ['var'] });
  expect(await hot(ana)).toEqual([next]);
});

it('a deleted post and those of a suspended author are gone at once', async () => {
  const jefa = await site.user('Jefa');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
  const deletedPost = await publishWithLikes(authors[0], 5);
  const bySuspendedAuthor = await publishWithLikes(authors[1], 4);
  const next = await publishWithLikes(authors[2], 3);
  await refresh();
  expect(await hot(ana)).toEqual([deletedPost, bySuspendedAuthor, next]);
  await authors[0].call('deletePost', { postId: deletedPost });
  await jefa.call('adminSetUserSuspended', { targetUid: authors[1].uid, suspended: true });
  expect(await hot(ana)).toEqual([next]);
});
