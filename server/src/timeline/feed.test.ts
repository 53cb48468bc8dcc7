import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite, type User, type Visitor } from '../../test/site.ts';
import { statementsOf } from '../../test/statements.ts';
import { writesOn } from '../../test/writes.ts';
import { newId } from '../kernel/ids.ts';
import { Publications } from './actions/publications.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;

beforeAll(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
});
afterAll(() => site.close());

type Tab = { tab: 'siguiendo' | 'paraVos' };

async function readAll(reader: Visitor, tab: Tab, between: () => Promise<unknown> = async () => {}) {
  const ids: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await reader.call('getFeed', { ...tab, ...(cursor && { cursor }) });
    ids.push(...page.items.map((post) => post.id));
    sizes.push(page.items.length);
    cursor = page.cursor ?? undefined;
    await between();
  } while (cursor);
  return { ids, sizes };
}

it('both feeds are empty on a new site', async () => {
  for (const tab of ['siguiendo', 'paraVos'] as const) {
    expect(await ana.call('getFeed', { tab })).toEqual({ items: [], cursor: null });
  }
});

it('a feed has ten posts a page and no cursor after the last', async () => {
  for (let i = 0; i < 25; i++) await ana.call('publishPost', { text: `post ${i}` });
  expect((await readAll(ana, { tab: 'siguiendo' })).sizes).toEqual([10, 10, 5]);
  expect((await readAll(ana, { tab: 'paraVos' })).sizes).toEqual([10, 10, 5]);
  const beto = await site.user('Beto');
  for (let i = 0; i < 20; i++) await beto.call('publishPost', { text: `post ${i}` });
  expect((await readAll(beto, { tab: 'siguiendo' })).sizes).toEqual([10, 10]);
});

it('a page that is read again and again shows each change, to each viewer their own', async () => {
  const [caro, dani] = [await site.user('Caro'), await site.user('Dani')];
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) ids.push((await caro.call('publishPost', { text: `de Caro ${i}` })).post.id);
  await dani.call('followUser', { targetUid: caro.uid });
  const [newest = '', second = ''] = ids.toReversed();
  // The joined text of an own page is kept from the fourth reading on.
  const readOften = async (who: User) => {
    const pages: unknown[] = [];
    for (let i = 0; i < 5; i++)
      for (const input of [{ tab: 'siguiendo' }, { tab: 'paraVos' }] as const)
        pages.push((await who.call('getFeed', input)).items.slice(0, 10));
    for (const page of pages) expect(page).toEqual(pages[0]);
    return pages[0] as { id: string; text: string; likesCount: number; viewer: { liked: boolean } }[];
  };
  const postsFor = async (who: User) =>
    (await readOften(who)).map(({ id, text, likesCount, viewer: { liked } }) => ({
      id,
      text,
      likesCount,
      liked,
    }));
  const first = await postsFor(dani);
  expect(first.map(({ id }) => id)).toEqual(ids.toReversed());
  await dani.call('likePost', { postId: newest });
  expect((await postsFor(dani))[0]).toMatchObject({ id: newest, likesCount: 1, liked: true });
  expect((await postsFor(caro))[0]).toMatchObject({ id: newest, likesCount: 1, liked: false });
  await dani.call('unlikePost', { postId: newest });
  expect(await postsFor(dani)).toEqual(first);
  await caro.call('editPost', { postId: second, text: 'Cambió', link: '' });
  expect((await postsFor(dani))[1]).toMatchObject({ id: second, text: 'Cambió' });
  await caro.call('updateProfile', { displayName: 'Carolina', handle: 'carolina_', bio: '' });
  expect((await dani.call('getFeed', { tab: 'paraVos' })).items[0]?.authorName).toBe('Carolina');
  await caro.call('deletePost', { postId: newest });
  expect((await dani.call('getFeed', { tab: 'paraVos' })).items[0]?.id).toBe(second);
  await dani.call('blockUser', { targetUid: caro.uid });
  const { items } = await dani.call('getFeed', { tab: 'paraVos' });
  expect(items.some(({ authorId }) => authorId === caro.uid)).toBe(false);
});

it('a page of ten plain posts of 280 characters has at most 12 KB', async () => {
  const authors = await site.users('Hincha de la Primera', 10);
  const text = 'Qué golazo, señores. '.repeat(20).slice(0, 280);
  for (const author of authors) await author.call('publishPost', { text });
  const { body, text: json } = await ana.ask('getFeed', { tab: 'paraVos' });
  expect(body.items.map((post) => post.text)).toEqual(Array(10).fill(text));
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(12_000);
});

it('paging neither repeats nor skips a post while others are added and deleted', async () => {
  const before = (await readAll(ana, { tab: 'paraVos' })).ids;
  const fresh: string[] = [];
  const { ids } = await readAll(ana, { tab: 'paraVos' }, async () => {
    const oldest = fresh.shift();
    if (oldest) await ana.call('deletePost', { postId: oldest });
    for (let i = 0; i < 3; i++) fresh.push((await ana.call('publishPost', { text: 'nuevo' })).post.id);
  });
  expect(ids).toEqual(before);
  for (const postId of fresh) await ana.call('deletePost', { postId });
});

it('a page is full even when posts in it were deleted', async () => {
  const { ids } = await readAll(ana, { tab: 'paraVos' });
  for (const postId of ids.filter((_, i) => i >= 20 && i % 2 === 0)) await ana.ask('deletePost', { postId });
  const after = await readAll(ana, { tab: 'paraVos' });
  expect(after.sizes.slice(0, -1).every((size) => size === 10)).toBe(true);
  expect(new Set(after.ids).size).toBe(after.ids.length);
});

it('an author’s feed shows a new post right after publishing', async () => {
  for (let i = 0; i < 20; i++) {
    const { post } = await ana.call('publishPost', { text: `ya ${i}` });
    const [following, everybody, profile] = await Promise.all([
      ana.call('getFeed', { tab: 'siguiendo' }),
      ana.call('getFeed', { tab: 'paraVos' }),
      ana.call('getProfilePosts', { uid: ana.uid }),
    ]);
    expect([following, everybody, profile].map((list) => list.items[0]?.id)).toEqual([
      post.id,
      post.id,
      post.id,
    ]);
  }
});

it('a feed whose newest pages are all of somebody muted leads on to the others', async () => {
  const [lea, ruido] = await site.users('Lea', 2);
  const { post } = await lea!.call('publishPost', { text: 'debajo de todo' });
  await lea!.call('muteUser', { targetUid: ruido!.uid });
  // Reposts of one post, as many as a page looks through.
  await db.raw.query(
    `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid, reposter_uid)
     SELECT $1, id, $2, $1, $3 FROM unnest($4::uuid[]) AS t (id)`,
    [lea!.uid, post.id, ruido!.uid, Array.from({ length: 530 }, () => newId(new Date()))],
  );
  const fresh = await openSite(db);
  const reader = fresh.visitor({}, lea!.cookies);
  expect((await readAll(reader, { tab: 'siguiendo' })).ids).toEqual([post.id]);
  await fresh.close();
});

/** Reposts of one post on a timeline, oldest first. @returns the reposters */
async function insertReposts(reader: User, { id, author }: { id: string; author: User }, count: number) {
  const reposters = Array.from({ length: count }, () => newId(new Date()));
  await db.raw.query(
    `INSERT INTO users (uid, display_name, name_folded, handle, created_at, updated_at)
     SELECT uid, 'Repite', 'repite', 'r' || right(uid::text, 12), now(), now() FROM unnest($1::uuid[]) AS t (uid)`,
    [reposters],
  );
  await db.raw.query(
    `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid, reposter_uid)
     SELECT $1, entry, $2, $3, uid FROM unnest($4::uuid[], $5::uuid[]) AS t (entry, uid)`,
    [reader.uid, id, author.uid, reposters.map(() => newId(new Date())), reposters],
  );
  return reposters;
}

// A page reads 25 stretches of 21 entries at most.
it.each([
  [300, [10, 3]],
  [530, [1, 10, 2]],
])('%i reposts of one post in a row lead on to the posts below them', async (count, sizes) => {
  const mora = await site.user('Mora');
  const ids: string[] = [];
  for (let i = 0; i < 13; i++) ids.unshift((await mora.call('publishPost', { text: `gol ${i}` })).post.id);
  await insertReposts(mora, { id: ids[0]!, author: mora }, count);
  const fresh = await openSite(db);
  const reader = fresh.visitor({}, mora.cookies);
  const ran = await statementsOf(async () =>
    expect(await readAll(reader, { tab: 'siguiendo' })).toEqual({ ids, sizes }),
  );
  expect(Math.max(...ran.map(({ rows }) => rows))).toBeLessThanOrEqual(100);
  await fresh.close();
});

it('a post is listed once, at its newest repost by somebody who is not muted', async () => {
  const nina = await site.user('Nina');
  const ids: string[] = [];
  for (let i = 0; i < 15; i++) ids.unshift((await nina.call('publishPost', { text: `gol ${i}` })).post.id);
  const oldest = ids.pop()!;
  const [, ...muted] = await insertReposts(nina, { id: oldest, author: nina }, 6);
  await db.raw.query('INSERT INTO mutes (uid, muted, created_at) SELECT $1, unnest($2::uuid[]), now()', [
    nina.uid,
    muted,
  ]);
  const last = (await nina.call('publishPost', { text: 'encima de todo' })).post.id;
  const fresh = await openSite(db);
  const reader = fresh.visitor({}, nina.cookies);
  expect((await readAll(reader, { tab: 'siguiendo' })).ids).toEqual([last, oldest, ...ids]);
  await fresh.close();
});

it('a profile lists at most 200 posts', async () => {
  const writer = await site.user('Escritora');
  const writes = writesOn(db);
  for (let i = 0; i < 205; i++)
    await new Publications(writes).publish(writer.uid, { text: `línea ${i}` }, null);
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await writer.call('getProfilePosts', { uid: writer.uid, ...(cursor && { cursor }) });
    for (const post of page.items) ids.add(post.id);
    cursor = page.cursor ?? undefined;
  } while (cursor);
  expect(ids.size).toBe(200);
});

it('posts of the official account are merged into every follower’s timeline', async () => {
  const fan = await site.user('Fan');
  await fan.call('publishPost', { text: 'antes' });
  const { rows } = await db.raw.query<{ uid: string }>('SELECT uid FROM users WHERE official');
  const writes = writesOn(db);
  for (let i = 0; i < 12; i++)
    await new Publications(writes).publish(rows[0]!.uid, { text: `oficial ${i}` }, null);
  await fan.call('publishPost', { text: 'después' });
  // Another process wrote them: this one reads them when its cache of the author expires.
  await site.close();
  site = await openSite(db);
  const reader = site.visitor();
  await reader.call('signIn', { email: fan.email, password: 'aguante' });
  const first = await reader.call('getFeed', { tab: 'siguiendo' });
  const second = await reader.call('getFeed', { tab: 'siguiendo', cursor: first.cursor ?? '' });
  const texts = [...first.items, ...second.items].map((post) => post.text);
  expect(texts).toEqual(['después', ...Array.from({ length: 12 }, (_, i) => `oficial ${11 - i}`), 'antes']);
});

it.each([
  ['made up', 'abc'],
  ['tampered with', '01a1fd45-d57b-7580-827f-1e3f72a372eb.AAAAAAAAAAAAAAAAAAAAAA'],
])('a cursor that was %s is refused', async (_, cursor) => {
  expect((await (await site.user('X')).ask('getFeed', { tab: 'paraVos', cursor })).body.error?.code).toBe(
    'invalid-argument',
  );
});

it('when the read model cannot serve, the feed says so, and the fallback reads the posts themselves', async () => {
  const reader = await site.user('Lectora');
  await reader.call('publishPost', { text: 'sin índice' });
  await site.close();
  await db.raw.query('ALTER TABLE post_summaries RENAME TO post_summaries_gone');
  try {
    site = await openSite(db);
    const again = site.visitor();
    await again.call('signIn', { email: reader.email, password: 'aguante' });
    for (const tab of ['siguiendo', 'paraVos'] as const) {
      const refusal = await again.ask('getFeed', { tab });
      expect(refusal).toMatchObject({ status: 400, body: { error: { code: 'failed-precondition' } } });
      const { items } = await again.call('getFeed', { tab, source: 'posts' });
      expect(items[0]?.text).toBe('sin índice');
    }
  } finally {
    await db.raw.query('ALTER TABLE post_summaries_gone RENAME TO post_summaries');
  }
});

it('the first twenty pages of ‘Para vos’ come from one query for everyone, and the rest follows them', async () => {
  const writes = writesOn(db);
  const { uid } = await site.user('Prolífica');
  for (let i = 0; i < 220; i++)
    await new Publications(writes).publish(uid, { text: `de muchas, ${i}` }, null);
  const { rows } = await db.raw.query<{ id: string }>('SELECT id FROM posts ORDER BY id DESC');
  // A new site, since these posts were published past the caches of the other.
  const fresh = await openSite(db);
  const reader = await fresh.user('Lectora');
  let cursor: string | undefined;
  const ids: string[] = [];
  const ran = await statementsOf(async () => {
    for (let i = 0; i < 20; i++) {
      const page = await reader.call('getFeed', { tab: 'paraVos', ...(cursor && { cursor }) });
      ids.push(...page.items.map((post) => post.id));
      cursor = page.cursor ?? undefined;
    }
  });
  expect(ran.filter(({ name }) => name === 'find-latest-post-ids')).toEqual([]);
  while (cursor) {
    const page = await reader.call('getFeed', { tab: 'paraVos', cursor });
    ids.push(...page.items.map((post) => post.id));
    cursor = page.cursor ?? undefined;
  }
  expect(ids).toEqual(rows.map((row) => row.id));
  await fresh.close();
});
