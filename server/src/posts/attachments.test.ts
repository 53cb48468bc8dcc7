import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { limits } from '../../../contract/src/rules/limits.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { filmOf } from '../../test/films.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { DiskFiles } from '../platform/files/disk-files.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let beto: User;
let image: Buffer;

beforeAll(async () => {
  site = await openSite(db);
  [ana, beto] = [await site.user('Ana'), await site.user('Beto')];
  image = await solid(30, 20).png().toBuffer();
});
afterAll(() => site.close());

const upload = async (who: User, file = image) => (await who.upload('post', file)).body.key;
const uploads = async (who: User, count: number) => {
  const keys: string[] = [];
  for (let i = 0; i < count; i++) keys.push(await upload(who));
  return keys;
};
const publish = async (who: User, input: object) => (await who.call('publishPost', input)).post;
const publishError = async (who: User, input: object) => {
  const { status, body } = await who.ask('publishPost', input);
  return [status, body.error?.message];
};
const read = async (postId: string) => (await beto.call('getPost', { postId })).post;
const rowsOf = async (table: string, column: string, id: string) =>
  (await db.raw.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${column} = $1`, [id])).rows;
const notThere = 'El archivo ya no está disponible. Volvé a subirlo.';

describe('several images', () => {
  it('are shown in their order with their descriptions, and the first one is the media', async () => {
    const keys = await uploads(ana, 4);
    const alts = ['  La bandera\u0000 ', null, '', 'La tribuna\nllena'];
    const attachments = keys.map((key, i) => ({ key, alt: alts[i] }));
    const { id } = await publish(ana, { attachments });
    const about = { type: 'image', width: 30, height: 20, color: expect.stringMatching(/^#/) };
    const views = [
      { url: `/media/${keys[0]}`, ...about, alt: 'La bandera' },
      { url: `/media/${keys[1]}`, ...about },
      { url: `/media/${keys[2]}`, ...about },
      { url: `/media/${keys[3]}`, ...about, alt: 'La tribuna\nllena' },
    ];
    expect(await read(id)).toMatchObject({ media: views[0], attachments: views });
    for (const source of ['summaries', 'posts'] as const) {
      const { items } = await beto.call('getFeed', { tab: 'paraVos', source });
      const found = items.find((post) => post.id === id);
      expect([found?.media, found?.attachments]).toEqual([views[0], views]);
    }
    const quote = await publish(beto, { quoteOf: id });
    expect(quote.quoted?.attachments).toEqual(views);
    expect((await beto.call('getProfilePosts', { uid: ana.uid, only: 'media' })).items[0]?.id).toBe(id);
  });

  it('can be one, which needs no more than a file without a description', async () => {
    const [plain, withDescription, alone] = await uploads(ana, 3);
    const first = await publish(ana, { attachments: [{ key: plain }] });
    expect(first).not.toHaveProperty('attachments');
    expect(first.media).not.toHaveProperty('alt');
    expect(await rowsOf('post_attachments', 'post_id', first.id)).toEqual([]);
    const second = await publish(ana, { attachments: [{ key: withDescription, alt: 'El arco' }] });
    expect([second.media?.alt, second.attachments]).toEqual(['El arco', [second.media]]);
    const third = await publish(ana, { media: { key: alone } });
    expect(third).not.toHaveProperty('attachments');
  });

  it('are at most four, or one video', async () => {
    const keys = await uploads(ana, 5);
    const imagesOf = (keys: string[]) => ({ attachments: keys.map((key) => ({ key })) });
    const tooMany = [400, 'Hasta 4 imágenes por publicación.'];
    expect(await publishError(ana, imagesOf(keys))).toEqual(tooMany);
    const film = await upload(ana, filmOf(2000));
    expect(await publishError(ana, imagesOf([keys[0]!, film]))).toEqual(tooMany);
    expect((await publishError(ana, { media: { key: keys[0] }, ...imagesOf([keys[1]!]) }))[0]).toBe(400);
    expect(await publishError(ana, { attachments: [] })).toEqual([400, 'La publicación está vacía.']);
    const long = { attachments: [{ key: keys[0], alt: 'á'.repeat(limits.altText + 1) }] };
    expect(await publishError(ana, long)).toEqual([400, 'La descripción supera los 1500 caracteres.']);
    const longest = { attachments: [{ key: keys[0], alt: '🏟'.repeat(limits.altText) }] };
    expect((await publish(ana, longest)).media?.alt).toHaveLength(2 * limits.altText);
    expect((await publish(ana, imagesOf([film]))).media?.type).toBe('video');
    expect((await publish(ana, imagesOf(keys.slice(1)))).attachments).toHaveLength(4);
  });

  it('are all claimed or none: not twice, not of others, not unknown ones', async () => {
    const [first, second, third] = (await uploads(ana, 3)) as [string, string, string];
    const other = await upload(beto);
    const imagesOf = (...keys: string[]) => ({ text: 'x', attachments: keys.map((key) => ({ key })) });
    for (const keys of [
      [first, second, first],
      [first, second, other],
      [first, `users/${ana.uid}/posts/nada.jpg`],
    ])
      expect(await publishError(ana, imagesOf(...keys))).toEqual([400, notThere]);
    const answers = await Promise.all(
      [imagesOf(first, second), imagesOf(second, first), imagesOf(third, second)].map((input) =>
        ana.ask('publishPost', input),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await publishError(ana, imagesOf(second))).toEqual([400, notThere]);
    expect((await beto.call('publishPost', imagesOf(other))).post.media).not.toBeNull();
  });

  it('are published once by a repeated attempt', async () => {
    const attachments = (await uploads(ana, 2)).map((key) => ({ key, alt: 'Una' }));
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all(
      [1, 2].map(() => ana.call('publishPost', { text: 'dos veces', attachments }, headers)),
    );
    const [first, second] = answers.map(({ post }) => post);
    expect([first?.id, first?.attachments?.length]).toEqual([second?.id, 2]);
  });

  it('go with their post, with their smaller copies', async () => {
    const keys = await uploads(ana, 4);
    const { id } = await publish(ana, { attachments: keys.map((key) => ({ key })) });
    for (const key of keys) await site.app.http.inject(`/media/${key}?w=96`);
    const files = new DiskFiles(site.mediaFolder);
    const sizes = () =>
      Promise.all(
        keys.flatMap((key) => [key, key.replace('.jpg', '.w96.jpg')]).map((key) => files.size(key)),
      );
    expect(await sizes()).not.toContain(null);
    await ana.call('deletePost', { postId: id });
    await drainJobs(db);
    expect(new Set(await sizes())).toEqual(new Set([null]));
    expect(await rowsOf('post_attachments', 'post_id', id)).toEqual([]);
    for (const key of keys) expect(await rowsOf('uploads', 'key', key)).toEqual([]);
  });

  it('are searched for muted words in their descriptions', async () => {
    const reader = await site.user('Lectora');
    const attachments = [{ key: await upload(ana), alt: 'El resultado del CLÁSICO' }];
    const { id } = await publish(ana, { text: 'Miren', attachments });
    const feed = async () => (await reader.call('getFeed', { tab: 'paraVos' })).items.map((post) => post.id);
    expect(await feed()).toContain(id);
    await reader.call('setMutedWords', { words: ['clásico'] });
    expect(await feed()).not.toContain(id);
  });
});

describe('an edit', () => {
  it('describes the files later, and says so only when text or link changed', async () => {
    const keys = await uploads(ana, 2);
    const { id: postId } = await publish(ana, { text: 'Dos', attachments: keys.map((key) => ({ key })) });
    const same = { postId, text: 'Dos', link: '' };
    const { post } = await ana.call('editPost', { ...same, alts: ['Una', 'Otra'] });
    expect([post.editedAt, post.attachments?.map(({ alt }) => alt)]).toEqual([null, ['Una', 'Otra']]);
    expect((await read(postId)).media?.alt).toBe('Una');
    await ana.call('editPost', { ...same, alts: [null, '  Otra más '] });
    const { items } = await beto.call('getFeed', { tab: 'paraVos', source: 'posts' });
    const stored = items.find(({ id }) => id === postId);
    expect(stored?.attachments?.map(({ alt }) => alt)).toEqual([undefined, 'Otra más']);
    expect([(await read(postId)).attachments, (await read(postId)).editedAt]).toEqual([
      stored?.attachments,
      null,
    ]);
    // Without `alts` they stay.
    const editedPost = (await ana.call('editPost', { ...same, text: 'Dos fotos' })).post;
    expect(editedPost.editedAt).not.toBeNull();
    expect(editedPost.attachments?.map(({ alt }) => alt)).toEqual([undefined, 'Otra más']);
  });

  it('describes the file of an earlier post, and takes the description back', async () => {
    const { id: postId } = await publish(ana, { media: { key: await upload(ana) } });
    const edit = async (alt: string | null) =>
      (await ana.call('editPost', { postId, text: '', link: '', alts: [alt] })).post;
    expect((await edit('El arco')).attachments).toMatchObject([{ alt: 'El arco' }]);
    const bare = await edit(null);
    expect(bare).not.toHaveProperty('attachments');
    expect(bare.media).not.toHaveProperty('alt');
  });

  it('needs a description or null for each file', async () => {
    const { id: postId } = await publish(ana, { text: 'x', media: { key: await upload(ana) } });
    const status = async (who: User, alts: unknown) =>
      (await who.ask('editPost', { postId, text: 'x', link: '', alts })).status;
    for (const alts of [[], ['a', 'b'], ['a'.repeat(limits.altText + 1)], [7], 'a'])
      expect(await status(ana, alts)).toBe(400);
    expect(await status(beto, ['ajena'])).toBe(403);
    const { id } = await publish(ana, { text: 'sin archivos' });
    expect((await ana.ask('editPost', { postId: id, text: 'x', link: '', alts: [] })).status).toBe(200);
  });

  it('of a post that is being deleted describes nothing', async () => {
    const { id: postId } = await publish(ana, { text: 'x', media: { key: await upload(ana) } });
    const edit = { postId, text: 'x', link: '', alts: ['tarde'] };
    const [edit1] = await Promise.all([ana.ask('editPost', edit), ana.call('deletePost', { postId })]);
    expect([200, 404]).toContain(edit1.status);
    expect((await ana.ask('editPost', edit)).status).toBe(404);
    await drainJobs(db);
    expect(await rowsOf('post_attachments', 'post_id', postId)).toEqual([]);
  });
});
