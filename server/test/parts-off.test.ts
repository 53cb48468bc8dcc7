import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { cloneDatabase } from './database.ts';
import { drainJobs } from './drain.ts';
import { openEventPage } from './event-page.ts';
import { openSite, type TestSite, type User, type Visitor } from './site.ts';

const { db } = await cloneDatabase();
let full: TestSite;
let bare: TestSite;
let ana: User;
let beto: User;

beforeAll(async () => {
  [full, bare] = [await openSite(db), await openSite(db, { features: [] })];
  [ana, beto] = [await bare.user('Ana'), await full.user('Beto')];
  for (const fan of [ana, beto]) await on(full, fan).call('setClub', { club: 'boca', show: true });
});
afterAll(() => Promise.all([full.close(), bare.close()]));

const on = (site: TestSite, { cookies }: User) => site.visitor({}, cookies);

/** The pages of the first specification. */
const readAll = async (who: Visitor, postId: string) => ({
  following: await who.call('getFeed', { tab: 'siguiendo' }),
  forYou: await who.call('getFeed', { tab: 'paraVos' }),
  post: await who.call('getPost', { postId }),
  comments: await who.call('getComments', { postId }),
  profile: await who.call('getProfile', { uid: beto.uid }),
  posts: await who.call('getProfilePosts', { uid: beto.uid }),
  followers: await who.call('getFollowers', { uid: beto.uid }),
  found: await who.call('searchUsers', { q: 'beto' }),
  saved: await who.call('getSavedPosts'),
  notifications: await who.call('getNotifications'),
});

it('with every part off the first specification is as before, and nothing shows those parts', async () => {
  const own = on(bare, ana);
  const { post } = await on(bare, beto).call('publishPost', { text: 'Vamos #LaTribuna' });
  const { id: postId } = post;
  await own.call('followUser', { targetUid: beto.uid });
  await own.call('likePost', { postId });
  await own.call('repostPost', { postId });
  await own.call('savePost', { postId });
  await own.call('addComment', { postId, text: 'Aguante' });
  await on(bare, beto).call('addComment', { postId, text: 'Eso' });
  await own.call('publishPost', { text: 'La cito', quoteOf: postId });
  await drainJobs(db);
  const [less, more] = [await readAll(own, postId), await readAll(on(full, ana), postId)];
  expect(less.forYou.items).toHaveLength(2);
  expect(less.comments.items).toHaveLength(2);
  expect(less.profile.profile).toMatchObject({ displayName: 'Beto', postsCount: 1, followersCount: 1 });
  expect(JSON.stringify(more)).toContain('"authorClub":"boca"');
  expect(JSON.stringify(less)).not.toMatch(/club/i);
  expect(withoutClubs(more)).toEqual(withoutClubs(less));
  await own.call('updateProfile', { displayName: 'Ana María', handle: 'ana.maria', bio: '' });
  await own.call('deletePost', { postId: (await own.call('publishPost', { text: 'no' })).post.id });
  expect((await own.call('getSession')).user).toMatchObject({ displayName: 'Ana María', postsCount: 1 });
});

it('live events name clubs and topics only where these parts are on', async () => {
  const eventsOf = async (site: TestSite) => {
    await site.app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.http.server.address() as AddressInfo;
    const page = await openEventPage(`http://127.0.0.1:${port}`, on(site, ana));
    const { post } = await on(site, beto).call('publishPost', { text: 'Golazo #LaTribuna' });
    const { data } = await vi.waitFor(() => {
      const event = page.received.find(({ data: { postId } }) => postId === post.id);
      if (!event) throw new Error('not told yet');
      return event;
    }, 5_000);
    page.close();
    return { data, plain: { postId: post.id, ownerUid: beto.uid } };
  };
  const [less, more] = [await eventsOf(bare), await eventsOf(full)];
  expect(more.data).toEqual({ ...more.plain, club: 'boca', tags: ['latribuna'] });
  expect(less.data).toEqual(less.plain);
});

it('an account made while visitors read nothing stays unread when they may, until its owner answers', async () => {
  const caro = await bare.user('Caro');
  const visit = async () => (await full.app.http.inject({ url: `/perfil/${caro.uid}` })).statusCode;
  expect((await on(full, caro).call('getSession')).user).toMatchObject({ publicReading: null });
  expect(await visit()).toBe(404);
  await on(full, caro).call('setReadingChoice', { publicReading: true, indexable: false });
  expect(await visit()).toBe(200);
});

const withoutClubs = (answers: object): unknown =>
  JSON.parse(JSON.stringify(answers), (key, value: unknown) =>
    ['club', 'authorClub', 'ownClub', 'cursor'].includes(key) ? undefined : value,
  );
