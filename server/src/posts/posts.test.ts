import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User, type Visitor } from '../../test/site.ts';

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

async function postsCount(who: Visitor): Promise<number> {
  return (await who.call('getProfile', {})).profile.postsCount;
}

describe('publishPost', () => {
  it('turns a bare domain into a link and returns the whole post', async () => {
    const { post } = await ana.call('publishPost', { text: '  Mirá esto ', link: 'ole.com.ar' });
    expect(post).toMatchObject({
      text: 'Mirá esto',
      link: 'https://ole.com.ar',
      ownerUid: ana.uid,
      authorId: ana.uid,
      authorName: 'Ana',
      visibility: 'public',
      likesCount: 0,
      counts: { likes: 0, comments: 0, reposts: 0, impressions: 0 },
      editedAt: null,
      quoted: null,
      repostedBy: null,
      viewer: { liked: false, reposted: false, saved: false, vote: null },
    });
    expect(new Date(post.createdAt).toISOString()).toBe(post.createdAt);
  });

  it.each([
    ['nothing', {}],
    ['only blanks', { text: ' \n\t ' }],
    ['only controls', { text: '\u0000\u0007' }],
    ['a script as its link', { text: 'hola', link: 'javascript:alert(1)' }],
    ['2,001 characters', { text: 'x'.repeat(2001) }],
  ])('refuses %s', async (_, input) => {
    expect((await ana.ask('publishPost', input)).body.error?.code).toBe('invalid-argument');
  });

  it('accepts 2,000 characters, counted as code points', async () => {
    const text = '⚽'.repeat(1000) + '👍'.repeat(1000);
    expect((await ana.call('publishPost', { text })).post.text).toBe(text);
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '\u2028{{7*7}}${7*7}',
    '</title><script>',
    "' OR 1=1; --",
    '{"__proto__":{"x":1}}',
    '👨‍👩‍👧‍👦 Ñandú ¡Aguante! ٩(◕‿◕)۶',
    'una\nlínea\n\ny otra',
  ])('returns %j unchanged', async (text) => {
    const expected = text.replace('\u2028', '');
    const { post } = await ana.call('publishPost', { text });
    expect(post.text).toBe(expected);
    expect((await beto.call('getPost', { postId: post.id })).post.text).toBe(expected);
  });

  it('publishes once, however often an attempt is repeated', async () => {
    const before = await postsCount(ana);
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ana.ask('publishPost', { text: 'una sola vez' }, key)),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(await postsCount(ana)).toBe(before + 1);
    const other = await ana.ask('publishPost', { text: 'otra cosa' }, key);
    expect(other.body.error?.code).toBe('invalid-argument');
    expect((await beto.call('publishPost', { text: 'una sola vez' }, key)).post.ownerUid).toBe(beto.uid);
  });

  it('publishes an attempt that is repeated days later once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await ana.ask('publishPost', { text: 'quedó en el teléfono' }, key);
    await db.raw.query('UPDATE idempotency_keys SET created_at = $3 WHERE uid = $1 AND key = $2', [
      ana.uid,
      key['idempotency-key'],
      new Date(Date.now() - 6 * 86_400_000),
    ]);
    await db.raw.query(`SELECT graphile_worker.add_job('clean-up')`);
    await drainJobs(db);
    const again = await ana.ask('publishPost', { text: 'quedó en el teléfono' }, key);
    expect(again.body.post.id).toBe(first.body.post.id);
  });

  it('refuses an idempotency key that is not a UUID', async () => {
    expect((await ana.ask('publishPost', { text: 'x' }, { 'idempotency-key': '1' })).status).toBe(400);
  });

  it.each([
    { ownerUid: 'x' },
    { likesCount: 9 },
    { authorName: 'Otro' },
    { createdAt: '2020-01-01' },
    { visibility: 'private' },
    { counts: { impressions: 5 } },
    { id: randomUUID() },
  ])('refuses %j, which only the server sets', async (extra) => {
    const before = await postsCount(ana);
    expect((await ana.ask('publishPost', { text: 'x', ...extra })).body.error?.code).toBe('invalid-argument');
    expect(await postsCount(ana)).toBe(before);
  });
});

describe('deletePost', () => {
  it('deletes the author’s own post everywhere and uncounts it', async () => {
    const before = await postsCount(ana);
    const { post } = await ana.call('publishPost', { text: 'me arrepentí' });
    await beto.call('likePost', { postId: post.id });
    await ana.call('deletePost', { postId: post.id });
    expect((await beto.ask('getPost', { postId: post.id })).body.error).toEqual({
      code: 'not-found',
      message: 'Publicación no encontrada.',
    });
    expect((await beto.call('getFeed', { tab: 'paraVos' })).items.map((item) => item.id)).not.toContain(
      post.id,
    );
    expect(await postsCount(ana)).toBe(before);
    expect((await ana.ask('deletePost', { postId: post.id })).status).toBe(404);
  });

  it('is allowed only to the author', async () => {
    const { post } = await ana.call('publishPost', { text: 'mío' });
    expect((await beto.ask('deletePost', { postId: post.id })).body.error?.code).toBe('permission-denied');
    expect((await beto.call('getPost', { postId: post.id })).post.text).toBe('mío');
  });

  it('uncounts once when it is sent twenty times at once', async () => {
    const before = await postsCount(ana);
    const { post } = await ana.call('publishPost', { text: 'uno' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ana.ask('deletePost', { postId: post.id })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await postsCount(ana)).toBe(before);
  });
});

describe('comments', () => {
  it('are listed oldest first with their authors, counted, and cut to 1000', async () => {
    const { post } = await ana.call('publishPost', { text: 'opinen' });
    const postId = post.id;
    await beto.call('addComment', { postId, text: ' primero ' });
    const { comment } = await ana.call('addComment', { postId, text: 'x'.repeat(1500) });
    expect(comment).toMatchObject({ text: 'x'.repeat(1000), uid: ana.uid, displayName: 'Ana', postId });
    const { items, cursor } = await beto.call('getComments', { postId });
    expect(items.map((item) => item.text)).toEqual(['primero', 'x'.repeat(1000)]);
    expect(items[1]).toEqual(comment);
    expect(cursor).toBeNull();
    expect((await beto.call('getPost', { postId })).post.commentsCount).toBe(2);
  });

  it('are paged by 200', async () => {
    const { post } = await ana.call('publishPost', { text: 'mucho para decir' });
    const postId = post.id;
    for (let i = 0; i < 205; i++) await beto.call('addComment', { postId, text: `c${i}` });
    const first = await ana.call('getComments', { postId });
    const rest = await ana.call('getComments', { postId, cursor: first.cursor ?? '' });
    expect([first.items.length, rest.items.length, rest.cursor]).toEqual([200, 5, null]);
    expect([...first.items, ...rest.items].map((item) => item.text)).toEqual(
      Array.from({ length: 205 }, (_, i) => `c${i}`),
    );
  });

  it('are found one by one beyond the first page, but not when gone, hidden or of another post', async () => {
    const postId = (await ana.call('publishPost', { text: 'hilo' })).post.id;
    const other = (await ana.call('publishPost', { text: 'otro' })).post.id;
    await beto.call('addComment', { postId, text: 'antes' });
    const { comment } = await beto.call('addComment', { postId, text: 'ese' });
    const thread = (id: string, of = postId) => ana.call('getCommentThread', { postId: of, commentId: id });
    expect(await thread(comment.id)).toEqual({ root: comment, replies: [], found: true });
    const missing = { root: null, replies: [], found: false };
    expect(await thread(comment.id, other)).toEqual(missing);
    expect(await thread(randomUUID())).toEqual(missing);
    expect(await thread('x')).toEqual(missing);
    await ana.call('muteUser', { targetUid: beto.uid });
    expect(await thread(comment.id)).toEqual(missing);
    await ana.call('unmuteUser', { targetUid: beto.uid });
    expect((await ana.ask('getCommentThread', { postId: randomUUID(), commentId: comment.id })).status).toBe(
      404,
    );
  });

  it('are written once, however often an attempt is repeated', async () => {
    const { post } = await ana.call('publishPost', { text: 'x' });
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => beto.ask('addComment', { postId: post.id, text: 'una vez' }, key)),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect((await ana.call('getPost', { postId: post.id })).post.commentsCount).toBe(1);
  });

  it('are not found by a repeated attempt once they, or their post, are deleted', async () => {
    const postId = (await ana.call('publishPost', { text: 'x' })).post.id;
    const key = { 'idempotency-key': randomUUID() };
    const attempt = () => beto.ask('addComment', { postId, text: 'una vez' }, key);
    await beto.call('deleteComment', { postId, commentId: (await attempt()).body.comment.id });
    const errors = [(await attempt()).body.error];
    await ana.call('deletePost', { postId });
    errors.push((await attempt()).body.error);
    expect(errors).toEqual([
      { code: 'not-found', message: 'Comentario no encontrado.' },
      { code: 'not-found', message: 'Publicación no encontrada.' },
    ]);
  });

  it('require a text and an existing post', async () => {
    const { post } = await ana.call('publishPost', { text: 'x' });
    expect((await beto.ask('addComment', { postId: post.id, text: '  ' })).body.error?.code).toBe(
      'invalid-argument',
    );
    expect((await beto.ask('addComment', { postId: randomUUID(), text: 'x' })).status).toBe(404);
    expect((await beto.ask('getComments', { postId: randomUUID() })).status).toBe(404);
  });
});

describe('updateProfile', () => {
  it('shows the new name on earlier posts and comments', async () => {
    const caro = await site.user('Caro');
    const { post } = await caro.call('publishPost', { text: 'antes del cambio' });
    await beto.call('getFeed', { tab: 'paraVos' });
    const { profile } = await caro.call('updateProfile', {
      displayName: 'Carolina',
      handle: '@Caro_10',
      bio: 'Hincha',
    });
    expect(profile).toMatchObject({ displayName: 'Carolina', handle: 'caro_10', bio: 'Hincha' });
    expect((await beto.call('getPost', { postId: post.id })).post).toMatchObject({
      authorName: 'Carolina',
      authorHandle: 'caro_10',
    });
  });

  it('gives a handle to one of fifty users who claim it at once', async () => {
    const people = await site.users('Pretendiente', 10);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        people[i % 10]!.ask('updateProfile', { displayName: `P ${i}`, handle: 'elunico', bio: '' }),
      ),
    );
    const winners = new Set(answers.filter((a) => a.status === 200).map((a) => a.body.profile.uid));
    expect(winners.size).toBe(1);
    expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.body.error?.code))).toEqual(
      new Set(['already-exists']),
    );
  });

  it('frees the old handle for others, and allows an empty handle', async () => {
    const [first, second] = [await site.user('Uno'), await site.user('Dos')];
    await first.call('updateProfile', { displayName: 'Uno', handle: 'prestado', bio: '' });
    expect(await second.call('checkHandle', { handle: 'PRESTADO' })).toEqual({ available: false });
    expect(await first.call('checkHandle', { handle: '@prestado' })).toEqual({ available: true });
    await first.call('updateProfile', { displayName: 'Uno', handle: '', bio: '' });
    expect(await second.call('checkHandle', { handle: 'prestado' })).toEqual({ available: true });
    await second.call('updateProfile', { displayName: 'Dos', handle: 'prestado', bio: '' });
  });

  it.each([
    [{ displayName: ' ', handle: 'abc', bio: '' }, 'El nombre es obligatorio.'],
    [{ displayName: 'A', handle: 'ab', bio: '' }, 'Entre 3 y 20 caracteres.'],
    [{ displayName: 'A', handle: 'a'.repeat(21), bio: '' }, 'Entre 3 y 20 caracteres.'],
    [{ displayName: 'a'.repeat(41), handle: '', bio: '' }, 'El nombre supera los 40 caracteres.'],
    [{ displayName: 'A', handle: '', bio: 'a'.repeat(201) }, 'La bio supera los 200 caracteres.'],
  ])('refuses %j', async (input, message) => {
    expect((await ana.ask('updateProfile', input)).body.error).toEqual({ code: 'invalid-argument', message });
  });
});
