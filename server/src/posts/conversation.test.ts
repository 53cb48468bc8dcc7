import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { insertComments } from '../../test/many-comments.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { statementsOf } from '../../test/statements.ts';
import { newId } from '../kernel/ids.ts';

const { db, lockWaits } = await cloneDatabase();
let site: TestSite;
let ana: User;
let beto: User;
let caro: User;
let jefa: User;
let postId: string;

beforeAll(async () => {
  site = await openSite(db);
  [ana, beto, caro, jefa] = await Promise.all([
    site.user('Ana'),
    site.user('Beto'),
    site.user('Caro'),
    site.user('Jefa'),
  ]);
  for (const [who, handle] of [
    [ana, 'ana_diez'],
    [beto, 'beto_dt'],
    [caro, 'caro.dale'],
  ] as const)
    await who.call('updateProfile', { displayName: handle.split(/[_.]/)[0]!, handle, bio: '' });
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
});
afterAll(() => site.close());
beforeEach(async () => {
  postId = (await ana.call('publishPost', { text: '¿Fue penal?' })).post.id;
});

async function comment(who: User, text: string, replyTo?: string): Promise<string> {
  const { comment: newComment } = await who.call('addComment', { postId, text, replyTo });
  return newComment.id;
}
const listFor = async (who: User) => (await who.call('getComments', { postId })).items;
const countOf = async () => (await ana.call('getPost', { postId })).post.commentsCount;
const errorOf = async (who: User, name: Parameters<User['ask']>[0], input: object) =>
  (await who.ask(name, input)).body.error;
/** Newest first. */
const notificationsOf = async (who: User) =>
  (await who.call('getNotifications')).items
    .filter((item) => item.postId === postId)
    .map(({ text, kind, commentId }) => ({ text, kind, commentId }));

describe('a reply', () => {
  it('hangs under the root of the comment that it answers, and names the answered author', async () => {
    const root = await comment(beto, 'Clarísimo');
    const reply = await comment(caro, 'Ni ahí', root);
    const { comment: third } = await beto.call('addComment', { postId, text: 'Mirá', replyTo: reply });
    expect(third).toMatchObject({ replyTo: reply, rootId: root, replyToHandle: 'caro.dale' });
    expect((await listFor(ana)).map(({ id, rootId, replyTo }) => [id, rootId, replyTo])).toEqual([
      [root, undefined, undefined],
      [reply, root, root],
      [third.id, root, reply],
    ]);
    expect(await countOf()).toBe(3);
  });

  it('needs a comment of this post that is still there', async () => {
    const root = await comment(beto, 'Clarísimo');
    const other = (await ana.call('publishPost', { text: 'otra' })).post.id;
    for (const [on, replyTo] of [
      [postId, postId],
      [other, root],
      [postId, 'nada'],
    ])
      expect(await errorOf(caro, 'addComment', { postId: on, text: 'x', replyTo })).toMatchObject({
        code: 'not-found',
      });
    await beto.call('deleteComment', { postId, commentId: root });
    expect(await errorOf(caro, 'addComment', { postId, text: 'x', replyTo: root })).toEqual({
      code: 'failed-precondition',
      message: 'Ese comentario ya no está.',
    });
    expect(await countOf()).toBe(0);
  });

  it('is refused across a block with the answered author, whose handle is not shown either', async () => {
    const root = await comment(beto, 'Clarísimo');
    const reply = await comment(ana, 'Es que sí', root);
    await comment(jefa, 'Uf', reply);
    await caro.call('blockUser', { targetUid: beto.uid });
    expect(await errorOf(caro, 'addComment', { postId, text: 'x', replyTo: root })).toMatchObject({
      code: 'not-found',
    });
    expect((await listFor(caro)).map(({ text, replyToHandle }) => [text, replyToHandle])).toEqual([
      ['Es que sí', undefined],
      ['Uf', 'ana_diez'],
    ]);
    await caro.call('unblockUser', { targetUid: beto.uid });
  });

  it('is shown in its thread as in the list, which is read once for both', async () => {
    const root = await comment(beto, 'Primero');
    const other = await comment(ana, 'Otro hilo');
    const reply = await comment(caro, 'Ni ahí', root);
    const last = await comment(beto, 'Mirá', reply);
    await ana.call('likeComment', { postId, commentId: last });
    await comment(caro, 'Ahí va', other);
    const threadOf = (commentId: string) => ana.call('getCommentThread', { postId, commentId });
    const list = await listFor(ana);
    const ran = await statementsOf(async () => {
      expect(await threadOf(last)).toEqual({ root: list[0], replies: [list[2], list[3]], found: true });
    });
    expect(ran.map(({ name }) => name).filter((name) => name.startsWith('find-comment'))).toEqual([]);
    expect(await threadOf(root)).toEqual(await threadOf(last));
    await beto.call('deleteComment', { postId, commentId: root });
    expect(await threadOf(root)).toEqual({ root: null, replies: [], found: false });
    expect(await threadOf(reply)).toMatchObject({
      root: { id: root, deleted: true },
      replies: [{ id: reply }, { id: last, replyToHandle: 'caro.dale', viewer: { liked: true } }],
    });
    await ana.call('blockUser', { targetUid: caro.uid });
    expect(await threadOf(reply)).toEqual({ root: null, replies: [], found: false });
    expect((await threadOf(last)).replies.map(({ id }) => id)).toEqual([last]);
    await ana.call('unblockUser', { targetUid: caro.uid });
  });

  it('is found in its thread among three hundred comments', async () => {
    const root = await comment(beto, 'Primero');
    const ids = Array.from({ length: 300 }, () => newId(new Date()));
    await db.raw.query(
      `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at, root_id, reply_to)
       SELECT $1, id, $2, 'sigo', now(), now(), $3, $3 FROM unnest($4::uuid[]) AS t (id)`,
      [postId, caro.uid, root, ids],
    );
    const near = await ana.call('getCommentThread', { postId, commentId: ids[150]! });
    expect([near.found, near.root?.id, near.replies.length]).toEqual([true, root, 200]);
    const far = await ana.call('getCommentThread', { postId, commentId: ids[249]! });
    expect([far.root?.id, far.replies.length, far.replies.at(-1)!.id]).toEqual([root, 200, ids[249]]);
    expect(await ana.call('getCommentThread', { postId, commentId: postId })).toEqual({
      root: null,
      replies: [],
      found: false,
    });
  });
});

describe('a like of a comment', () => {
  it('counts once for each person, and is marked for the one who gave it', async () => {
    const id = await comment(beto, 'Clarísimo');
    const ids = { postId, commentId: id };
    for (let i = 0; i < 3; i++)
      expect(await caro.call('likeComment', ids)).toEqual({ likesCount: 1, liked: true });
    expect(await ana.call('likeComment', ids)).toEqual({ likesCount: 2, liked: true });
    expect((await listFor(caro))[0]).toMatchObject({ likesCount: 2, viewer: { liked: true } });
    expect((await listFor(beto))[0]).not.toHaveProperty('viewer');
    for (let i = 0; i < 2; i++)
      expect(await caro.call('unlikeComment', ids)).toEqual({ likesCount: 1, liked: false });
    await ana.call('unlikeComment', ids);
    expect((await listFor(caro))[0]).not.toHaveProperty('likesCount');
  });

  it('stays exact through a storm of taps', async () => {
    const commentId = await comment(beto, 'Clarísimo');
    const crowd = await site.users('Hincha', 12);
    await Promise.all(
      crowd.map((fan) =>
        Promise.all(
          Array.from({ length: 10 }, (_, i) =>
            fan.call(i % 3 === 1 ? 'unlikeComment' : 'likeComment', { postId, commentId }),
          ),
        ),
      ),
    );
    const { rows } = await db.raw.query('SELECT uid FROM comment_likes WHERE comment_id = $1', [commentId]);
    const views = await Promise.all(crowd.map(async (fan) => (await listFor(fan))[0]!));
    expect(views.map(({ likesCount = 0 }) => likesCount)).toEqual(crowd.map(() => rows.length));
    expect(views.filter(({ viewer }) => viewer?.liked)).toHaveLength(rows.length);
  });

  it('is refused across a block with the author of the comment or of the post, and for what is gone', async () => {
    const commentId = await comment(beto, 'Clarísimo');
    for (const author of [beto, ana]) {
      await author.call('blockUser', { targetUid: caro.uid });
      expect(await errorOf(caro, 'likeComment', { postId, commentId })).toMatchObject({ code: 'not-found' });
      await author.call('unblockUser', { targetUid: caro.uid });
    }
    await ana.call('deleteComment', { postId, commentId });
    expect(await errorOf(caro, 'likeComment', { postId, commentId })).toMatchObject({ code: 'not-found' });
    const { rows } = await db.raw.query('SELECT 1 FROM comment_likes WHERE comment_id = $1', [commentId]);
    expect(rows).toEqual([]);
  });
});

it('across a block a like of a comment is taken back, and nothing is answered about the comment', async () => {
  const commentId = await comment(beto, 'Clarísimo');
  const ids = { postId, commentId };
  await ana.call('likeComment', ids);
  for (const author of [beto, ana]) {
    await caro.call('likeComment', ids);
    await author.call('blockUser', { targetUid: caro.uid });
    expect(await errorOf(caro, 'unlikeComment', ids)).toMatchObject({ code: 'not-found' });
    await author.call('unblockUser', { targetUid: caro.uid });
    const { rows } = await db.raw.query('SELECT uid FROM comment_likes WHERE comment_id = $1', [commentId]);
    expect(rows).toEqual([{ uid: ana.uid }]);
  }
});

describe('deleting a comment', () => {
  it.each([
    ['its author', () => beto],
    ['the author of the post', () => ana],
    ['an admin', () => jefa],
  ])('is possible for %s', async (_, who) => {
    const commentId = await comment(beto, 'me fui');
    await caro.call('likeComment', { postId, commentId });
    expect(await errorOf(caro, 'deleteComment', { postId, commentId })).toMatchObject({
      code: 'permission-denied',
    });
    await who().call('deleteComment', { postId, commentId });
    expect(await listFor(ana)).toEqual([]);
    expect(await countOf()).toBe(0);
    expect(await notificationsOf(ana)).toEqual([]);
    expect(await notificationsOf(beto)).toEqual([]);
    expect(await errorOf(who(), 'deleteComment', { postId, commentId })).toMatchObject({ code: 'not-found' });
  });

  it('does not tell a comment that is hidden from the user from one that does not exist', async () => {
    const commentId = await comment(beto, 'Clarísimo');
    const missing = await errorOf(caro, 'deleteComment', { postId, commentId: postId });
    for (const blocker of [ana, beto]) {
      await blocker.call('blockUser', { targetUid: caro.uid });
      expect(await errorOf(caro, 'deleteComment', { postId, commentId })).toEqual(missing);
      await blocker.call('unblockUser', { targetUid: caro.uid });
    }
    await jefa.call('adminSetUserSuspended', { targetUid: beto.uid, suspended: true });
    expect(await errorOf(caro, 'deleteComment', { postId, commentId })).toEqual(missing);
    await jefa.call('adminSetUserSuspended', { targetUid: beto.uid, suspended: false });
    await beto.call('signIn', { email: beto.email, password: 'aguante' });
    expect(await listFor(caro)).toHaveLength(1);
  });

  it('is possible for an admin whom the author of the post blocked, and for no other such person', async () => {
    const commentId = await comment(beto, 'Clarísimo');
    const blockedUsers = [caro, jefa];
    for (const { uid } of blockedUsers) await ana.call('blockUser', { targetUid: uid });
    expect(await errorOf(caro, 'deleteComment', { postId, commentId })).toMatchObject({ code: 'not-found' });
    await jefa.call('deleteComment', { postId, commentId });
    expect(await listFor(ana)).toEqual([]);
    for (const { uid } of blockedUsers) await ana.call('unblockUser', { targetUid: uid });
  });

  it('leaves an empty place while there are replies, and nothing of its author', async () => {
    const root = await comment(beto, 'secreto');
    const reply = await comment(caro, 'contesto', root);
    await beto.call('deleteComment', { postId, commentId: root });
    const [place, remainingReply] = await listFor(ana);
    expect(place).toMatchObject({ id: root, deleted: true, text: '', uid: '', displayName: '', handle: '' });
    expect(remainingReply).toMatchObject({ id: reply, rootId: root });
    expect(remainingReply).not.toHaveProperty('replyToHandle');
    expect(await countOf()).toBe(1);
    const { rows } = await db.raw.query('SELECT uid, text FROM comments WHERE id = $1', [root]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`secreto|${beto.uid}`));
    await caro.call('deleteComment', { postId, commentId: reply });
    expect(await listFor(ana)).toEqual([]);
  });

  it('removes what deletions left behind, once nothing was written or deleted under it for a day', async () => {
    const [alone, answered] = [await comment(beto, 'suelto'), await comment(beto, 'con respuesta')];
    const reply = await comment(caro, 'contesto', answered);
    const remove = (commentId: string) => ana.call('deleteComment', { postId, commentId });
    const remainingIds = async () =>
      (await db.raw.query('SELECT id FROM comments WHERE post_id = $1 ORDER BY id', [postId])).rows.map(
        ({ id }) => id as string,
      );
    const age = (ids: string[]) =>
      db.raw.query(
        "UPDATE comments SET deleted_at = now() - interval '25 hours' WHERE post_id = $1 AND id = ANY($2::uuid[])",
        [postId, ids],
      );
    await remove(alone);
    await remove(answered);
    expect(await remainingIds()).toEqual([alone, answered, reply]);
    await age([alone, answered]);
    await remove(reply);
    expect(await remainingIds()).toEqual([answered, reply]);
    await age([reply]);
    const last = await comment(beto, 'fin');
    await remove(last);
    expect(await remainingIds()).toEqual([last]);
    expect(await countOf()).toBe(0);
  });

  it('comes to all emptied rows, however many must stay', async () => {
    const emptied = (count: number, text: string) =>
      db.raw.query(
        `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at, root_id, deleted_at)
         SELECT $1, id, gen_random_uuid(), $3, now(), now(), NULL, now() - interval '3 days' FROM unnest($2::uuid[]) AS id`,
        [postId, Array.from({ length: count }, () => newId(new Date())), text],
      );
    await emptied(250, 'se queda');
    await db.raw.query(
      `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at, root_id)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), 'respuesta', now(), now(), id FROM comments WHERE post_id = $1`,
      [postId],
    );
    await emptied(30, 'se va');
    const remaining = async (text: string) =>
      (await db.raw.query('SELECT 1 FROM comments WHERE post_id = $1 AND text = $2', [postId, text]))
        .rowCount;
    for (let i = 0; i < 3; i++)
      await beto.call('deleteComment', { postId, commentId: await comment(beto, 'me voy') });
    expect(await remaining('se va')).toBe(0);
    expect(await remaining('se queda')).toBe(250);
  });

  it('is counted once by two at the same time', async () => {
    const commentId = await comment(beto, 'uno');
    await comment(beto, 'dos');
    await Promise.all([ana, beto].map((who) => who.ask('deleteComment', { postId, commentId })));
    expect(await countOf()).toBe(1);
  });

  it('removes a like that comes in between', async () => {
    const commentId = await comment(beto, 'Clarísimo');
    const holder = await db.raw.connect();
    await holder.query('BEGIN');
    await holder.query(
      'INSERT INTO comment_likes (post_id, comment_id, uid, created_at) VALUES ($1, $2, $3, now())',
      [postId, commentId, caro.uid],
    );
    await holder.query('UPDATE comments SET likes = likes + 1 WHERE post_id = $1 AND id = $2', [
      postId,
      commentId,
    ]);
    const deletion = beto.call('deleteComment', { postId, commentId });
    await expect.poll(lockWaits).toBe(1);
    await holder.query('COMMIT');
    holder.release();
    await deletion;
    const { rows } = await db.raw.query('SELECT 1 FROM comment_likes WHERE post_id = $1', [postId]);
    expect(rows).toEqual([]);
  });

  it.each(['deleteComment', 'adminDeleteComment'] as const)(
    'by an admin who taps %s twice is written down once',
    async (name) => {
      const commentId = await comment(beto, 'dos veces');
      const holder = await db.raw.connect();
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM comments WHERE post_id = $1 AND id = $2 FOR UPDATE', [
        postId,
        commentId,
      ]);
      const taps = [1, 2].map(() => jefa.ask(name, { postId, commentId }));
      await expect.poll(lockWaits).toBe(2);
      await holder.query('COMMIT');
      holder.release();
      const answers = await Promise.all(taps);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
      const { rows } = await db.raw.query(
        "SELECT 1 FROM audit_log WHERE action = 'comment-deleted' AND target_id = $1",
        [postId],
      );
      expect(rows).toHaveLength(1);
    },
  );
});

describe('notifications', () => {
  it('tell the answered author of a reply and the author of the post of a comment, but one person once', async () => {
    const root = await comment(beto, 'Clarísimo');
    const reply = await comment(caro, 'Ni ahí @ana_diez @beto_dt', root);
    expect((await notificationsOf(beto))[0]).toEqual({
      text: 'caro respondió tu comentario',
      kind: 'reply',
      commentId: reply,
    });
    expect(await notificationsOf(beto)).toHaveLength(1);
    expect((await notificationsOf(ana))[0]).toMatchObject({ text: 'caro comentó tu publicación' });
    const own = await comment(ana, 'Yo digo que sí');
    const answer = await comment(caro, 'Que no', own);
    expect((await notificationsOf(ana)).filter(({ commentId }) => commentId === answer)).toEqual([
      { text: 'caro respondió tu comentario', kind: 'reply', commentId: answer },
    ]);
  });

  it('tell replies one by one, and a repeated like once', async () => {
    const root = await comment(beto, 'Clarísimo');
    await comment(caro, 'uno', root);
    await comment(caro, 'dos', root);
    for (const name of ['likeComment', 'unlikeComment', 'likeComment'] as const)
      await caro.call(name, { postId, commentId: root });
    expect((await notificationsOf(beto)).map(({ text }) => text)).toEqual([
      'caro le dio Me gusta a tu comentario',
      'caro respondió tu comentario',
      'caro respondió tu comentario',
    ]);
  });

  it('group likes of one comment, and opening the group reads all of it', async () => {
    const popular = await comment(beto, 'Clarísimo');
    const other = await comment(beto, 'Y además');
    for (const who of [ana, caro, jefa]) await who.call('likeComment', { postId, commentId: popular });
    await ana.call('likeComment', { postId, commentId: other });
    const groupedItems = async () =>
      (await beto.call('getNotifications', { grouped: 'true' })).items.filter(
        (item) => item.postId === postId,
      );
    const items = await groupedItems();
    expect(items.map(({ text, count, textSnippet }) => [text, count, textSnippet])).toEqual([
      ['ana le dio Me gusta a tu comentario', undefined, 'Y además'],
      ['Jefa, caro y 1 más le dieron Me gusta a tu comentario', 3, 'Clarísimo'],
    ]);
    await beto.call('markNotificationsRead', { ids: [items[1]!.id], grouped: true });
    const { rows } = await db.raw.query(
      'SELECT comment_id AS id, count(*)::int AS unread FROM notifications WHERE uid = $1 AND post_id = $2 AND read_at IS NULL GROUP BY 1',
      [beto.uid, postId],
    );
    expect(rows).toEqual([{ id: other, unread: 1 }]);
  });

  it('tell nobody who muted a word of the reply', async () => {
    const root = await comment(beto, 'Clarísimo');
    await beto.call('setMutedWords', { words: ['burro'] });
    await comment(caro, 'sos un burro', root);
    await beto.call('setMutedWords', { words: [] });
    expect(await notificationsOf(beto)).toEqual([]);
  });
});

describe('the choice of who may comment and quote', () => {
  const limitError = {
    code: 'permission-denied',
    message: 'Quien publicó eligió quién puede comentar.',
    reason: 'comments-limited',
  };
  const mayComment = async (who: User) =>
    (await who.call('getPost', { postId })).post.viewer.mayComment ?? true;

  it('lets those comment whom the author follows or mentions, and always the author', async () => {
    const { post } = await ana.call('publishPost', { text: 'Para @caro.dale', commentPolicy: 'followed' });
    postId = post.id;
    expect(post).toMatchObject({ commentPolicy: 'followed' });
    expect(post.viewer).not.toHaveProperty('mayComment');
    expect(await errorOf(beto, 'addComment', { postId, text: 'yo' })).toEqual(limitError);
    expect([await mayComment(beto), await mayComment(caro), await mayComment(ana)]).toEqual([
      false,
      true,
      true,
    ]);
    const root = await comment(caro, 'gracias');
    expect(await errorOf(beto, 'addComment', { postId, text: 'yo', replyTo: root })).toEqual(limitError);
    await ana.call('followUser', { targetUid: beto.uid });
    expect(await mayComment(beto)).toBe(true);
    await comment(beto, 'ahora sí', root);
    await comment(ana, 'claro');
    await ana.call('unfollowUser', { targetUid: beto.uid });
    expect(await mayComment(beto)).toBe(false);
  });

  it('lets the first fifty whom the author mentions comment, and tells the page so', async () => {
    const otherHandles = Array.from({ length: 50 }, (_, i) => `@a${i}x`).join(' ');
    const text = `${otherHandles} @beto_dt`;
    postId = (await ana.call('publishPost', { text, commentPolicy: 'followed' })).post.id;
    expect(await mayComment(beto)).toBe(false);
    expect(await errorOf(beto, 'addComment', { postId, text: 'yo' })).toEqual(limitError);
    await ana.call('editPost', { postId, text: text.replace('@a0x', ''), link: '' });
    expect(await mayComment(beto)).toBe(true);
    await comment(beto, 'gracias');
  });

  it('can be changed later by the author alone, and leaves what is there', async () => {
    const commentId = await comment(beto, 'antes');
    const quote = (await beto.call('publishPost', { text: 'mirá', quoteOf: postId })).post.id;
    const off = { postId, commentPolicy: 'none', quotesAllowed: false } as const;
    expect(await errorOf(beto, 'setPostControls', off)).toMatchObject({ code: 'permission-denied' });
    const { post } = await ana.call('setPostControls', off);
    expect(post).toMatchObject({ commentPolicy: 'none', quotesAllowed: false, editedAt: null });
    expect(await errorOf(beto, 'addComment', { postId, text: 'yo' })).toEqual(limitError);
    expect(await errorOf(beto, 'publishPost', { text: 'yo', quoteOf: postId })).toEqual({
      code: 'permission-denied',
      message: 'Quien publicó eligió que no se cite esta publicación.',
      reason: 'quotes-off',
    });
    expect((await ana.ask('publishPost', { text: 'yo sí', quoteOf: postId })).status).toBe(200);
    expect((await beto.call('getPost', { postId: quote })).post.quoted?.id).toBe(postId);
    expect(await listFor(beto)).toMatchObject([{ id: commentId }]);
    expect(await caro.call('likeComment', { postId, commentId })).toMatchObject({ liked: true });
    await ana.call('setPostControls', { postId, commentPolicy: 'all', quotesAllowed: true });
    const again = (await beto.call('getPost', { postId })).post;
    expect(again).not.toHaveProperty('commentPolicy');
    expect(again).not.toHaveProperty('quotesAllowed');
    await comment(beto, 'de nuevo');
  });
});

it.each([
  ['comments', 'getComments'],
  ['thread', 'getCommentThread'],
] as const)(
  'an open page that asks for the same %s again learns that nothing changed, and of each change',
  async (_, name) => {
    const commentId = await comment(beto, 'Clarísimo');
    const replyId = await comment(ana, 'Es que sí', await comment(caro, 'Ni ahí', commentId));
    const ask = async (etag = '') => {
      const input = { postId, ...(name === 'getCommentThread' && { commentId }) };
      const { status, headers, text } = await caro.ask(name, input, { 'if-none-match': etag });
      return { status, text, etag: String(headers['etag']) };
    };
    let last = await ask();
    // As a proxy that compresses answers returns it.
    expect((await ask(`W/${last.etag}`)).status).toBe(304);
    const changes: [string, () => Promise<unknown>][] = [
      ['a like of somebody else', () => ana.call('likeComment', { postId, commentId })],
      ['an own like', () => caro.call('likeComment', { postId, commentId })],
      [
        'one like for another',
        async () => {
          await ana.call('unlikeComment', { postId, commentId });
          await ana.call('likeComment', { postId, commentId: replyId });
        },
      ],
      [
        'another name',
        () => beto.call('updateProfile', { displayName: 'Betito', handle: 'beto_dt', bio: '' }),
      ],
      [
        'another handle',
        () => caro.call('updateProfile', { displayName: 'caro', handle: 'caro.campeona', bio: '' }),
      ],
      ['a muted user', () => caro.call('muteUser', { targetUid: ana.uid })],
      ['a new reply', () => comment(beto, 'Otra vez', commentId)],
      ['a deletion', () => beto.call('deleteComment', { postId, commentId })],
    ];
    const etags = [last.etag];
    for (const [name, change] of changes) {
      expect([name, await ask(last.etag)]).toEqual([name, { status: 304, text: '', etag: last.etag }]);
      await change();
      const before = last;
      last = await ask(before.etag);
      expect([name, last.status, last.text === before.text]).toEqual([name, 200, false]);
      etags.push(last.etag);
    }
    expect(new Set(etags).size).toBe(etags.length);
    await caro.call('unmuteUser', { targetUid: ana.uid });
    await caro.call('updateProfile', { displayName: 'caro', handle: 'caro.dale', bio: '' });
    await beto.call('updateProfile', { displayName: 'beto', handle: 'beto_dt', bio: '' });
  },
);

it('a deleted post takes the likes of its comments with it', async () => {
  const commentId = await comment(beto, 'Clarísimo');
  await db.raw.query(
    `INSERT INTO comment_likes SELECT $1, $2, gen_random_uuid(), now() FROM generate_series(1, 2500)`,
    [postId, commentId],
  );
  await ana.call('deletePost', { postId });
  await drainJobs(db);
  const { rows } = await db.raw.query('SELECT 1 FROM comment_likes WHERE post_id = $1', [postId]);
  expect(rows).toEqual([]);
});

it('reads and commands say how many comments the post has, also those that the list leaves out', async () => {
  expect(await caro.call('getComments', { postId })).toMatchObject({ items: [], commentsCount: 0 });
  const { comment: first, commentsCount } = await beto.call('addComment', { postId, text: 'Clarísimo' });
  expect(commentsCount).toBe(1);
  await caro.call('muteUser', { targetUid: ana.uid });
  const before = await caro.ask('getComments', { postId });
  await comment(ana, 'Ni ahí', first.id);
  const after = await caro.ask(
    'getComments',
    { postId },
    { 'if-none-match': String(before.headers['etag']) },
  );
  expect([after.status, after.body]).toEqual([200, { ...before.body, commentsCount: 2 }]);
  await caro.call('unmuteUser', { targetUid: ana.uid });
  expect(await beto.call('deleteComment', { postId, commentId: first.id })).toEqual({ commentsCount: 1 });
  await insertComments(db, { postId, uid: ana.uid, count: 200 });
  const last = await comment(beto, 'Al final');
  const page = await caro.ask('getComments', { postId });
  expect(page.body).toMatchObject({ commentsCount: 202, cursor: expect.any(String) });
  const next = await caro.call('getComments', { postId, cursor: page.body.cursor ?? '' });
  expect(next).toMatchObject({ commentsCount: 202, cursor: null });
  expect(next.items.at(-1)).toMatchObject({ id: last });
});
