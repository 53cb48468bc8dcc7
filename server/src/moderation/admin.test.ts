import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Input } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User, type Visitor } from '../../test/site.ts';

const { db } = await cloneDatabase();
const superAdmin = { email: 'jefa@tablon.example', password: 'aguante-la-jefa' };
let site: TestSite;
let boss: Visitor;
let admin: User;
let ana: User;
let beto: User;

beforeAll(async () => {
  site = await openSite(db, { superAdminEmail: superAdmin.email, superAdminPassword: superAdmin.password });
  boss = site.visitor();
  await boss.call('signIn', superAdmin);
  admin = await site.user('Mechi');
  await grant(admin);
  ana = await site.user('Ana');
  beto = await site.user('Beto');
});
afterAll(() => site.close());

const grant = ({ uid }: User) => db.raw.query('INSERT INTO admins VALUES ($1, now())', [uid]);
const revoke = ({ uid }: User) => db.raw.query('DELETE FROM admins WHERE uid = $1', [uid]);
const after = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
const handleOf = async (visitor: Visitor, uid: string) =>
  (await visitor.call('getProfile', { uid })).profile.handle;

describe('admin rights', () => {
  it('the super-admin and registered admins have admin rights, and changes apply at the next call', async () => {
    expect((await boss.call('getSession')).isAdmin).toBe(true);
    await boss.call('getDashboard');
    const late = await site.user('Tardía');
    expect((await late.ask('getDashboard')).body.error?.code).toBe('permission-denied');
    await grant(late);
    expect((await late.call('getSession')).isAdmin).toBe(true);
    await late.call('getDashboard');
    await revoke(late);
    expect((await late.ask('getDashboard')).status).toBe(403);
    expect((await late.call('getSession')).isAdmin).toBe(false);
  });
});

describe('getDashboard', () => {
  it("the dashboard ignores the admin's own blocks and mutes", async () => {
    const { post } = await beto.call('publishPost', { text: 'a la vista' });
    await beto.call('blockUser', { targetUid: admin.uid });
    await admin.call('setMutedWords', { words: ['vista'] });
    expect((await admin.call('getDashboard')).latestPosts[0]?.id).toBe(post.id);
    expect((await admin.ask('getPost', { postId: post.id })).status).toBe(200);
    await beto.call('unblockUser', { targetUid: admin.uid });
    await admin.call('setMutedWords', { words: [] });
    await beto.call('deletePost', { postId: post.id });
  });

  it('the dashboard shows the exact number of users and posts', async () => {
    await drainJobs(db);
    const before = await admin.call('getDashboard');
    const { rows } = await db.raw.query(
      'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM posts) AS posts',
    );
    expect(before).toMatchObject({ users: Number(rows[0].users), posts: Number(rows[0].posts) });
    await site.user('Nuevo');
    const { post } = await ana.call('publishPost', { text: 'uno más' });
    expect(await admin.call('getDashboard')).toMatchObject({
      users: before.users + 1,
      posts: before.posts + 1,
    });
    await ana.call('deletePost', { postId: post.id });
    expect((await admin.call('getDashboard')).posts).toBe(before.posts);
  });

  it('the dashboard shows the twelve latest posts', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 14; n++) ids.push((await ana.call('publishPost', { text: `post ${n}` })).post.id);
    const { latestPosts } = await admin.call('getDashboard');
    expect(latestPosts.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 12));
    expect(latestPosts[0]).toMatchObject({ authorName: 'Ana', text: 'post 13' });
  });
});

describe('what an admin opens on purpose', () => {
  const threadOf = async (viewer: Visitor, { postId, commentId }: { postId: string; commentId: string }) => ({
    post: (await viewer.ask('getPost', { postId })).body.post,
    comments: (await viewer.ask('getComments', { postId })).body.items?.map(({ text }) => text),
    thread: (await viewer.ask('getCommentThread', { postId, commentId })).body.found,
  });
  const hidden = { post: undefined, comments: undefined, thread: undefined };
  async function publishWithComment(author: User) {
    const { id: postId } = (await author.call('publishPost', { text: 'mirá' })).post;
    const { comment } = await author.call('addComment', { postId, text: 'también' });
    return { postId, commentId: comment.id };
  }

  it('a post and its comments are open to an admin across a block, but neither likes nor comments are', async () => {
    const [author, fan] = await site.users('Bloqueadora', 2);
    const { postId, commentId } = await publishWithComment(author!);
    for (const { uid: targetUid } of [admin, fan!]) await author!.call('blockUser', { targetUid });
    expect(await threadOf(admin, { postId, commentId })).toMatchObject({
      post: { text: 'mirá', viewer: { mayComment: false } },
      comments: ['también'],
      thread: true,
    });
    expect(await threadOf(fan!, { postId, commentId })).toEqual(hidden);
    expect((await admin.ask('likePost', { postId })).status).toBe(404);
    expect((await admin.ask('addComment', { postId, text: 'hola' })).status).toBe(404);
    const feed = await admin.call('getFeed', { tab: 'paraVos' });
    expect(feed.items.map(({ id }) => id)).not.toContain(postId);
    await revoke(admin);
    expect(await threadOf(admin, { postId, commentId })).toEqual(hidden);
    await grant(admin);
  });

  it('a suspended profile and its posts are open to admins alone, and marked', async () => {
    const [author, fan] = await site.users('Suspendida', 2);
    const { uid } = author!;
    const { postId, commentId } = await publishWithComment(author!);
    await admin.call('adminSetUserSuspended', { targetUid: uid, suspended: true });
    expect(await admin.call('getProfile', { uid })).toMatchObject({ suspended: true, profile: { uid } });
    const { items } = await admin.call('getProfilePosts', { uid });
    expect(items).toMatchObject([{ id: postId, authorSuspended: true }]);
    expect(await threadOf(admin, { postId, commentId })).toMatchObject({
      post: { authorSuspended: true },
      comments: ['también'],
      thread: true,
    });
    expect((await admin.call('getFollowing', { uid })).items).toHaveLength(1);
    for (const name of ['getProfile', 'getProfilePosts', 'getFollowing'] as const)
      expect((await fan!.ask(name, { uid })).status).toBe(404);
    expect(await threadOf(fan!, { postId, commentId })).toEqual(hidden);
    const latest = (await admin.call('getDashboard')).latestPosts.map(({ id }) => id);
    expect(latest).not.toContain(postId);

    await db.raw.query('UPDATE users SET leaving = true WHERE uid = $1', [uid]);
    await admin.call('adminSetUserSuspended', { targetUid: uid, suspended: false });
    expect((await admin.ask('getProfile', { uid })).status).toBe(404);
    expect(await threadOf(admin, { postId, commentId })).toEqual(hidden);
  });
});

describe('adminListUsers', () => {
  it('the user list pages through everybody once while others sign up', async () => {
    await site.users('Hincha', 25);
    const uids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.call('adminListUsers', after(cursor));
      expect(page.items.length).toBe(page.cursor === null ? page.items.length : 20);
      uids.push(...page.items.map(({ uid }) => uid));
      cursor = page.cursor ?? undefined;
      await site.user('Recién llegado');
    } while (cursor !== undefined);
    const { rows } = await db.raw.query('SELECT uid FROM users ORDER BY created_at DESC, uid DESC');
    const expected = rows.map(({ uid }) => uid as string);
    expect(uids).toEqual(expected.slice(-uids.length));
    expect(expected.length - uids.length).toBe(Math.ceil(uids.length / 20));
  });

  it('the user list shows e-mail address, state and exemptions from suspension', async () => {
    const all: Record<string, { email: string | null; suspended: boolean; exempt: string | null }> = {};
    let cursor: string | undefined;
    do {
      const page = await admin.call('adminListUsers', after(cursor));
      for (const { displayName, email, suspended, exempt } of page.items)
        all[displayName] = { email, suspended, exempt };
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(all).toMatchObject({
      Ana: { email: ana.email, suspended: false, exempt: null },
      Mechi: { email: admin.email, suspended: false, exempt: 'self' },
      Moderación: { email: superAdmin.email, suspended: false, exempt: 'super-admin' },
      Tablón: { email: null, suspended: false, exempt: 'official' },
    });
  });

  it('the user list pages through the users of one state once, newest or oldest first', async () => {
    const crowd = await site.users('Filtrado', 23);
    for (const { uid } of crowd.slice(0, 21)) {
      await admin.call('adminSetUserSuspended', { targetUid: uid, suspended: true });
    }
    const listUids = async (input: Input<'adminListUsers'>) => {
      const uids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await admin.call('adminListUsers', { ...input, ...after(cursor) });
        expect(page.items.length).toBe(page.cursor === null ? page.items.length : 20);
        uids.push(...page.items.map(({ uid }) => uid));
        cursor = page.cursor ?? undefined;
      } while (cursor !== undefined);
      return uids;
    };
    const { rows } = await db.raw.query('SELECT uid, suspended FROM users ORDER BY created_at, uid');
    const uidsOf = (suspended: boolean[]) =>
      rows.filter((row) => suspended.includes(row.suspended)).map(({ uid }) => uid as string);
    expect(uidsOf([true]).length).toBeGreaterThan(20);
    expect(await listUids({ state: 'suspended', sort: 'oldest' })).toEqual(uidsOf([true]));
    expect(await listUids({ state: 'suspended' })).toEqual(uidsOf([true]).toReversed());
    expect(await listUids({ state: 'active' })).toEqual(uidsOf([false]).toReversed());
    expect(await listUids({ state: 'active', sort: 'oldest' })).toEqual(uidsOf([false]));
    expect(await listUids({ sort: 'oldest' })).toEqual(uidsOf([true, false]));
    const { cursor } = await admin.call('adminListUsers', { state: 'suspended' });
    expect((await admin.ask('adminListUsers', { state: 'active', cursor: cursor! })).status).toBe(400);
    for (const { uid } of crowd) {
      await admin.call('adminSetUserSuspended', { targetUid: uid, suspended: false });
    }
  });

  it('the user list rejects the cursor of another list', async () => {
    const { cursor } = await admin.call('adminListUsers');
    expect((await admin.ask('adminListAudit', { cursor: cursor! })).status).toBe(400);
  });
});

describe('adminFindUser', () => {
  it('adminFindUser finds an exact handle or e-mail address, ignoring case and the @', async () => {
    const handle = await handleOf(ana, ana.uid);
    for (const q of [
      `@${handle}`,
      handle,
      ` @${handle.toUpperCase()} `,
      ana.email,
      ana.email.toUpperCase(),
    ]) {
      expect((await admin.call('adminFindUser', { q })).user, q).toMatchObject({
        uid: ana.uid,
        email: ana.email,
        exempt: null,
      });
    }
  });

  it('adminFindUser does not match partial handles or addresses', async () => {
    const handle = await handleOf(ana, ana.uid);
    const domain = ana.email.split('@')[1]!;
    for (const q of [
      '',
      '@',
      handle.slice(0, -1),
      `${handle}x`,
      `@@${handle}`,
      `${handle} !`,
      `@${domain}`,
      'Ana',
    ]) {
      const { status, body } = await admin.ask('adminFindUser', { q });
      expect([status, body.error], q).toEqual([
        404,
        { code: 'not-found', message: 'Usuario no encontrado.' },
      ]);
    }
  });
});

describe('adminDeletePost', () => {
  it('an admin deletes a post with everything attached to it, and the audit log records it', async () => {
    const upload = await ana.upload('post', await solid(40, 30).jpeg().toBuffer());
    const media = { key: upload.body.key };
    const { post } = await ana.call('publishPost', { text: 'insulto racista', media });
    const postId = post.id;
    await beto.call('likePost', { postId });
    await beto.call('savePost', { postId });
    await beto.call('repostPost', { postId });
    await beto.call('addComment', { postId, text: 'qué decís' });
    const quote = (await beto.call('publishPost', { text: 'miren esto', quoteOf: postId })).post.id;
    const { postsCount } = (await beto.call('getProfile', { uid: ana.uid })).profile;

    await admin.call('adminDeletePost', { postId });
    await drainJobs(db);

    expect((await beto.ask('getPost', { postId })).status).toBe(404);
    expect((await beto.call('getPost', { postId: quote })).post).toMatchObject({
      quoteOf: postId,
      quoted: null,
    });
    expect((await beto.call('getSavedPosts')).items).toEqual([]);
    expect((await beto.call('getProfile', { uid: ana.uid })).profile.postsCount).toBe(postsCount - 1);
    for (const table of [
      'likes',
      'reposts',
      'comments',
      'saves',
      'timeline',
      'user_posts',
      'user_reposts',
      'notifications',
    ]) {
      const { rows } = await db.raw.query(`SELECT 1 FROM ${table} WHERE post_id = $1`, [postId]);
      expect(rows, table).toEqual([]);
    }
    expect(existsSync(join(site.mediaFolder, media.key))).toBe(false);
    const handle = await handleOf(beto, ana.uid);
    expect((await admin.call('adminListAudit')).items[0]).toMatchObject({
      action: 'post-deleted',
      actor: { uid: admin.uid, displayName: 'Mechi' },
      target: { kind: 'post', id: postId, label: `@${handle}: insulto racista` },
    });
  });

  it('of simultaneous deletions of a post only one succeeds and is audited', async () => {
    const { post } = await ana.call('publishPost', { text: 'a la vez' });
    const answers = await Promise.all(
      [admin, boss, admin, boss].map((user) => user.ask('adminDeletePost', { postId: post.id })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    const { rows } = await db.raw.query('SELECT 1 FROM audit_log WHERE target_id = $1', [post.id]);
    expect(rows.length).toBe(1);
  });

  it('deleting an unknown post as an admin answers not-found', async () => {
    for (const postId of ['x', ana.uid])
      expect((await admin.ask('adminDeletePost', { postId })).body.error?.code).toBe('not-found');
  });
});

describe('adminListAudit', () => {
  it('the audit log is listed newest first, twenty per page', async () => {
    const carla = await site.user('Carla');
    for (let n = 0; n < 22; n++) {
      await admin.call('adminSetUserSuspended', { targetUid: carla.uid, suspended: n % 2 === 0 });
    }
    const first = await admin.call('adminListAudit');
    expect(first.items.length).toBe(20);
    expect(first.items.map(({ action }) => action).slice(0, 2)).toEqual([
      'user-reactivated',
      'user-suspended',
    ]);
    const second = await admin.call('adminListAudit', { cursor: first.cursor! });
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
  });

  it('the audit log shows no name for the operator, and only the uid of a deleted admin', async () => {
    const row = (uid: string | null, id: string) =>
      db.raw.query(
        `INSERT INTO audit_log (id, at, actor_uid, action, target_kind, target_id) VALUES ($1, now(), $2, 'admin-granted', 'user', 'x')`,
        [id, uid],
      );
    await row(null, 'fffffff0-0000-7000-8000-000000000002');
    await row('0190a000-0000-7000-8000-000000000000', 'fffffff0-0000-7000-8000-000000000001');
    const { items } = await admin.call('adminListAudit');
    expect(items.slice(0, 2).map(({ actor }) => actor)).toEqual([
      null,
      { uid: '0190a000-0000-7000-8000-000000000000', displayName: null, handle: null },
    ]);
    await db.raw.query("DELETE FROM audit_log WHERE id >= 'fffffff0-0000-7000-8000-000000000000'");
  });
});
