import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let beto: User;
let carla: User;

beforeAll(async () => {
  site = await openSite(db);
});
afterAll(() => site.close());
beforeEach(async () => {
  [ana, beto, carla] = [await site.user('Ana'), await site.user('Beto'), await site.user('Carla')];
});

const publish = async (user: User, text: string, quoteOf?: string) =>
  (await user.call('publishPost', { text, ...(quoteOf && { quoteOf }) })).post.id;
const mute = (user: User, target: User) => user.call('muteUser', { targetUid: target.uid });
const follow = (user: User, target: User) => user.call('followUser', { targetUid: target.uid });
const setWords = (user: User, ...words: string[]) => user.call('setMutedWords', { words });

async function feed(user: User, tab: 'siguiendo' | 'paraVos', source?: 'posts'): Promise<string[]> {
  return (await user.call('getFeed', { tab, ...(source && { source }) })).items.map((post) => post.text);
}

/** The texts of all pages of 'Siguiendo'. */
async function following(user: User): Promise<string[]> {
  const texts: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await user.call('getFeed', { tab: 'siguiendo', ...(cursor && { cursor }) });
    texts.push(...page.items.map(({ text }) => text));
    cursor = page.cursor ?? undefined;
  }
  return texts;
}

describe('a mute', () => {
  it('a mute hides posts, comments and notifications from the muting user and nobody else', async () => {
    await follow(ana, beto);
    const theirs = await publish(beto, 'lo de Beto');
    const quoting = await publish(carla, 'mirá', theirs);
    const own = await publish(ana, 'lo mío');
    await drainJobs(db);
    expect(await mute(ana, beto)).toEqual({ blocked: false, muted: true });
    expect(await mute(ana, beto)).toEqual({ blocked: false, muted: true });
    await beto.call('likePost', { postId: own });
    await beto.call('addComment', { postId: own, text: 'qué bueno' });

    for (const tab of ['siguiendo', 'paraVos'] as const) {
      expect(await feed(ana, tab)).not.toContain('lo de Beto');
      expect(await feed(ana, tab, 'posts')).not.toContain('lo de Beto');
    }
    const { items } = await ana.call('getFeed', { tab: 'paraVos' });
    expect(items.find(({ id }) => id === quoting)).toMatchObject({ quoteOf: theirs, quoted: null });
    expect((await ana.call('getComments', { postId: own })).items).toEqual([]);
    expect(await ana.call('getNotifications')).toMatchObject({ items: [], unread: 0 });

    // Content that is opened directly stays visible, and the muted user cannot tell.
    expect((await ana.call('getPost', { postId: theirs })).post.text).toBe('lo de Beto');
    expect((await ana.call('getPost', { postId: quoting })).post.quoted?.text).toBe('lo de Beto');
    expect((await ana.call('getProfilePosts', { uid: beto.uid })).items).toHaveLength(1);
    expect(await ana.call('getProfile', { uid: beto.uid })).toMatchObject({ muted: true, following: true });
    expect((await ana.call('searchUsers', { q: 'beto' })).items.length).toBeGreaterThan(0);
    expect((await ana.call('getFollowing', { uid: ana.uid })).muted).toEqual([beto.uid]);
    expect(await beto.call('getProfile', { uid: ana.uid })).toMatchObject({
      blocked: false,
      muted: false,
      blockedBy: false,
    });
    expect(await feed(beto, 'paraVos')).toContain('lo mío');
    expect((await beto.call('getComments', { postId: own })).items).toHaveLength(1);

    expect(await ana.call('unmuteUser', { targetUid: beto.uid })).toEqual({ blocked: false, muted: false });
    expect(await feed(ana, 'siguiendo')).toContain('lo de Beto');
    expect((await ana.call('getComments', { postId: own })).items).toHaveLength(1);
    expect((await ana.call('getNotifications')).unread).toBe(2);
  });

  it('a user cannot mute themselves, and muting an unknown user answers 404', async () => {
    expect((await ana.ask('muteUser', { targetUid: ana.uid })).body.error?.code).toBe('invalid-argument');
    expect((await ana.ask('unmuteUser', { targetUid: ana.uid })).body.error?.code).toBe('invalid-argument');
    expect((await ana.ask('muteUser', { targetUid: 'nope' })).status).toBe(404);
  });

  it('a mute removes reposts and leaves the reposted posts in their own place', async () => {
    await follow(ana, beto);
    await follow(ana, carla);
    const first = await publish(carla, 'primero');
    await publish(carla, 'segundo');
    const strange = await publish(await site.user('Diana'), 'de alguien más');
    await beto.call('repostPost', { postId: first });
    await beto.call('repostPost', { postId: strange });
    await drainJobs(db);
    expect(await feed(ana, 'siguiendo')).toEqual(['de alguien más', 'primero', 'segundo']);
    await mute(ana, beto);
    expect(await feed(ana, 'siguiendo')).toEqual(['segundo', 'primero']);
  });

  it('paging stays complete under hundreds of muted reposts', async () => {
    await follow(ana, beto);
    await follow(ana, carla);
    const old: string[] = [];
    for (let i = 0; i < 12; i++) old.push(await publish(carla, `viejo ${i}`));
    const diana = await site.user('Diana');
    for (let i = 0; i < 30; i++)
      await beto.call('repostPost', { postId: await publish(diana, `ajeno ${i}`) });
    for (const postId of old.slice(0, 3)) await beto.call('repostPost', { postId });
    await publish(carla, 'nuevo');
    await drainJobs(db);
    await mute(ana, beto);
    const viejos = Array.from({ length: 12 }, (_, i) => `viejo ${11 - i}`);
    expect(await following(ana)).toEqual(['nuevo', ...viejos]);
  });

  it('a mute applies to an author whose posts are merged at read', async () => {
    await follow(ana, beto);
    await publish(beto, 'de la estrella');
    await db.raw.query('UPDATE users SET merged_at_read = true WHERE uid = $1', [beto.uid]);
    const later = await openSite(db);
    const viewer = later.visitor();
    for (const [cookie, value] of ana.cookies) viewer.cookies.set(cookie, value);
    await drainJobs(db);
    const texts = async () => (await viewer.call('getFeed', { tab: 'siguiendo' })).items.map((p) => p.text);
    expect(await texts()).toEqual(['de la estrella']);
    await viewer.call('muteUser', { targetUid: beto.uid });
    expect(await texts()).toEqual([]);
    await later.close();
  });
});

describe('muted words', () => {
  it('muted words are stored folded, without duplicates, and replaced as a whole', async () => {
    expect(await ana.call('getMutedWords')).toEqual({ words: [] });
    expect(await setWords(ana, 'Árbitro', ' ARBITRO ', '#VAR')).toEqual({ words: ['arbitro', '#var'] });
    expect(await ana.call('getMutedWords')).toEqual({ words: ['arbitro', '#var'] });
    expect(await setWords(ana)).toEqual({ words: [] });
    expect(await ana.call('getMutedWords')).toEqual({ words: [] });
    expect(await beto.call('getMutedWords')).toEqual({ words: [] });
  });

  it('a user can mute a hundred words of fifty characters', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `palabra ${i}`);
    expect((await setWords(ana, ...many.slice(0, 100))).words).toHaveLength(100);
    for (const words of [many, ['x'.repeat(51)], ['  '], ['#']])
      expect((await ana.ask('setMutedWords', { words })).body.error?.code).toBe('invalid-argument');
    expect((await ana.call('getMutedWords')).words).toHaveLength(100);
  });

  it("muted words hide posts and comments, except the viewer's own", async () => {
    await publish(beto, 'El ÁRBITRO no vio nada');
    await publish(beto, 'arbitraje aparte');
    await publish(ana, 'yo también soy árbitro');
    await beto.call('publishPost', {
      text: '¿Quién tuvo la culpa?',
      poll: { options: ['El árbitro', 'El arquero'], durationMinutes: 1440 },
    });
    const { post } = await beto.call('publishPost', { text: 'una nota', link: 'ole.com.ar' });
    await db.raw.query(`UPDATE post_summaries SET link_preview = $2 WHERE id = $1`, [
      post.id,
      { title: 'Habló el árbitro', description: null, image: null, site: null },
    ]);
    const talk = await publish(carla, 'charla');
    await beto.call('addComment', { postId: talk, text: 'fue el arbitro!' });
    await beto.call('addComment', { postId: talk, text: 'fue el arquero' });
    await ana.call('addComment', { postId: talk, text: 'qué árbitro' });
    const later = await openSite(db);
    const viewer = later.visitor();
    for (const [cookie, value] of ana.cookies) viewer.cookies.set(cookie, value);
    const texts = async () => (await viewer.call('getFeed', { tab: 'paraVos' })).items.map((p) => p.text);
    expect((await texts()).slice(0, 6)).toHaveLength(6);
    await viewer.call('setMutedWords', { words: ['árbitro'] });
    expect((await texts()).slice(0, 3)).toEqual(['charla', 'yo también soy árbitro', 'arbitraje aparte']);
    const comments = await viewer.call('getComments', { postId: talk });
    expect(comments.items.map(({ text }) => text)).toEqual(['fue el arquero', 'qué árbitro']);
    // Content that is opened directly stays visible.
    expect((await viewer.call('getPost', { postId: post.id })).post.text).toBe('una nota');
    await viewer.call('setMutedWords', { words: [] });
    expect((await texts())[1]).toBe('una nota');
    await later.close();
  });

  it('muted words apply at once after a post was edited', async () => {
    const postId = await publish(beto, 'nada especial');
    await setWords(ana, 'var');
    expect(await feed(ana, 'paraVos')).toContain('nada especial');
    await beto.call('editPost', { postId, text: 'otra vez el VAR', link: '' });
    await carla.call('likePost', { postId });
    expect(await feed(ana, 'paraVos')).not.toContain('otra vez el VAR');
  });

  it('muted words suppress notifications wherever in the text they occur', async () => {
    const handle = `ana${Date.now() % 1e7}`;
    await ana.call('updateProfile', { displayName: 'Ana', handle, bio: '' });
    const own = await publish(ana, 'lo mío');
    await beto.call('addComment', { postId: own, text: 'hablemos del VAR' });
    await carla.call('addComment', { postId: own, text: 'hablemos de otra cosa' });
    expect((await ana.call('getNotifications')).unread).toBe(2);
    await setWords(ana, 'var');
    expect(await ana.call('getNotifications')).toMatchObject({ unread: 1, items: [{ actorId: carla.uid }] });
    await publish(beto, `@${handle} ${'bla '.repeat(60)} el VAR`);
    expect((await ana.call('getNotifications')).unread).toBe(1);
    await publish(beto, `@${handle} buenas`);
    expect((await ana.call('getNotifications')).unread).toBe(2);
  });

  it('muted words apply to notifications of a post as it was edited', async () => {
    const handle = `ana${Date.now() % 1e7}`;
    await ana.call('updateProfile', { displayName: 'Ana', handle, bio: '' });
    const postId = await publish(beto, `@${handle} buenas`);
    await setWords(ana, 'var');
    const visible = async () => {
      const { items, unread } = await ana.call('getNotifications');
      const grouped = await ana.call('getNotifications', { grouped: 'true' });
      return [items.length, unread, grouped.items.length, grouped.unread];
    };
    expect(await visible()).toEqual([1, 1, 1, 1]);
    await beto.call('editPost', { postId, text: `@${handle} el VAR`, link: '' });
    expect(await visible()).toEqual([0, 0, 0, 0]);
    await beto.call('editPost', { postId, text: 'nada', link: '' });
    expect(await visible()).toEqual([1, 1, 1, 1]);
  });

  it('muted words are looked for in every part of a post, in feeds and in its notifications', async () => {
    const handle = `ana${Date.now() % 1e7}`;
    await ana.call('updateProfile', { displayName: 'Ana', handle, bio: '' });
    const quoteOf = await publish(ana, 'lo mío');
    const text = `@${handle} mirá`;
    const poll = { options: ['El árbitro', 'Nadie'], durationMinutes: 1440 as const };
    const warning = { kind: 'otra', label: 'Lo del árbitro' } as const;
    const preview = { title: null, description: null, image: null, site: null };
    const inputs = [
      { text, poll },
      { text, warning },
      { quoteOf, poll },
      { quoteOf, warning, text: 'cito' },
    ];
    const ids: string[] = [];
    for (const input of inputs) ids.push((await beto.call('publishPost', input)).post.id);
    for (const part of ['title', 'description', 'site']) {
      const { id } = (await beto.call('publishPost', { text, link: 'ole.com.ar' })).post;
      const values = [id, { ...preview, title: 'Olé', [part]: 'Habló el árbitro' }];
      await db.raw.query('UPDATE post_summaries SET link_preview = $2 WHERE id = $1', values);
      ids.push(id);
    }
    const later = await openSite(db);
    const viewer = later.visitor();
    for (const [cookie, value] of ana.cookies) viewer.cookies.set(cookie, value);
    const visible = async () => {
      const posts = (await viewer.call('getFeed', { tab: 'paraVos' })).items.map(({ id }) => id);
      const lists = [posts];
      for (const input of [{}, { grouped: 'true' }, { only: 'mentions' }] as const)
        lists.push((await viewer.call('getNotifications', input)).items.map(({ postId }) => postId ?? ''));
      const counts = lists.map((list) => list.filter((id) => ids.includes(id)).length);
      return [...counts, (await viewer.call('getNotifications')).unread];
    };
    expect(await visible()).toEqual([7, 7, 7, 7, 7]);
    await viewer.call('setMutedWords', { words: ['árbitro'] });
    expect(await visible()).toEqual([0, 0, 0, 0, 0]);
    await later.close();
  });

  it("muted words do not hide the likes of one's own comments", async () => {
    const postId = await publish(beto, 'charla');
    const { comment } = await ana.call('addComment', { postId, text: 'aguante el VAR' });
    await setWords(ana, 'var');
    await carla.call('likeComment', { postId, commentId: comment.id });
    for (const input of [{}, { grouped: 'true' }] as const)
      expect(await ana.call('getNotifications', input)).toMatchObject({
        unread: 1,
        items: [{ actorId: carla.uid, textSnippet: 'aguante el VAR' }],
      });
  });

  it('a page scans a bounded number of muted posts, and the next page continues', async () => {
    await setWords(ana, 'bla');
    const { rows } = await db.raw.query<{ count: number }>('SELECT count(*)::int AS count FROM posts');
    await db.raw.query(
      `WITH post AS (
         INSERT INTO posts (id, owner_uid, created_at, updated_at, text)
         SELECT ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, now(), now(), 'bla bla'
         FROM generate_series(1, 1100) n RETURNING id, owner_uid, created_at, text
       ), summary AS (
         INSERT INTO post_summaries (id, owner_uid, created_at, text) SELECT id, owner_uid, created_at, text FROM post
       ) INSERT INTO post_counters (post_id) SELECT id FROM post`,
      [beto.uid],
    );
    await publish(carla, 'algo distinto');
    let pages = 0;
    const texts: string[] = [];
    for (let cursor: string | undefined, more = true; more && pages < 20; more = cursor !== undefined) {
      const page = await ana.call('getFeed', { tab: 'paraVos', ...(cursor && { cursor }) });
      texts.push(...page.items.map(({ text }) => text));
      cursor = page.cursor ?? undefined;
      pages++;
    }
    expect(texts).toContain('algo distinto');
    expect(texts).not.toContain('bla bla');
    expect(rows[0]!.count).toBeGreaterThan(0);
    await db.raw.query(`DELETE FROM posts WHERE text = 'bla bla'`);
  });
});
