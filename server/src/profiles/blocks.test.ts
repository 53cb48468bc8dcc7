import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { statementsOf } from '../../test/statements.ts';
import { lockUsers } from '../people/store/users.ts';
import { statement } from '../platform/postgres/database.ts';
import { lockAgainstFanOut } from '../timeline/store/timeline.ts';

const { db, lockWaits } = await cloneDatabase();
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

const waitShortly = statement('wait-shortly', "SELECT set_config('lock_timeout', '200ms', true)");

it('a block waits for an unfollow of the same person, and cannot deadlock with it', async () => {
  let attempts = 0;
  let block: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    attempts += 1;
    await lockAgainstFanOut(tx, [beto.uid, carla.uid]);
    block ??= ana.call('blockUser', { targetUid: beto.uid });
    await expect.poll(lockWaits).toBeGreaterThan(0);
    await tx.run(waitShortly, []);
    await lockUsers(tx, [beto.uid]);
  });
  await block;
  expect(attempts).toBe(1);
  expect((await carla.call('getProfile', { uid: beto.uid })).profile.uid).toBe(beto.uid);
});

const publish = async (user: User, text: string, quoteOf?: string) =>
  (await user.call('publishPost', { text, ...(quoteOf && { quoteOf }) })).post.id;
const block = (user: User, target: User) => user.call('blockUser', { targetUid: target.uid });
const unblock = (user: User, target: User) => user.call('unblockUser', { targetUid: target.uid });

async function feed(user: User, tab: 'siguiendo' | 'paraVos', source?: 'posts'): Promise<string[]> {
  return (await user.call('getFeed', { tab, ...(source && { source }) })).items.map((post) => post.text);
}

async function edges(a: User, b: User): Promise<number[]> {
  const { rows } = await db.raw.query<{ count: number }>(
    `SELECT (SELECT count(*)::int FROM follows WHERE follower = ANY($1) AND followee = ANY($1))
          + (SELECT count(*)::int FROM followers WHERE follower = ANY($1) AND followee = ANY($1)) AS count
     UNION ALL SELECT followers_count + following_count FROM users WHERE uid = $2
     UNION ALL SELECT followers_count + following_count FROM users WHERE uid = $3`,
    [[a.uid, b.uid], a.uid, b.uid],
  );
  return rows.map((row) => row.count);
}

describe('a block', () => {
  it('a block ends the follows in both directions, and unblocking does not restore them', async () => {
    await ana.call('followUser', { targetUid: beto.uid });
    await beto.call('followUser', { targetUid: ana.uid });
    await publish(beto, 'antes');
    await drainJobs(db);
    expect(await block(ana, beto)).toEqual({ blocked: true, muted: false });
    // Both still follow the official account.
    expect(await edges(ana, beto)).toEqual([0, 1, 1]);
    expect(await block(ana, beto)).toEqual({ blocked: true, muted: false });
    expect(await unblock(ana, beto)).toEqual({ blocked: false, muted: false });
    expect(await unblock(ana, beto)).toEqual({ blocked: false, muted: false });
    expect(await edges(ana, beto)).toEqual([0, 1, 1]);
    expect(await feed(ana, 'siguiendo')).toEqual([]);
    expect(await feed(ana, 'paraVos')).toContain('antes');
    await ana.call('followUser', { targetUid: beto.uid });
    expect(await feed(ana, 'siguiendo')).toEqual(['antes']);
  });

  it('a user cannot block themselves, and blocking an unknown user answers 404', async () => {
    expect((await ana.ask('blockUser', { targetUid: ana.uid })).body.error?.code).toBe('invalid-argument');
    expect((await ana.ask('unblockUser', { targetUid: ana.uid })).body.error?.code).toBe('invalid-argument');
    expect((await ana.ask('blockUser', { targetUid: carla.uid.replace(/^./, 'f') })).status).toBe(404);
    expect((await ana.ask('blockUser', { targetUid: 'nope' })).status).toBe(404);
  });

  it.each(['the blocker', 'the blocked'])(
    'a block hides all content of the other user from %s',
    async (side) => {
      const text = `visto por ${side}`;
      const [viewer, other] = side === 'the blocker' ? [ana, beto] : [beto, ana];
      await viewer.call('followUser', { targetUid: carla.uid });
      const theirs = await publish(other, text);
      const quoting = await publish(carla, 'mirá lo que dice', theirs);
      const third = await publish(carla, 'lo de Carla');
      await carla.call('repostPost', { postId: theirs });
      await other.call('repostPost', { postId: third });
      await other.call('addComment', { postId: third, text: 'yo opino' });
      await other.call('followUser', { targetUid: carla.uid });
      await drainJobs(db);
      expect(await feed(viewer, 'siguiendo')).toContain(text);
      await block(ana, beto);

      for (const tab of ['siguiendo', 'paraVos'] as const) {
        expect(await feed(viewer, tab)).not.toContain(text);
        expect(await feed(viewer, tab, 'posts')).not.toContain(text);
        expect(await feed(viewer, tab)).toContain('lo de Carla');
      }
      expect((await viewer.ask('getPost', { postId: theirs })).body.error).toEqual({
        code: 'not-found',
        message: 'Publicación no encontrada.',
      });
      expect((await viewer.call('getPost', { postId: quoting })).post).toMatchObject({
        quoteOf: theirs,
        quoted: null,
      });
      expect((await viewer.call('getComments', { postId: third })).items).toEqual([]);
      expect((await viewer.ask('getComments', { postId: theirs })).status).toBe(404);
      const lists = [
        await viewer.call('getFollowers', { uid: carla.uid }),
        await viewer.call('searchUsers', { q: side === 'the blocker' ? 'beto' : 'ana' }),
      ];
      for (const { items } of lists) expect(items.map(({ uid }) => uid)).not.toContain(other.uid);
      for (const name of ['getProfilePosts', 'getFollowers', 'getFollowing'] as const)
        expect((await viewer.ask(name, { uid: other.uid })).status).toBe(404);

      // Other users still see everything.
      expect((await carla.call('getComments', { postId: third })).items).toHaveLength(1);
      expect(await feed(carla, 'paraVos')).toContain(text);

      await unblock(ana, beto);
      expect(await feed(viewer, 'paraVos')).toContain(text);
      expect((await viewer.call('getPost', { postId: quoting })).post.quoted?.id).toBe(theirs);
      expect((await viewer.call('getComments', { postId: third })).items).toHaveLength(1);
    },
  );

  it('a blocked profile shows only its name, and which side blocked', async () => {
    await beto.call('updateProfile', {
      displayName: 'Beto',
      handle: `beto${Date.now() % 1e6}`,
      bio: 'Mi bio',
    });
    await publish(beto, 'uno');
    await block(ana, beto);
    const bare = { displayName: 'Beto', bio: '', avatar: null, postsCount: 0, followingCount: 0 };
    const answer = await ana.call('getProfile', { uid: beto.uid });
    expect(answer).toMatchObject({ profile: bare, following: false, blocked: true, blockedBy: false });
    const byHandle = await ana.call('getProfile', { uid: `@${answer.profile.handle}` });
    expect(byHandle).toEqual(answer);
    expect(await beto.call('getProfile', { uid: ana.uid })).toMatchObject({
      profile: { displayName: 'Ana', postsCount: 0, followingCount: 0 },
      blocked: false,
      blockedBy: true,
    });
    await block(beto, ana);
    await unblock(ana, beto);
    expect(await ana.call('getProfile', { uid: beto.uid })).toMatchObject({
      blocked: false,
      blockedBy: true,
    });
    await unblock(beto, ana);
    expect(await ana.call('getProfile', { uid: beto.uid })).toMatchObject({
      profile: { bio: 'Mi bio', postsCount: 1 },
      blocked: false,
      blockedBy: false,
    });
  });

  it.each(['the blocker', 'the blocked'])(
    'across a block, %s cannot interact with the other',
    async (side) => {
      const [actor, other] = side === 'the blocker' ? [ana, beto] : [beto, ana];
      const { post } = await other.call('publishPost', {
        text: 'votá',
        poll: { options: ['sí', 'no'], durationMinutes: 1440 },
      });
      await actor.call('likePost', { postId: post.id });
      await block(ana, beto);
      const { postId } = { postId: post.id };
      const refusals = [
        await actor.ask('likePost', { postId }),
        await actor.ask('repostPost', { postId }),
        await actor.ask('savePost', { postId }),
        await actor.ask('votePoll', { postId, optionId: 'a' }),
        await actor.ask('addComment', { postId, text: 'hola' }),
        await actor.ask('publishPost', { text: 'cito', quoteOf: postId }),
      ];
      for (const { body } of refusals) expect(body.error?.code).toBe('not-found');
      const follow = await actor.ask('followUser', { targetUid: other.uid });
      expect(follow.body.error).toEqual({
        code: 'failed-precondition',
        message:
          side === 'the blocker'
            ? 'Desbloqueá este perfil para seguirlo.'
            : 'Este perfil no está disponible para vos.',
      });
      expect(await edges(ana, beto)).toEqual([0, 1, 1]);
      // An earlier like can be removed, but the answer reveals nothing about the post.
      const unlike = await actor.ask('unlikePost', { postId });
      expect([unlike.status, unlike.body.error?.code]).toEqual([404, 'not-found']);
      expect((await other.call('getPost', { postId })).post.likesCount).toBe(0);
    },
  );

  it('in one group commit only the likes across a block are rejected, and earlier likes stay', async () => {
    const postId = await publish(ana, 'de todos');
    const fans = await site.users('Hincha', 12);
    await fans[0]!.call('likePost', { postId });
    for (const fan of fans.slice(0, 3)) await block(ana, fan);
    const answers = await Promise.all(fans.map((fan) => fan.ask('likePost', { postId })));
    expect(answers.map(({ status }) => status)).toEqual(fans.map((_, i) => (i < 3 ? 404 : 200)));
    expect((await ana.call('getPost', { postId })).post.likesCount).toBe(10);
    const { rows } = await db.raw.query('SELECT uid FROM likes WHERE post_id = $1', [postId]);
    expect(new Set(rows.map(({ uid }) => uid))).toEqual(
      new Set(fans.filter((_, i) => i === 0 || i > 2).map(({ uid }) => uid)),
    );
    const { items } = await ana.call('getNotifications', {});
    expect(new Set(items.map(({ actorId }) => actorId))).toEqual(
      new Set(fans.slice(3).map(({ uid }) => uid)),
    );
  });

  it('all actions but likes enforce a block even when the cached views do not know it', async () => {
    const postId = await publish(ana, 'rival');
    await db.raw.query('INSERT INTO blocks (blocker, blocked, created_at) VALUES ($1, $2, now())', [
      ana.uid,
      beto.uid,
    ]);
    // The post is still visible: the SQL above bypassed the cache invalidation.
    expect((await beto.call('getPost', { postId })).post.text).toBe('rival');
    const refusals = [
      await beto.ask('repostPost', { postId }),
      await beto.ask('savePost', { postId }),
      await beto.ask('addComment', { postId, text: 'hola' }),
      await beto.ask('publishPost', { text: 'cito', quoteOf: postId }),
      await beto.ask('editPost', { postId, text: 'mío', link: '' }),
      await beto.ask('deletePost', { postId }),
    ];
    for (const { body } of refusals) expect(body.error?.code).toBe('not-found');
    await db.raw.query('DELETE FROM blocks WHERE blocker = $1', [ana.uid]);
    expect((await ana.call('getPost', { postId })).post).toMatchObject({
      likesCount: 0,
      repostsCount: 0,
      commentsCount: 0,
      text: 'rival',
    });
  });

  it('across a block, mentions and comments create no notification', async () => {
    const handle = `ana${Date.now() % 1e7}`;
    await ana.call('updateProfile', { displayName: 'Ana', handle, bio: '' });
    const third = await publish(carla, 'charlemos');
    await block(ana, beto);
    await publish(beto, `che @${handle}`);
    await beto.call('addComment', { postId: third, text: `¿viste, @${handle}?` });
    const { items, unread } = await ana.call('getNotifications');
    expect([items, unread]).toEqual([[], 0]);
    expect((await carla.call('getNotifications')).unread).toBe(1);
    await unblock(ana, beto);
    expect((await ana.call('getNotifications')).items).toEqual([]);
  });

  it('a block hides earlier notifications and does not count them', async () => {
    const postId = await publish(ana, 'mío');
    await beto.call('likePost', { postId });
    await carla.call('likePost', { postId });
    expect((await ana.call('getNotifications')).unread).toBe(2);
    await block(beto, ana);
    const hidden = await ana.call('getNotifications');
    expect([hidden.unread, hidden.items.map(({ actorId }) => actorId)]).toEqual([1, [carla.uid]]);
    await unblock(beto, ana);
    expect((await ana.call('getNotifications')).unread).toBe(2);
  });

  it('a block hides the number of comments from a repeated comment and from its deletion', async () => {
    const input = { postId: await publish(ana, 'hola'), text: 'buenas' };
    const key = { 'idempotency-key': randomUUID() };
    const { comment, commentsCount } = await beto.call('addComment', input, key);
    expect(commentsCount).toBe(1);
    await block(ana, beto);
    await carla.call('addComment', { ...input, text: 'qué tal' });
    expect(await beto.call('addComment', input, key)).not.toHaveProperty('commentsCount');
    const own = { postId: input.postId, commentId: comment.id };
    expect(await beto.call('deleteComment', own)).not.toHaveProperty('commentsCount');
    expect((await ana.call('getPost', { postId: input.postId })).post.commentsCount).toBe(1);
  });

  it('blocking the official account works like any other block', async () => {
    const { items } = await ana.call('searchUsers', { q: 'tablon' });
    const [official] = items;
    const target = { targetUid: official!.uid };
    expect(await ana.call('getProfile', { uid: official!.uid })).toMatchObject({ following: true });
    await ana.call('blockUser', target);
    expect(await ana.call('getProfile', { uid: official!.uid })).toMatchObject({
      following: false,
      blocked: true,
    });
    await ana.call('unblockUser', target);
    expect((await ana.call('followUser', target)).following).toBe(true);
  });

  it('a follow concurrent with a block does not survive it', async () => {
    for (let i = 0; i < 12; i++) {
      const [a, b] = i % 2 ? [ana, beto] : [beto, ana];
      await Promise.all([
        a.ask('followUser', { targetUid: b.uid }),
        b.ask('followUser', { targetUid: a.uid }),
        block(a, b),
        a.ask('unfollowUser', { targetUid: b.uid }),
      ]);
      await drainJobs(db);
      expect(await edges(ana, beto)).toEqual([0, 1, 1]);
      expect(await feed(a, 'siguiendo')).toEqual([]);
      await unblock(a, b);
    }
  });

  it('simultaneous blocks are stored once', async () => {
    await Promise.all([block(ana, beto), block(beto, ana), block(ana, beto), block(beto, ana)]);
    const { rows } = await db.raw.query(
      'SELECT (SELECT count(*)::int FROM blocks WHERE blocker = ANY($1)) AS b, (SELECT count(*)::int FROM blocked_by WHERE blocked = ANY($1)) AS r',
      [[ana.uid, beto.uid]],
    );
    expect(rows).toEqual([{ b: 2, r: 2 }]);
  });
});

it('a feed page is full even when many of its posts are hidden', async () => {
  await ana.call('followUser', { targetUid: carla.uid });
  for (let i = 0; i < 24; i++) {
    await publish(carla, `de Carla ${i}`);
    if (i < 12) await publish(beto, `de Beto ${i}`);
  }
  await block(ana, beto);
  const texts: string[] = [];
  for (let cursor: string | undefined; texts.length < 24;) {
    const page = await ana.call('getFeed', { tab: 'paraVos', ...(cursor && { cursor }) });
    expect(page.items).toHaveLength(10);
    texts.push(...page.items.map(({ text }) => text));
    cursor = page.cursor ?? undefined;
  }
  const expected = Array.from({ length: 24 }, (_, i) => `de Carla ${23 - i}`);
  expect(texts.slice(0, 24)).toEqual(expected);
});

it('the lists of blocked and muted users are private, twenty per page', async () => {
  const others = await site.users('Otro', 23);
  for (const other of others) {
    await block(ana, other);
    await ana.call('muteUser', { targetUid: other.uid });
  }
  for (const name of ['getBlockedUsers', 'getMutedUsers'] as const) {
    const first = await ana.call(name);
    const second = await ana.call(name, { cursor: first.cursor! });
    expect([first.items.length, second.items.length, second.cursor]).toEqual([20, 3, null]);
    const uids = [...first.items, ...second.items].map(({ uid }) => uid);
    expect(uids).toEqual(others.map(({ uid }) => uid).toReversed());
    expect((await beto.ask(name, { cursor: first.cursor! })).status).toBe(400);
    expect((await beto.call(name)).items).toEqual([]);
  }
});

it('the list of muted users shows only the name of those who are across a block', async () => {
  const others = await site.users('Otra', 3);
  for (const other of others) {
    await other.call('updateProfile', {
      displayName: 'Otra',
      handle: `o${other.uid.slice(-10)}`,
      bio: 'Socia',
    });
    await ana.call('muteUser', { targetUid: other.uid });
  }
  const [blocker, blocked, neither] = others;
  await block(blocker!, ana);
  await block(ana, blocked!);
  const { items } = await ana.call('getMutedUsers');
  const bios = new Map(items.map(({ uid, bio }) => [uid, bio]));
  expect([blocker, blocked, neither].map((user) => bios.get(user!.uid))).toEqual(['', '', 'Socia']);
  expect(items.map(({ displayName }) => displayName)).toEqual(['Otra', 'Otra', 'Otra']);
});

it('a page of muted or blocked users reads a bounded number of suspended ones, and the next one continues', async () => {
  const { rows } = await db.raw.query<{ uid: string }>(
    `INSERT INTO users (uid, display_name, name_folded, handle, created_at, updated_at, suspended)
     SELECT gen_random_uuid(), 'Oculto', 'oculto', 'oculto' || i, now(), now(), true
     FROM generate_series(1, 500) AS i RETURNING uid`,
  );
  await block(ana, beto);
  await ana.call('muteUser', { targetUid: beto.uid });
  const hidden = [ana.uid, rows.map(({ uid }) => uid)];
  for (const columns of ['blocks (blocker, blocked, created_at)', 'mutes (uid, muted, created_at)'])
    await db.raw.query(
      `INSERT INTO ${columns} SELECT $1, unnest($2::uuid[]), date_trunc('milliseconds', now()) + interval '1 s'`,
      hidden,
    );
  for (const name of ['getBlockedUsers', 'getMutedUsers'] as const) {
    let page = await beto.call(name);
    const ran = await statementsOf(async () => {
      page = await ana.call(name);
    });
    expect(ran.length).toBeLessThan(30);
    expect(page).toMatchObject({ items: [], cursor: expect.any(String) });
    const next = await ana.call(name, { cursor: page.cursor! });
    expect([next.items.map(({ uid }) => uid), next.cursor]).toEqual([[beto.uid], null]);
  }
});
