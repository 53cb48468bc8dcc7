import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';

const { db, lockWaits } = await cloneDatabase();
const superAdmin = { email: 'jefa@tablon.example', password: 'aguante-la-jefa' };
let site: TestSite;
let admin: User;
let ana: User;

beforeAll(async () => {
  site = await openSite(db, { superAdminEmail: superAdmin.email, superAdminPassword: superAdmin.password });
  admin = await site.user('Mechi');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [admin.uid]);
  ana = await site.user('Ana');
});
afterAll(async () => {
  site.app.http.server.closeAllConnections();
  await site.close();
});

const suspend = (user: User) => admin.call('adminSetUserSuspended', { targetUid: user.uid, suspended: true });
const reactivate = (user: User) =>
  admin.call('adminSetUserSuspended', { targetUid: user.uid, suspended: false });
const signIn = (user: User, password = 'aguante') =>
  site.visitor().ask('signIn', { email: user.email, password });
const rows = async (table: string, column: string, value: string) =>
  (await db.raw.query(`SELECT * FROM ${table} WHERE ${column} = $1`, [value])).rows;

describe('a suspension', () => {
  it('a suspension ends every session and password link for good and blocks sign-in', async () => {
    const rata = await site.user('Rata');
    const phone = site.visitor();
    await phone.call('signIn', { email: rata.email, password: 'aguante' });
    await site.visitor().call('requestPasswordReset', { email: rata.email });
    await drainJobs(db);
    expect(await rows('password_tokens', 'uid', rata.uid)).toHaveLength(1);

    expect((await suspend(rata)).user).toMatchObject({ uid: rata.uid, suspended: true, exempt: null });
    for (const device of [rata, phone]) {
      expect((await device.ask('publishPost', { text: 'sigo acá' })).body.error?.code).toBe(
        'unauthenticated',
      );
      expect((await device.call('getSession')).user).toBeNull();
    }
    expect(await rows('sessions', 'uid', rata.uid)).toEqual([]);
    expect(await rows('password_tokens', 'uid', rata.uid)).toEqual([]);
    const { status, body } = await signIn(rata);
    expect([status, body.error]).toEqual([
      403,
      { code: 'auth/user-disabled', message: 'La cuenta está deshabilitada.' },
    ]);
    expect((await signIn(rata, 'equivocada')).body.error?.code).toBe('auth/wrong-password');

    expect((await reactivate(rata)).user.suspended).toBe(false);
    expect((await phone.call('getSession')).user).toBeNull();
    expect((await signIn(rata)).status).toBe(200);
  });

  it('a suspended user can be unfollowed', async () => {
    const [rata, fan] = [await site.user('Rata'), await site.user('Fan')];
    const target = { targetUid: rata.uid };
    await fan.call('followUser', target);
    await suspend(rata);
    expect(await fan.call('unfollowUser', target)).toEqual({ following: false, followersCount: 0 });
    expect(await rows('follows', 'followee', rata.uid)).toEqual([]);
  });

  it("a suspension closes the user's event streams within a second", async () => {
    const rata = await site.user('Rata');
    await site.app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.http.server.address() as AddressInfo;
    const cookie = [...rata.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { cookie } });
    const whole = response.text();
    const start = performance.now();
    await suspend(rata);
    expect(await whole).toMatch(/event: session-ended\ndata: \{\}\n\n$/);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect((await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { cookie } })).status).toBe(401);
  });

  it('a suspension hides the user and all their content until it is lifted', async () => {
    const rata = await site.user('Ratón Oculto');
    const handle = (await rata.call('getProfile')).profile.handle;
    const own = (await ana.call('publishPost', { text: 'Domingo de clásico' })).post.id;
    const postId = (await rata.call('publishPost', { text: 'Vendo entradas truchas' })).post.id;
    const quote = (await ana.call('publishPost', { text: 'Cuidado', quoteOf: postId })).post.id;
    await ana.call('followUser', { targetUid: rata.uid });
    await rata.call('followUser', { targetUid: ana.uid });
    await ana.call('savePost', { postId });
    await rata.call('addComment', { postId: own, text: 'Entradas por privado' });
    await drainJobs(db);

    const visibility = async () => ({
      profile: (await ana.ask('getProfile', { uid: rata.uid })).status,
      byHandle: (await ana.ask('getProfile', { uid: `@${handle}` })).status,
      profilePosts: (await ana.ask('getProfilePosts', { uid: rata.uid })).status,
      post: (await ana.ask('getPost', { postId })).status,
      comments: (await ana.ask('getComments', { postId })).status,
      liking: (await ana.ask('likePost', { postId })).status,
      quoting: (await ana.ask('publishPost', { text: 'x', quoteOf: postId })).status,
      following: (await ana.ask('followUser', { targetUid: rata.uid })).status,
      paraVos: (await ana.call('getFeed', { tab: 'paraVos' })).items.some(({ id }) => id === postId),
      siguiendo: (await ana.call('getFeed', { tab: 'siguiendo' })).items.some(({ id }) => id === postId),
      fallback: (await ana.call('getFeed', { tab: 'siguiendo', source: 'posts' })).items.some(
        ({ id }) => id === postId,
      ),
      quoted: (await ana.call('getPost', { postId: quote })).post.quoted?.id === postId,
      saved: (await ana.call('getSavedPosts')).items.length,
      found: (await ana.call('searchUsers', { q: 'Ratón Oculto' })).items.length,
      foundByHandle: (await ana.call('searchUsers', { q: `@${handle}` })).items.length,
      followers: (await ana.call('getFollowers', { uid: ana.uid })).items.length,
      followees: (await ana.call('getFollowing', { uid: ana.uid })).items.some(({ uid }) => uid === rata.uid),
      commented: (await ana.call('getComments', { postId: own })).items.length,
      unread: (await ana.call('getNotifications')).unread,
      notified: (await ana.call('getNotifications')).items.some(({ actorId }) => actorId === rata.uid),
      latest: (await admin.call('getDashboard')).latestPosts.some(({ id }) => id === postId),
    });
    const whenActive = {
      profile: 200,
      byHandle: 200,
      profilePosts: 200,
      post: 200,
      comments: 200,
      liking: 200,
      quoting: 200,
      following: 200,
      paraVos: true,
      siguiendo: true,
      fallback: true,
      quoted: true,
      saved: 1,
      found: 1,
      foundByHandle: 1,
      followers: 1,
      followees: true,
      commented: 1,
      unread: 2,
      notified: true,
      latest: true,
    };
    expect(await visibility()).toEqual(whenActive);

    await suspend(rata);
    expect(await visibility()).toEqual({
      profile: 404,
      byHandle: 404,
      profilePosts: 404,
      post: 404,
      comments: 404,
      liking: 404,
      quoting: 404,
      following: 404,
      paraVos: false,
      siguiendo: false,
      fallback: false,
      quoted: false,
      saved: 0,
      found: 0,
      foundByHandle: 0,
      followers: 0,
      followees: false,
      commented: 0,
      unread: 0,
      notified: false,
      latest: false,
    });
    // Admins still find the user, to lift the suspension.
    expect((await admin.call('adminFindUser', { q: rata.email })).user).toMatchObject({ suspended: true });

    await reactivate(rata);
    expect(await visibility()).toEqual(whenActive);
  });

  it('simultaneous suspensions of a user take effect and are audited once', async () => {
    const rata = await site.user('Rata');
    const boss = site.visitor();
    await boss.call('signIn', superAdmin);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 === 0 ? admin : boss).ask('adminSetUserSuspended', { targetUid: rata.uid, suspended: true }),
      ),
    );
    for (const { status, body } of answers) expect([status, body.user.suspended]).toEqual([200, true]);
    await reactivate(rata);
    await reactivate(rata);
    expect((await rows('audit_log', 'target_id', rata.uid)).map(({ action }) => action)).toEqual([
      'user-suspended',
      'user-reactivated',
    ]);
  });

  it('of two admins who suspend each other at once, one stays', async () => {
    const pair = await site.users('Rival', 2);
    const uids = pair.map(({ uid }) => uid);
    for (const uid of uids) await db.raw.query('INSERT INTO admins VALUES ($1, now())', [uid]);
    const holder = await db.session();
    await holder.raw.query('BEGIN');
    for (const uid of uids) await holder.raw.query('SELECT 1 FROM users WHERE uid = $1 FOR UPDATE', [uid]);
    const pending = pair.map((by, i) =>
      by.ask('adminSetUserSuspended', { targetUid: uids[1 - i], suspended: true }),
    );
    await expect.poll(lockWaits).toBe(2);
    await holder.raw.query('COMMIT');
    await holder.close();
    const answers = await Promise.all(pending);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
    const suspended = await db.raw.query('SELECT 1 FROM users WHERE suspended AND uid = ANY($1)', [uids]);
    expect(suspended.rows).toHaveLength(1);
    await db.raw.query('DELETE FROM admins WHERE uid = ANY($1)', [uids]);
  });

  it('admins cannot suspend themselves, the super-admin, the official account or an unknown user', async () => {
    const boss = site.visitor();
    const { user } = await boss.call('signIn', superAdmin);
    const official = (await admin.call('getProfile', { uid: '@tablon' })).profile.uid;
    for (const targetUid of [admin.uid, user.uid, official]) {
      for (const suspended of [true, false]) {
        const { body } = await admin.ask('adminSetUserSuspended', { targetUid, suspended });
        expect(body.error?.code).toBe('failed-precondition');
      }
    }
    expect((await boss.ask('adminSetUserSuspended', { targetUid: user.uid, suspended: true })).status).toBe(
      400,
    );
    for (const targetUid of ['x', randomUUID()]) {
      const { body } = await admin.ask('adminSetUserSuspended', { targetUid, suspended: true });
      expect(body.error?.code).toBe('not-found');
    }
    const suspended = await db.raw.query('SELECT 1 FROM users WHERE suspended AND uid = ANY($1)', [
      [admin.uid, user.uid, official],
    ]);
    expect(suspended.rows).toEqual([]);
  });

  it('a stranger who registered the address of the super-admin before it was configured can be suspended', async () => {
    const stranger = await site.user('Colada');
    const configured = await openSite(db, { superAdminEmail: stranger.email });
    const actor = configured.visitor();
    await actor.call('signIn', { email: admin.email, password: 'aguante' });
    const set = (suspended: boolean) =>
      actor.ask('adminSetUserSuspended', { targetUid: stranger.uid, suspended });
    expect((await set(true)).body).toMatchObject({ user: { suspended: true, exempt: null } });
    expect((await signIn(stranger)).status).not.toBe(200);
    // The operator takes the account over.
    await db.raw.query('UPDATE accounts SET email_verified_at = now() WHERE uid = $1', [stranger.uid]);
    expect((await set(false)).body).toMatchObject({ user: { suspended: false, exempt: 'super-admin' } });
    expect((await set(true)).body.error?.code).toBe('failed-precondition');
    await configured.close();
  });

  it('the account that the site made for the super-admin cannot be suspended before its first use', async () => {
    const configured = await openSite(db, { superAdminEmail: 'nueva@tablon.example' });
    const actor = configured.visitor();
    await actor.call('signIn', { email: admin.email, password: 'aguante' });
    const { user } = await actor.call('adminFindUser', { q: 'nueva@tablon.example' });
    expect(user.exempt).toBe('super-admin');
    const { status } = await actor.ask('adminSetUserSuspended', { targetUid: user.uid, suspended: true });
    expect(status).toBe(400);
    await configured.close();
  });

  it("a suspension also ends an admin's session", async () => {
    const other = await site.user('Otra admin');
    await db.raw.query('INSERT INTO admins VALUES ($1, now())', [other.uid]);
    await suspend(other);
    expect((await other.ask('getDashboard')).status).toBe(401);
  });

  it('an account configured as the official one cannot be suspended', async () => {
    const club = await site.user('Club oficial');
    const other = await openSite(db, { mainUser: club.uid });
    const visitor = other.visitor();
    await visitor.call('signIn', { email: admin.email, password: 'aguante' });
    const { body } = await visitor.ask('adminSetUserSuspended', { targetUid: club.uid, suspended: true });
    await other.close();
    expect(body.error?.code).toBe('failed-precondition');
  });
});

describe('commands in progress during a suspension', () => {
  it('commands running at the time of a suspension finish before it is answered, or fail', async () => {
    for (let round = 0; round < 5; round++) {
      const rata = await site.user('Rata');
      const postId = (await ana.call('publishPost', { text: `ronda ${round}` })).post.id;
      // Small enough for a busy machine to serve within the two seconds a call waits for the pool.
      const work = Array.from({ length: 12 }, (_, n) => [
        rata.ask('publishPost', { text: `spam ${n}` }),
        rata.ask('addComment', { postId, text: `spam ${n}` }),
        rata.ask('likePost', { postId }),
      ]).flat();
      const suspended = suspend(rata).then(async () => ({
        posts: (await rows('posts', 'owner_uid', rata.uid)).length,
        comments: (await rows('comments', 'uid', rata.uid)).length,
        likes: (await rows('likes', 'uid', rata.uid)).length,
      }));
      const answers = await Promise.all(work);
      const whenAnswered = await suspended;
      // Some answers are 403 or 404: the suspension hid the content before the command finished.
      const statuses = new Set(answers.map(({ status }) => status));
      expect([...statuses].filter((status) => ![200, 401, 403, 404].includes(status))).toEqual([]);
      expect({
        posts: (await rows('posts', 'owner_uid', rata.uid)).length,
        comments: (await rows('comments', 'uid', rata.uid)).length,
        likes: (await rows('likes', 'uid', rata.uid)).length,
      }).toEqual(whenAnswered);
    }
  });

  it('a suspended user cannot retry an earlier command', async () => {
    const rata = await site.user('Rata');
    const key = { 'idempotency-key': randomUUID() };
    await rata.call('publishPost', { text: 'una vez' }, key);
    await suspend(rata);
    expect((await rata.ask('publishPost', { text: 'una vez' }, key)).status).toBe(401);
  });

  it('an upload that ends after the suspension is rejected and leaves no file', async () => {
    const rata = await site.user('Rata');
    const picture = await solid(200, 200).jpeg().toBuffer();
    const { promise: suspended, resolve } = Promise.withResolvers<void>();
    const { promise: start, resolve: markStarted } = Promise.withResolvers<void>();
    async function* slowly() {
      yield picture.subarray(0, 100);
      markStarted();
      await suspended;
      yield picture.subarray(100);
    }
    const upload = rata.upload('post', Readable.from(slowly()));
    await start;
    await suspend(rata);
    resolve();
    expect((await upload).status).toBe(401);
    expect(await rows('uploads', 'owner_uid', rata.uid)).toEqual([]);
  });

  it('a session created in a race with the suspension is deleted on reactivation', async () => {
    const rata = await site.user('Rata');
    await suspend(rata);
    const hash = createHash('sha256').update('a token of a sign-in that was on its way').digest();
    await db.raw.query(
      `INSERT INTO sessions (token_hash, uid, created_at, last_seen_at, expires_at)
       VALUES ($1, $2, now(), now(), now() + interval '1 day')`,
      [hash, rata.uid],
    );
    await reactivate(rata);
    expect(await rows('sessions', 'uid', rata.uid)).toEqual([]);
  });
});
