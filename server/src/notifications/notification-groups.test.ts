import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { rowsScanned, statementsOf } from '../../test/statements.ts';
import { writesOn } from '../../test/writes.ts';
import { Bus } from '../kernel/bus.ts';
import { newId } from '../kernel/ids.ts';
import { markGroupsOlderRead } from './jobs/mark-read.ts';

const { db, lockWaits } = await cloneDatabase();
const noon = new Date('2026-06-20T12:00:00.000Z');
const hour = 3_600_000;
const day = 24 * hour;
let clock = noon;
let site: TestSite;
let fans: User[];
let ana: User;
let postId: string;

beforeAll(async () => {
  site = await openSite(db, { now: () => clock });
  fans = [];
  for (const name of ['Beto', 'Caro', 'Dani', 'Ema']) fans.push(await site.user(name));
});
afterAll(() => site.close());
beforeEach(async () => {
  clock = noon;
  ana = await site.user('Ana');
  postId = await publish('Gol de Boca\ny a casa');
});

async function publish(text: string): Promise<string> {
  return (await ana.call('publishPost', { text })).post.id;
}
async function page(user: User, cursor?: string) {
  return user.call('getNotifications', { grouped: 'true', ...(cursor !== undefined && { cursor }) });
}
const list = async (user = ana) => (await page(user)).items;
const texts = async (user = ana) => (await list(user)).map(({ text }) => text);

async function likeAll(who: readonly User[], id = postId): Promise<void> {
  for (const fan of who) await fan.call('likePost', { postId: id });
}

/** Likes by people who exist only here, a second apart, the newest at `at`. */
async function insertLikes(count: number, at: Date, about = postId): Promise<void> {
  const times = Array.from({ length: count }, (_, n) => new Date(at.getTime() - n * 1_000));
  await db.raw.query(
    `INSERT INTO notifications (uid, id, type, actor_uid, post_id, created_at)
     SELECT $1, id, 'like', gen_random_uuid(), $2, at FROM unnest($3::uuid[], $4::timestamptz[]) AS t (id, at)`,
    [ana.uid, about, times.map((time) => newId(time)), times],
  );
}

describe('a grouped list', () => {
  it('one like stays as it was, two name both, more name two and count the rest', async () => {
    await likeAll(fans.slice(0, 1));
    expect(await list()).toMatchObject([{ text: 'Beto le dio Me gusta a tu publicación' }]);
    expect((await list())[0]).not.toHaveProperty('count');
    await likeAll(fans.slice(1, 2));
    expect(await texts()).toEqual(['Caro y Beto le dieron Me gusta a tu publicación']);
    await likeAll(fans.slice(2));
    expect(await list()).toMatchObject([
      {
        type: 'like',
        text: 'Ema, Dani y 2 más le dieron Me gusta a tu publicación',
        actorName: 'Ema',
        count: 4,
        others: [
          { uid: fans[2]!.uid, displayName: 'Dani', avatar: null },
          { uid: fans[1]!.uid, displayName: 'Caro', avatar: null },
        ],
        postId,
        post: { line: 'Gol de Boca', image: null },
      },
    ]);
  });

  it('a long first line of the post ends in an ellipsis', async () => {
    const line = 'Ganamos uno a cero, de rebote, como corresponde, y me voy con sol a casa, cantando.';
    await fans[0]!.call('likePost', { postId: await publish(`${line}\nY a casa.`) });
    expect(await list()).toMatchObject([{ post: { line: `${line.slice(0, 80)}…` } }]);
    await fans[0]!.call('likePost', { postId: await publish('Justa.\nY nada más.') });
    expect(await list()).toMatchObject([{ post: { line: 'Justa.' } }, {}]);
  });

  it('reposts are a group of their own, and so is every post', async () => {
    const other = await publish('Otra');
    await likeAll(fans.slice(0, 2));
    await likeAll(fans.slice(0, 2), other);
    for (const fan of fans.slice(0, 2)) await fan.call('repostPost', { postId });
    expect((await list()).map((item) => [item.text, item.postId])).toEqual([
      ['Caro y Beto hicieron repost de tu publicación', postId],
      ['Caro y Beto le dieron Me gusta a tu publicación', other],
      ['Caro y Beto le dieron Me gusta a tu publicación', postId],
    ]);
  });

  it('comments, mentions, quotes and follows stay single', async () => {
    const { handle } = (await ana.call('getProfile')).profile;
    for (const fan of fans.slice(0, 2)) {
      await fan.call('addComment', { postId, text: 'Golazo' });
      await fan.call('publishPost', { text: `Mirá @${handle}` });
      await fan.call('publishPost', { text: 'Cito', quoteOf: postId });
      await fan.call('followUser', { targetUid: ana.uid });
    }
    const items = await list();
    const kinds = ['follow', 'quote', 'mention', 'comment'];
    expect(items.map(({ kind, type }) => kind ?? type)).toEqual([...kinds, ...kinds]);
    expect(items.every((item) => !('count' in item))).toBe(true);
  });

  it('a like joins a group that began up to seven days before it, and not an older one', async () => {
    await likeAll(fans.slice(0, 1));
    clock = new Date(noon.getTime() + 7 * day - 1_000);
    await likeAll(fans.slice(1, 2));
    expect(await texts()).toEqual(['Caro y Beto le dieron Me gusta a tu publicación']);
    clock = new Date(noon.getTime() + 7 * day + 1_000);
    await likeAll(fans.slice(2, 3));
    expect(await texts()).toEqual([
      'Dani y Caro le dieron Me gusta a tu publicación',
      'Beto le dio Me gusta a tu publicación',
    ]);
  });

  it('what was read before stays apart from what is new', async () => {
    await likeAll(fans.slice(0, 2));
    await ana.call('markNotificationsRead');
    await likeAll(fans.slice(2));
    expect((await list()).map(({ text, read }) => [text, read])).toEqual([
      ['Ema y Dani le dieron Me gusta a tu publicación', false],
      ['Caro y Beto le dieron Me gusta a tu publicación', true],
    ]);
    await ana.call('markNotificationsRead');
    expect(await texts()).toEqual(['Ema, Dani y 2 más le dieron Me gusta a tu publicación']);
  });

  it('what was read by marking all above it counts as read', async () => {
    await insertLikes(1_200, new Date(noon.getTime() - hour));
    await ana.call('markNotificationsRead');
    const items = await list();
    expect(items).toMatchObject([{ read: true, count: 1000 }]);
    expect(items[0]?.text).toMatch(/ y más de 997 más le dieron Me gusta a tu publicación$/);
    await drainJobs(db);
    expect(await list()).toEqual(items);
  });

  it('a blocked, muted or suspended actor is neither named nor counted', async () => {
    await likeAll(fans);
    const [beto, caro, dani, ema] = fans as [User, User, User, User];
    await ana.call('muteUser', { targetUid: ema.uid });
    expect(await texts()).toEqual(['Dani, Caro y 1 más le dieron Me gusta a tu publicación']);
    await dani.call('blockUser', { targetUid: ana.uid });
    const [item] = await list();
    expect(item).toMatchObject({
      actorId: caro.uid,
      text: 'Caro y Beto le dieron Me gusta a tu publicación',
    });
    await ana.call('blockUser', { targetUid: beto.uid });
    expect(await texts()).toEqual(['Caro le dio Me gusta a tu publicación']);
    await ana.call('muteUser', { targetUid: caro.uid });
    expect(await texts()).toEqual([]);
    await dani.call('unblockUser', { targetUid: ana.uid });

    const late = await site.user('Late');
    await likeAll([late]);
    expect(await texts()).toEqual(['Late y Dani le dieron Me gusta a tu publicación']);
    await db.raw.query('UPDATE users SET suspended = true WHERE uid = $1', [late.uid]);
    const again = await openSite(db, { now: () => clock });
    const visitor = again.visitor({}, new Map(ana.cookies));
    const { items } = await visitor.call('getNotifications', { grouped: 'true' });
    expect(items.map(({ text }) => text)).toEqual(['Dani le dio Me gusta a tu publicación']);
    await again.close();
    await db.raw.query('UPDATE users SET suspended = false WHERE uid = $1', [late.uid]);
  });

  it('a group whose newest actor is muted stands where its newest visible like belongs', async () => {
    const other = await publish('otra');
    const [beto, caro, dani] = fans as [User, User, User];
    await likeAll([beto]);
    clock = new Date(noon.getTime() + hour);
    await likeAll([caro], other);
    clock = new Date(noon.getTime() + 2 * hour);
    await likeAll([dani]);
    expect((await list()).map((item) => item.postId)).toEqual([postId, other]);
    await ana.call('muteUser', { targetUid: dani.uid });
    expect(await list()).toMatchObject([
      { postId: other, actorId: caro.uid },
      { postId, actorId: beto.uid, createdAt: noon.toISOString() },
    ]);
  });

  it('a renamed actor and an edited post show at once', async () => {
    await likeAll(fans.slice(0, 2));
    await list();
    const { handle } = (await fans[0]!.call('getProfile')).profile;
    await fans[0]!.call('updateProfile', { displayName: 'Beto II', handle, bio: '' });
    await ana.call('editPost', { postId, text: 'Gol de River', link: '' });
    expect(await list()).toMatchObject([
      { text: 'Caro y Beto II le dieron Me gusta a tu publicación', post: { line: 'Gol de River' } },
    ]);
    await fans[0]!.call('updateProfile', { displayName: 'Beto', handle, bio: '' });
    await ana.call('deletePost', { postId });
    expect(await list()).toEqual([]);
  });
});

describe('pages', () => {
  it('a page is twenty groups, and no group comes twice however its members are mixed with others', async () => {
    const posts: string[] = [];
    for (let n = 0; n < 25; n++) posts.push(await publish(`post ${n}`));
    for (const fan of fans.slice(0, 3)) {
      for (const id of posts) {
        clock = new Date(clock.getTime() + 60_000);
        await fan.call('likePost', { postId: id });
      }
    }
    const first = await page(ana);
    await fans[3]!.call('likePost', { postId: posts[24]! });
    const second = await page(ana, first.cursor!);
    expect([first.items.length, second.items.length, second.cursor]).toEqual([20, 5, null]);
    const items = [...first.items, ...second.items];
    expect(items.map((item) => item.postId)).toEqual(posts.toReversed());
    expect(items.every(({ count }) => count === 3)).toBe(true);
    expect([first.unread, second.unread]).toEqual([75, 76]);
  });

  it('a second page begins the next group of a post where that of the first page ends', async () => {
    await insertLikes(2, new Date(noon.getTime() - 10 * day));
    await insertLikes(2, new Date(noon.getTime() - 2 * day));
    const others: string[] = [];
    for (let n = 0; n < 19; n++) others.push(await publish(`post ${n}`));
    for (const id of others) await insertLikes(1, new Date(noon.getTime() - 3 * day), id);
    const first = await page(ana);
    expect(first.items[0]).toMatchObject({ postId, count: 2 });
    const second = await page(ana, first.cursor!);
    expect(second.items).toMatchObject([{ postId, count: 2 }]);
    expect(second.cursor).toBeNull();
  });

  it('thousands of likes of one post cost a bounded page, and the cursor goes on behind them', async () => {
    const early = await publish('antes');
    await insertLikes(1, new Date(noon.getTime() - 5 * day), early);
    await insertLikes(4_000, new Date(noon.getTime() - hour));
    const postIds: (string | null)[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 5; pages++) {
      const next = await page(ana, cursor);
      postIds.push(...next.items.map((item) => item.postId));
      if (next.cursor === null) break;
      cursor = next.cursor;
    }
    expect(postIds).toEqual([postId, early]);
  });

  it('a cursor of the single list is refused', async () => {
    await insertLikes(30, noon);
    const { cursor } = await ana.call('getNotifications');
    expect((await ana.ask('getNotifications', { cursor: cursor!, grouped: 'true' })).status).toBe(400);
  });
});

it('without the field every like is an item as before', async () => {
  await likeAll(fans);
  const { items } = await ana.call('getNotifications');
  expect(items.map(({ text }) => text)).toEqual(
    ['Ema', 'Dani', 'Caro', 'Beto'].map((name) => `${name} le dio Me gusta a tu publicación`),
  );
  for (const field of ['others', 'count', 'post', 'kind']) expect(items[0]).not.toHaveProperty(field);
});

describe('marking a group', () => {
  it('opening a group reads all of it, and nothing of others or newer', async () => {
    const other = await publish('Otra');
    await likeAll(fans.slice(0, 3));
    await likeAll(fans.slice(0, 1), other);
    const group = (await list()).find((item) => item.postId === postId)!;
    await likeAll(fans.slice(3));
    const read = await ana.call('markNotificationsRead', { ids: [group.id], grouped: true });
    expect(read).toEqual({ unread: 2 });
    expect((await list()).map((item) => [item.text, item.read])).toEqual([
      ['Ema le dio Me gusta a tu publicación', false],
      ['Beto le dio Me gusta a tu publicación', false],
      ['Dani, Caro y 1 más le dieron Me gusta a tu publicación', true],
    ]);
  });

  it('without the field only the given notification is marked', async () => {
    await likeAll(fans.slice(0, 3));
    const [group] = await list();
    expect(await ana.call('markNotificationsRead', { ids: [group!.id] })).toEqual({ unread: 2 });
  });

  it('of a very large group each is read once, and a job marks the rest', async () => {
    await insertLikes(2_500, noon);
    await insertLikes(1, new Date(noon.getTime() - 8 * day));
    const [group] = await list();
    const ran = await statementsOf(() =>
      ana.call('markNotificationsRead', { ids: [group!.id], grouped: true }),
    );
    const mark = ran.find(({ name }) => name === 'mark-notification-groups-read')!;
    expect(await rowsScanned(db, mark)).toBeLessThan(10_000);
    await drainJobs(db);
    const { rows } = await db.raw.query(
      'SELECT created_at FROM notifications WHERE uid = $1 AND read_at IS NULL',
      [ana.uid],
    );
    expect(rows).toEqual([{ created_at: new Date(noon.getTime() - 8 * day) }]);
  });

  it('of a very large group all are read, also when another write marks one of them meanwhile', async () => {
    await insertLikes(2_500, noon);
    const [group] = await list();
    const holder = await db.raw.connect();
    await holder.query('BEGIN');
    await holder.query(
      `UPDATE notifications SET read_at = $2 WHERE uid = $1 AND id = (
         SELECT id FROM notifications WHERE uid = $1 ORDER BY id DESC OFFSET 1 LIMIT 1)`,
      [ana.uid, noon],
    );
    const opening = ana.call('markNotificationsRead', { ids: [group!.id], grouped: true });
    await expect.poll(lockWaits).toBe(1);
    await holder.query('COMMIT');
    holder.release();
    await opening;
    await drainJobs(db);
    expect(await ana.call('markNotificationsRead', { ids: [] })).toEqual({ unread: 0 });
  });

  it('open pages learn that the job has marked the rest', async () => {
    const bus = new Bus();
    const uids: string[] = [];
    bus.on('notifications-changed', (fact) => void uids.push(...fact.uids));
    const payload = { uid: ana.uid, groups: [], at: noon.toISOString() };
    await markGroupsOlderRead(writesOn(db, { bus }), payload);
    expect(uids).toEqual([ana.uid]);
  });
});

describe('mentions', () => {
  it('the list of mentions holds mentions and quotes only, twenty per page, past any number of likes', async () => {
    const { handle } = (await ana.call('getProfile')).profile;
    for (let n = 0; n < 21; n++) await fans[0]!.call('publishPost', { text: `Che @${handle} ${n}` });
    await fans[1]!.call('publishPost', { text: 'Cito', quoteOf: postId });
    await insertLikes(60, new Date(noon.getTime() + hour));
    const first = await ana.call('getNotifications', { only: 'mentions', grouped: 'true' });
    expect(first.items).toHaveLength(20);
    expect(first.items[0]).toMatchObject({ text: 'Caro citó tu publicación', kind: 'quote' });
    expect(first.items[1]).toMatchObject({ type: 'mention', post: { line: `Che @${handle} 20` } });
    const second = await ana.call('getNotifications', {
      only: 'mentions',
      grouped: 'true',
      cursor: first.cursor!,
    });
    expect([second.items.length, second.cursor]).toEqual([2, null]);
  });

  it('the post of a third person is not shown with a mention in its comments', async () => {
    const { handle } = (await ana.call('getProfile')).profile;
    const { post } = await fans[0]!.call('publishPost', { text: 'De otro' });
    const { comment } = await fans[1]!.call('addComment', { postId: post.id, text: `Mirá @${handle}` });
    const [item] = await list();
    expect(item).toMatchObject({ type: 'mention', postId: post.id, commentId: comment.id });
    expect(item).not.toHaveProperty('post');
  });
});
