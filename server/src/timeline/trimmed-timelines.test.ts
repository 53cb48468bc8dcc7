import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { trimTimelines } from './jobs/trim-timelines.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let reader: User;
let authors: User[];
let stranger: User;
let official: User;
/** These are the posts of the reader's 'Siguiendo', newest first. */
const expected: string[] = [];

const publish = async (author: User, text: string) => (await author.call('publishPost', { text })).post.id;

async function readAll(user: User): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await user.call('getFeed', { tab: 'siguiendo', ...(cursor && { cursor }) });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
  }
  return ids;
}

const storedOf = async ({ uid }: User) => {
  const { rows } = await db.raw.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM timeline WHERE reader_uid = $1',
    [uid],
  );
  return rows[0]!.n;
};

beforeAll(async () => {
  site = await openSite(db);
  reader = await site.user('Lectora');
  authors = await site.users('Autora', 3);
  [stranger, official] = [await site.user('Ajena'), await site.user('Grande')];
  await db.raw.query('UPDATE users SET merged_at_read = true WHERE uid = $1', [official.uid]);
  for (const author of [...authors, official]) await reader.call('followUser', { targetUid: author.uid });
  for (let n = 0; n < 60; n++) {
    const author = n % 10 === 9 ? official : n % 10 === 4 ? reader : authors[n % 3]!;
    expected.unshift(await publish(author, `gol ${n}`));
    await publish(stranger, `de nadie a quien siga ${n}`);
  }
  await drainJobs(db);
});
afterAll(() => site.close());

it('a trimmed timeline shows the same posts as before', async () => {
  expect(await readAll(reader)).toEqual(expected);
  await trimTimelines({ db }, { maxEntries: 15 });
  expect(await storedOf(reader)).toBe(15);
  expect(await readAll(reader)).toEqual(expected);
  // Again, after newer posts.
  for (let n = 0; n < 5; n++) expected.unshift(await publish(authors[n % 3]!, `más ${n}`));
  await drainJobs(db);
  await trimTimelines({ db }, { maxEntries: 15 });
  expect(await storedOf(reader)).toBe(15);
  expect(await readAll(reader)).toEqual(expected);
});

it('a trimmed timeline stays right after follows, reposts, deletions and mutes', async () => {
  // The back-fill also writes entries older than the timeline stores.
  const late = await site.user('Tardía');
  const old = expected.at(-1)!;
  await stranger.call('followUser', { targetUid: late.uid });
  await reader.call('followUser', { targetUid: stranger.uid });
  await drainJobs(db);
  const all = await readAll(reader);
  expect(all).toHaveLength(expected.length + 60);
  expect(all).toEqual(all.toSorted().toReversed());
  expect(all.filter((id) => expected.includes(id))).toEqual(expected);
  await reader.call('unfollowUser', { targetUid: stranger.uid });
  await drainJobs(db);
  expect(await readAll(reader)).toEqual(expected);

  // A post that the timeline does not store comes back as a repost, once.
  await authors[0]!.call('repostPost', { postId: old });
  await drainJobs(db);
  expect(await readAll(reader)).toEqual([old, ...expected.slice(0, -1)]);
  await authors[0]!.call('unrepostPost', { postId: old });
  await drainJobs(db);
  expect(await readAll(reader)).toEqual(expected);

  const { rows } = await db.raw.query<{ owner_uid: string }>('SELECT owner_uid FROM posts WHERE id = $1', [
    old,
  ]);
  const owner = authors.find(({ uid }) => uid === rows[0]!.owner_uid)!;
  await owner.call('deletePost', { postId: old });
  expect(await readAll(reader)).toEqual(expected.slice(0, -1));
  await reader.call('muteUser', { targetUid: owner.uid });
  const { rows: own } = await db.raw.query<{ id: string }>('SELECT id FROM posts WHERE owner_uid = $1', [
    owner.uid,
  ]);
  const mutedPosts = new Set(own.map(({ id }) => id));
  expect(await readAll(reader)).toEqual(expected.slice(0, -1).filter((id) => !mutedPosts.has(id)));
  await reader.call('unmuteUser', { targetUid: owner.uid });
});

it('entries that an interrupted run left are not read', async () => {
  const before = await readAll(reader);
  const entry = '01900000-0000-7000-8000-00000000000a';
  await db.raw.query(
    'INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid, reposter_uid) VALUES ($1, $2, $3, $4, $5)',
    [reader.uid, entry, before.at(-1), authors[1]!.uid, authors[2]!.uid],
  );
  expect(await readAll(reader)).toEqual(before);
});

it('a run checks a limited number of timelines, and the next one continues', async () => {
  await db.raw.query('UPDATE users SET timeline_from = NULL');
  const sizes = async () => Promise.all(authors.map(storedOf));
  for (const author of authors) {
    for (const other of authors)
      if (other !== author) await author.call('followUser', { targetUid: other.uid });
  }
  await drainJobs(db);
  const [first] = await sizes();
  expect(Math.min(...(await sizes()))).toBeGreaterThan(10);
  const { rows } = await db.raw.query<{ before: number }>(
    'SELECT count(*)::int AS before FROM users WHERE uid <= $1',
    [authors[0]!.uid],
  );
  await trimTimelines({ db }, { maxEntries: 10, maxReaders: rows[0]!.before });
  expect((await sizes())[0]).toBe(10);
  expect((await sizes())[1]).toBeGreaterThan(10);
  expect(first).toBeGreaterThan(10);
  await trimTimelines({ db }, { maxEntries: 10, maxReaders: 1 });
  expect((await sizes())[1]).toBe(10);
  await trimTimelines({ db }, { maxEntries: 10 });
  expect(await sizes()).toEqual([10, 10, 10]);
});
