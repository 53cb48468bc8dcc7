import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { statementsOf } from '../../test/statements.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let beto: User;

beforeAll(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
  beto = await site.user('Beto');
});
afterAll(() => site.close());

const publish = async (who: User, input: object) => (await who.call('publishPost', input)).post;

describe('a quote', () => {
  it('shows the quoted post, one level deep, and does not count as a repost', async () => {
    const original = await publish(ana, { text: 'Original' });
    const quote = await publish(beto, { quoteOf: original.id });
    expect(quote).toMatchObject({
      text: '',
      quoteOf: original.id,
      quoted: { text: 'Original', quoted: null },
    });
    const second = await publish(ana, { text: '  Cita de cita ', quoteOf: quote.id });
    expect(second).toMatchObject({ text: 'Cita de cita', quoted: { id: quote.id, quoted: null } });
    expect((await ana.call('getPost', { postId: original.id })).post.repostsCount).toBe(0);
  });

  it('of a deleted post shows that it was deleted', async () => {
    const original = await publish(ana, { text: 'Original' });
    const { id: postId } = await publish(beto, { text: 'Mirá', quoteOf: original.id });
    await ana.call('deletePost', { postId: original.id });
    expect((await beto.call('getPost', { postId })).post).toMatchObject({
      quoteOf: original.id,
      quoted: null,
    });
  });

  it('of a deleted post is listed without asking for it each time', async () => {
    // A post of the last minute may be on its way.
    const hourAgo = new Date(Date.now() - 3_600_000);
    const earlier = await openSite(db, { now: () => hourAgo });
    const [carla, dani] = await Promise.all([earlier.user('Carla'), earlier.user('Dani')]);
    const original = await publish(carla, { text: 'Original' });
    await publish(dani, { text: 'Mirá', quoteOf: original.id });
    await carla.call('deletePost', { postId: original.id });
    const list = () => carla.call('getProfilePosts', { uid: dani.uid });
    const before = await list();
    expect(before.items).toMatchObject([{ text: 'Mirá', quoteOf: original.id, quoted: null }]);
    // The job of the deletion may still run.
    const ran = await statementsOf(list);
    expect(ran.filter(({ name }) => name === 'find-post-summaries')).toEqual([]);
    expect(await list()).toEqual(before);
    await earlier.close();
  });

  it('requires an existing post', async () => {
    for (const quoteOf of ['nada', ana.uid]) {
      expect((await beto.ask('publishPost', { text: 'x', quoteOf })).status).toBe(404);
    }
  });
});

describe('an edit', () => {
  it('changes text and link, and sets the time of the edit', async () => {
    const { id: postId, editedAt } = await publish(ana, { text: 'Antes', link: 'ole.com.ar' });
    expect(editedAt).toBeNull();
    await ana.call('likePost', { postId });
    const { post } = await ana.call('editPost', { postId, text: '  Después ', link: 'www.tycsports.com' });
    expect(post).toMatchObject({ text: 'Después', link: 'https://www.tycsports.com', likesCount: 1 });
    expect(post.editedAt).not.toBeNull();
    const { items } = await beto.call('getFeed', { tab: 'paraVos' });
    expect(items[0]).toMatchObject({ id: postId, text: 'Después', editedAt: post.editedAt });
    const { items: full } = await beto.call('getFeed', { tab: 'paraVos', source: 'posts' });
    expect(full[0]).toMatchObject({ id: postId, text: 'Después', editedAt: post.editedAt });
  });

  it('is allowed only to the author, of an existing post, under the rules for new posts', async () => {
    const { id: postId } = await publish(ana, { text: 'Antes' });
    const edit = async (who: User, input: object) =>
      (await who.ask('editPost', { postId, text: 'x', link: '', ...input })).status;
    expect(await edit(beto, {})).toBe(403);
    expect(await edit(ana, { postId: 'nada' })).toBe(404);
    expect(await edit(ana, { text: 'x'.repeat(2001) })).toBe(400);
    expect(await edit(ana, { link: 'javascript:alert(1)' })).toBe(400);
    expect(await edit(ana, { text: ' ', link: '' })).toBe(400);
    expect((await ana.call('getPost', { postId })).post).toMatchObject({ text: 'Antes', editedAt: null });
  });

  it('may remove everything but the quote', async () => {
    const original = await publish(ana, { text: 'Original' });
    const { id: postId } = await publish(ana, { text: 'Mirá', quoteOf: original.id });
    const { post } = await ana.call('editPost', { postId, text: '', link: '' });
    expect(post).toMatchObject({ text: '', quoteOf: original.id });
  });

  it('of the same post by two requests ends as one of the two, never a mixture', async () => {
    const { id: postId } = await publish(ana, { text: 'Antes' });
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        ['uno', 'dos'].map((word) =>
          ana.call('editPost', { postId, text: word, link: `https://${word}.example.com` }),
        ),
      );
      const { post } = await ana.call('getPost', { postId });
      expect(post.link).toBe(`https://${post.text}.example.com`);
      const { rows } = await db.raw.query('SELECT text, link FROM post_summaries WHERE id = $1', [postId]);
      expect(rows).toEqual([{ text: post.text, link: post.link }]);
    }
  });

  it('that races a deletion leaves nothing half done', async () => {
    const { id: postId } = await publish(ana, { text: 'Antes' });
    const answers = await Promise.all([
      ana.ask('editPost', { postId, text: 'Después', link: '' }),
      ana.ask('deletePost', { postId }),
      ana.ask('editPost', { postId, text: 'Otra vez', link: '' }),
    ]);
    expect(answers[1].status).toBe(200);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect((await ana.ask('getPost', { postId })).status).toBe(404);
    const { rows } = await db.raw.query(
      `SELECT (SELECT count(*)::int FROM post_summaries WHERE id = $1) AS summaries,
         (SELECT count(*)::int FROM user_posts WHERE post_id = $1) AS listed`,
      [postId],
    );
    expect(rows).toEqual([{ summaries: 0, listed: 0 }]);
  });
});

it('a post with a missing file, or with no content, is refused', async () => {
  const media = { key: `users/${ana.uid}/posts/1_x.jpg` };
  expect((await ana.ask('publishPost', { media })).status).toBe(400);
  expect((await ana.ask('publishPost', { text: ' ', link: ' ' })).status).toBe(400);
});
