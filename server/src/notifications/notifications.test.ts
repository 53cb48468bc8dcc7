import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { limits } from '../../../contract/src/rules/limits.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { statementsOf } from '../../test/statements.ts';
import { newId } from '../kernel/ids.ts';
import { insertNotifications, type NewNotification } from './store/notifications.ts';

const { db, lockWaits } = await cloneDatabase();
let clock = new Date('2026-06-01T12:00:00.000Z');
let site: TestSite;
let ana: User;
let beto: User;
let postId: string;

beforeAll(async () => {
  site = await openSite(db, { now: () => clock });
});
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.user('Ana');
  beto = await site.user('Beto');
  postId = (await ana.call('publishPost', { text: 'Gol' })).post.id;
});

async function list(user: User) {
  return (await user.call('getNotifications')).items;
}
const handleOf = async (user: User) => (await user.call('getProfile')).profile.handle;

describe('recipients', () => {
  it('an author is notified of likes, comments, reposts and quotes', async () => {
    await beto.call('likePost', { postId });
    await beto.call('addComment', { postId, text: 'Golazo' });
    await beto.call('repostPost', { postId });
    const quote = (await beto.call('publishPost', { text: 'Mirá', quoteOf: postId })).post;
    expect((await list(ana)).map((n) => [n.type, n.text, n.postId, n.textSnippet])).toEqual([
      ['other', 'Beto citó tu publicación', quote.id, 'Mirá'],
      ['repost', 'Beto hizo repost de tu publicación', postId, null],
      ['comment', 'Beto comentó tu publicación', postId, 'Golazo'],
      ['like', 'Beto le dio Me gusta a tu publicación', postId, null],
    ]);
  });

  it('a user is notified of a new follower, but the official account is not', async () => {
    await beto.call('followUser', { targetUid: ana.uid });
    const [item] = await list(ana);
    expect(item).toMatchObject({
      type: 'other',
      text: 'Beto empezó a seguirte',
      actorId: beto.uid,
      actorName: 'Beto',
      postId: null,
      read: false,
    });
    const { rows } = await db.raw.query(
      "SELECT 1 FROM notifications n JOIN users u ON u.uid = n.uid WHERE u.handle = 'tablon'",
    );
    expect(rows).toEqual([]);
  });

  it('a mention notifies in posts, comments and edits that add it', async () => {
    const caro = await site.user('Caro');
    const [hBeto, hCaro] = [await handleOf(beto), await handleOf(caro)];
    const mine = (await ana.call('publishPost', { text: `Vamos @${hBeto} y @nadie_asi, @${hBeto}!` })).post;
    await ana.call('editPost', { postId: mine.id, text: `Vamos @${hBeto} y @${hCaro}`, link: '' });
    await caro.call('addComment', { postId: mine.id, text: `Dale @${hBeto}` });
    expect((await list(beto)).map((n) => [n.type, n.actorName])).toEqual([
      ['mention', 'Caro'],
      ['mention', 'Ana'],
    ]);
    expect((await list(caro)).map((n) => [n.type, n.text, n.postId])).toEqual([
      ['mention', 'Ana te mencionó', mine.id],
    ]);
  });

  it('an author mentioned in a comment or quote gets only one notification', async () => {
    const handle = await handleOf(ana);
    await beto.call('addComment', { postId, text: `Grande @${handle}` });
    await beto.call('publishPost', { text: `Miren a @${handle}`, quoteOf: postId });
    expect((await list(ana)).map((n) => n.type)).toEqual(['other', 'comment']);
  });

  it('users are not notified of their own actions', async () => {
    const handle = await handleOf(ana);
    await ana.call('likePost', { postId });
    await ana.call('repostPost', { postId });
    await ana.call('addComment', { postId, text: `Yo, @${handle}` });
    await ana.call('publishPost', { text: `@${handle}`, quoteOf: postId });
    expect(await list(ana)).toEqual([]);
  });
});

describe('deduplication', () => {
  it('repeated likes, reposts and follows notify once', async () => {
    for (let i = 0; i < 3; i++) {
      await beto.call('likePost', { postId });
      await beto.call('unlikePost', { postId });
      await beto.call('repostPost', { postId });
      await beto.call('unrepostPost', { postId });
      await beto.call('followUser', { targetUid: ana.uid });
      await beto.call('unfollowUser', { targetUid: ana.uid });
    }
    expect((await list(ana)).map((n) => n.type).toSorted()).toEqual(['like', 'other', 'repost']);
  });

  it('a further comment by the same user replaces the earlier notification as unread', async () => {
    await beto.call('addComment', { postId, text: 'Primero' });
    await ana.call('markNotificationsRead');
    await beto.call('likePost', { postId });
    await beto.call('addComment', { postId, text: 'Segundo' });
    expect((await list(ana)).map((n) => [n.type, n.textSnippet, n.read])).toEqual([
      ['comment', 'Segundo', false],
      ['like', null, false],
    ]);
  });

  it('when a comment is deleted that replaced another in the notification, the author hears of the other', async () => {
    const comment = async (text: string, replyTo?: string) =>
      (await beto.call('addComment', { postId, text, ...(replyTo !== undefined && { replyTo }) })).comment.id;
    const comments = async () =>
      (await list(ana)).filter(({ type }) => type === 'comment').map((n) => [n.textSnippet, n.read]);
    const own = (await ana.call('addComment', { postId, text: '¿Quién viene?' })).comment.id;
    const first = await comment('Yo voy');
    const second = await comment('Llevo el mate');
    const answer = await comment('Y las facturas', own);
    const third = await comment('Perdón, no puedo');
    expect(await comments()).toEqual([['Perdón, no puedo', false]]);
    await beto.call('deleteComment', { postId, commentId: third });
    expect(await comments()).toEqual([['Llevo el mate', false]]);
    // The author of the post knows what is under it.
    await ana.call('deleteComment', { postId, commentId: second });
    expect(await comments()).toEqual([]);
    for (const commentId of [answer, first]) await beto.call('deleteComment', { postId, commentId });
    expect(await comments()).toEqual([]);
  });

  it.each(['marked', 'marked by a job'])(
    'a deleted comment whose notification was read (%s) does not bring back an older one',
    async (state) => {
      const caro = await site.user('Caro');
      const handle = await handleOf(caro);
      const boss = await site.user('Jefa');
      await db.raw.query('INSERT INTO admins VALUES ($1, now())', [boss.uid]);
      const ids: string[] = [];
      for (const text of ['Uno', `Dos @${handle}`, `Tres @${handle}`, 'Cuatro'])
        ids.push((await beto.call('addComment', { postId, text })).comment.id);
      const read = async (user: User) => {
        const [newest] = await list(user);
        if (state === 'marked') return user.call('markNotificationsRead');
        // More than a batch was unread.
        const until = 'UPDATE users SET notifications_read_until = $2 WHERE uid = $1';
        return db.raw.query(until, [user.uid, newest!.id]);
      };
      const texts = async (user: User) => (await list(user)).map((n) => [n.textSnippet, n.read]);
      const remove = (i: number) => boss.call('adminDeleteComment', { postId, commentId: ids[i]! });
      // Of mentions the first notifies: the later one is new to the recipient.
      await read(caro);
      await remove(1);
      expect(await texts(caro)).toEqual([[`Tres @${handle}`, false]]);
      await remove(3);
      expect(await texts(ana)).toEqual([[`Tres @${handle}`, false]]);
      await read(ana);
      await remove(2);
      expect([await texts(ana), await texts(caro)]).toEqual([[], []]);
    },
  );

  it('when a comment that mentioned somebody is deleted, another mention by its author notifies', async () => {
    const caro = await site.user('Caro');
    const handle = await handleOf(caro);
    const comment = async (text: string, replyTo?: string) =>
      (await beto.call('addComment', { postId, text, ...(replyTo !== undefined && { replyTo }) })).comment.id;
    const first = await comment(`Vni @${handle}`);
    const second = await comment(`Vení @${handle}`);
    await comment('y traé a alguien');
    const own = (await caro.call('addComment', { postId, text: 'Voy' })).comment.id;
    await comment(`Dale @${handle}`, own);
    const mentions = async () =>
      (await list(caro)).filter(({ type }) => type === 'mention').map((n) => [n.textSnippet, n.read]);
    expect(await mentions()).toEqual([[`Vni @${handle}`, false]]);
    await caro.call('markNotificationsRead');
    await beto.call('deleteComment', { postId, commentId: first });
    expect(await mentions()).toEqual([[`Vení @${handle}`, false]]);
    await ana.call('deleteComment', { postId, commentId: second });
    expect(await mentions()).toEqual([]);
  });

  it('simultaneous likes of many users give one notification each', async () => {
    const crowd = await site.users('Hincha', 6);
    await Promise.all(
      crowd.flatMap((fan) => Array.from({ length: 20 }, () => fan.call('likePost', { postId }))),
    );
    const { items, unread } = await ana.call('getNotifications');
    expect([items.length, unread]).toEqual([6, 6]);
    expect(new Set(items.map((n) => n.actorId))).toEqual(new Set(crowd.map((fan) => fan.uid)));
  });

  it.each<[string, Partial<NewNotification>]>([
    ['nothing else', {}],
    ['their recipient', { uid: newId(clock) }],
    ['their type', { type: 'mention' }],
    ['their post', { postId: newId(clock) }],
    ['their comment', { commentId: newId(clock) }],
    ['their kind', { kind: 'reply' }],
    ['their text', { text: '{actor} te recomienda' }],
    ['their link', { link: '/reglas' }],
    ['their snippet', { textSnippet: 'Golazo' }],
  ])('notifications that are written together may differ in their actor and %s', async (_, difference) => {
    const base = { uid: ana.uid, type: 'comment', postId, commentId: null, kind: null } as const;
    const texts = { text: null, link: null, textSnippet: 'Gol' };
    const byNewActor = (own = {}) => ({
      ...base,
      ...texts,
      id: newId(clock),
      actorUid: newId(clock),
      ...own,
    });
    const rows = [byNewActor(), byNewActor(), byNewActor(difference)];
    const repeated = { ...rows[0]!, id: newId(clock) };
    const inserted = await insertNotifications(db, [...rows, repeated], clock);
    const keysOf = (list: readonly { id: string; uid: string }[]) =>
      list.map(({ uid, id }) => `${uid} ${id}`);
    expect(keysOf(inserted).toSorted()).toEqual(keysOf(rows).toSorted());
    const stored = await db.raw.query(
      `SELECT id, uid, type, actor_uid AS "actorUid", post_id AS "postId", comment_id AS "commentId", kind, text, link,
         text_snippet AS "textSnippet"
       FROM notifications WHERE created_at = $2 AND id = ANY($1::uuid[])`,
      [[...rows, repeated].map(({ id }) => id), clock],
    );
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
    expect(stored.rows.sort(byId)).toEqual(rows.toSorted(byId));
  });
});

describe('marking as read', () => {
  it("marking as read affects the given notifications, or all, but never another user's", async () => {
    await beto.call('likePost', { postId });
    await beto.call('repostPost', { postId });
    const [first, second] = await list(ana);
    expect(await beto.call('markNotificationsRead', { ids: [first!.id] })).toEqual({ unread: 0 });
    expect(await ana.call('markNotificationsRead', { ids: [first!.id, 'nada'] })).toEqual({ unread: 1 });
    expect((await list(ana)).map((n) => n.read)).toEqual([true, false]);
    expect(second?.read).toBe(false);
    expect(await ana.call('markNotificationsRead')).toEqual({ unread: 0 });
  });

  it('a notification that arrives while all are marked stays unread', async () => {
    const crowd = await site.users('Hincha', 6);
    const [{ unread: before }] = await Promise.all([
      ana.call('markNotificationsRead'),
      ...crowd.map((fan) => fan.call('likePost', { postId })),
    ]);
    const { items, unread } = await ana.call('getNotifications');
    expect(items.filter((n) => !n.read)).toHaveLength(unread);
    expect(before).toBeLessThanOrEqual(unread);
    expect(items).toHaveLength(6);
  });

  it('all of more than a thousand are read, also when another write marks one of them meanwhile', async () => {
    await db.raw.query(
      `INSERT INTO notifications (uid, id, type, actor_uid, post_id, created_at)
       SELECT $1, id, 'like', gen_random_uuid(), $2, $4 FROM unnest($3::uuid[]) AS id`,
      [ana.uid, postId, Array.from({ length: 1_500 }, () => newId(clock)), clock],
    );
    const holder = await db.raw.connect();
    await holder.query('BEGIN');
    await holder.query(
      `UPDATE notifications SET read_at = $2 WHERE uid = $1 AND id = (
         SELECT id FROM notifications WHERE uid = $1 ORDER BY id DESC LIMIT 1)`,
      [ana.uid, clock],
    );
    const marking = ana.call('markNotificationsRead', {});
    await expect.poll(lockWaits).toBe(1);
    await holder.query('COMMIT');
    holder.release();
    expect(await marking).toEqual({ unread: 0 });
    await drainJobs(db);
    const { rows } = await db.raw.query('SELECT 1 FROM notifications WHERE uid = $1 AND read_at IS NULL', [
      ana.uid,
    ]);
    expect(rows).toEqual([]);
  });
});

it('notifications are listed newest first, twenty per page, while more arrive', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 25; i++) {
    const { post } = await ana.call('publishPost', { text: `post ${i}` });
    await beto.call('likePost', { postId: post.id });
    ids.push(post.id);
  }
  const first = await ana.call('getNotifications');
  await beto.call('followUser', { targetUid: ana.uid });
  const second = await ana.call('getNotifications', { cursor: first.cursor! });
  expect([first.items.length, first.unread, second.items.length, second.unread]).toEqual([20, 25, 5, 26]);
  expect(second.cursor).toBeNull();
  expect([...first.items, ...second.items].map((n) => n.postId)).toEqual(ids.toReversed());
  const { status } = await beto.ask('getNotifications', { cursor: first.cursor! });
  expect(status).toBe(400);
});

it('the cached list shows a renamed actor, new notifications and read marks at once', async () => {
  const caro = await site.user('Caro');
  await beto.call('likePost', { postId });
  const read = async () => {
    const { items, unread } = await ana.call('getNotifications');
    return { items: items.map((item) => [item.text, item.read]), unread };
  };
  const like = 'Beto le dio Me gusta a tu publicación';
  expect(await read()).toEqual({ items: [[like, false]], unread: 1 });
  await beto.call('updateProfile', { displayName: 'Beto «Ñandú» 🦤', handle: await handleOf(beto), bio: '' });
  const renamed = 'Beto «Ñandú» 🦤 le dio Me gusta a tu publicación';
  expect(await read()).toEqual({ items: [[renamed, false]], unread: 1 });
  await ana.call('markNotificationsRead', {});
  expect(await read()).toEqual({ items: [[renamed, true]], unread: 0 });
  await caro.call('likePost', { postId });
  const second = 'Caro le dio Me gusta a tu publicación';
  const both = [
    [second, false],
    [renamed, true],
  ];
  expect(await read()).toEqual({ items: both, unread: 1 });
});

it.each([{}, { grouped: 'true' as const }])(
  'a page that was read before shows names, edits, mutes and deletions at once: %j',
  async (input) => {
    await beto.call('likePost', { postId });
    const read = async () => {
      // The page's text is cached from the second request on.
      for (let times = 1; times < 3; times++) await ana.call('getNotifications', input);
      const { items, unread } = await ana.call('getNotifications', input);
      return { items: items.map(({ text, post }) => [text, post?.line].join(' ').trim()), unread };
    };
    const line = (text: string) => ('grouped' in input ? ` ${text}` : '');
    const like = (name: string, text: string) => `${name} le dio Me gusta a tu publicación${line(text)}`;
    expect(await read()).toEqual({ items: [like('Beto', 'Gol')], unread: 1 });
    await beto.call('updateProfile', { displayName: 'Ñandú', handle: await handleOf(beto), bio: '' });
    expect(await read()).toEqual({ items: [like('Ñandú', 'Gol')], unread: 1 });
    await ana.call('editPost', { postId, text: 'Golazo', link: '' });
    expect(await read()).toEqual({ items: [like('Ñandú', 'Golazo')], unread: 1 });
    await ana.call('muteUser', { targetUid: beto.uid });
    expect(await read()).toEqual({ items: [], unread: 0 });
    await ana.call('unmuteUser', { targetUid: beto.uid });
    expect(await read()).toEqual({ items: [like('Ñandú', 'Golazo')], unread: 1 });
    await ana.call('deletePost', { postId });
    expect(await read()).toEqual({ items: [], unread: 0 });
  },
);

describe.each([{}, { grouped: 'true' as const }])(
  'a notification about a post of a third person, %j',
  (input) => {
    let caro: User;
    let dani: User;
    let commentId: string;
    beforeEach(async () => {
      [caro, dani] = await Promise.all([site.user('Caro'), site.user('Dani')]);
      commentId = (await beto.call('addComment', { postId, text: 'De Beto' })).comment.id;
    });
    const tellBeto = async (who: User) => {
      await who.call('addComment', { postId, text: `Mirá @${await handleOf(beto)}` });
      await who.call('addComment', { postId, text: 'Te respondo', replyTo: commentId });
      await who.call('likeComment', { postId, commentId });
    };
    const read = async () => {
      // The page's text is cached from the second request on.
      for (let times = 1; times < 3; times++) await beto.call('getNotifications', input);
      const { items, unread } = await beto.call('getNotifications', input);
      const mentions = await beto.call('getNotifications', { ...input, only: 'mentions' });
      expect((await beto.call('markNotificationsRead', { ids: [] })).unread).toBe(unread);
      return [items.length, mentions.items.length, unread];
    };

    it('is neither listed nor counted while a block hides the post, and is not written then', async () => {
      await tellBeto(caro);
      expect(await read()).toEqual([3, 1, 3]);
      await beto.call('getNotifications', input);
      expect(await statementsOf(() => beto.call('getNotifications', input))).toEqual([]);
      await ana.call('blockUser', { targetUid: beto.uid });
      expect(await read()).toEqual([0, 0, 0]);
      await tellBeto(dani);
      await ana.call('unblockUser', { targetUid: beto.uid });
      expect(await read()).toEqual([3, 1, 3]);
      await beto.call('blockUser', { targetUid: ana.uid });
      await beto.call('setMutedWords', { words: ['penal'] });
      expect(await read()).toEqual([0, 0, 0]);
    });

    it('is neither listed nor counted while its author is suspended', async () => {
      const jefa = await site.user('Jefa');
      await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
      await tellBeto(caro);
      expect(await read()).toEqual([3, 1, 3]);
      for (const [suspended, expected] of [
        [true, [0, 0, 0]],
        [false, [3, 1, 3]],
      ] as const) {
        await jefa.call('adminSetUserSuspended', { targetUid: ana.uid, suspended });
        expect(await read()).toEqual(expected);
      }
    });
  },
);

it('a notification of a mention or quote shows the text as its author last edited it', async () => {
  const mention = (await ana.call('publishPost', { text: `@${await handleOf(beto)} mi teléfono` })).post.id;
  const quote = (await ana.call('publishPost', { text: 'mi dirección', quoteOf: mention })).post.id;
  const other = (await beto.call('publishPost', { text: 'lo mío' })).post.id;
  const ownQuote = (await ana.call('publishPost', { text: 'mi clave', quoteOf: other })).post.id;
  await ana.call('addComment', { postId: quote, text: `@${await handleOf(beto)} en un comentario` });
  for (const id of [mention, quote, ownQuote])
    await ana.call('editPost', { postId: id, text: 'x'.repeat(250), link: '' });
  for (const input of [{}, { grouped: 'true' }, { only: 'mentions' }] as const) {
    const { items } = await beto.call('getNotifications', input);
    expect(items.map((item) => [item.postId, item.textSnippet])).toEqual([
      [quote, `@${await handleOf(beto)} en un comentario`],
      [ownQuote, 'x'.repeat(limits.notificationSnippet)],
      [mention, 'x'.repeat(limits.notificationSnippet)],
    ]);
  }
});

it('the text of a notification ends with a whole character', async () => {
  const start = 'x'.repeat(limits.notificationSnippet - 1);
  await beto.call('addComment', { postId, text: `${start}🇦🇷` });
  await beto.call('publishPost', { text: `${start}🇦🇷`, quoteOf: postId });
  expect((await list(ana)).map((item) => item.textSnippet)).toEqual([start, start]);
});

it('notifications are deleted with their post and after 90 days', async () => {
  await beto.call('likePost', { postId });
  await beto.call('followUser', { targetUid: ana.uid });
  await ana.call('deletePost', { postId });
  await drainJobs(db);
  expect((await list(ana)).map((n) => n.type)).toEqual(['other']);

  clock = new Date(clock.getTime() + 91 * 24 * 3_600_000);
  await db.raw.query("SELECT graphile_worker.add_job('clean-up')");
  await drainJobs(db);
  const { rows } = await db.raw.query('SELECT 1 FROM notifications WHERE uid = $1', [ana.uid]);
  expect(rows).toEqual([]);
  clock = new Date('2026-06-01T12:00:00.000Z');
});

it('notifications by a suspended user are hidden', async () => {
  await beto.call('likePost', { postId });
  await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [beto.uid]);
  const later = await openSite(db, { now: () => clock });
  const visitor = later.visitor();
  for (const [name, value] of ana.cookies) visitor.cookies.set(name, value);
  expect((await visitor.call('getNotifications')).items).toEqual([]);
  await later.close();
});
