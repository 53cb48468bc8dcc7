import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { solid } from '../../test/pictures.ts';
import { PushDevice } from '../../test/push/push-device.ts';
import { LocalPushService } from '../../test/push/push-service.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let service: LocalPushService;
let pageFolder: string;
let ana: User;
let beto: User;
let jefa: User;
// The clock runs ahead of the job queue's, so that the tests decide when pushes are due.
let ahead = 48 * 3_600_000;
const now = () => new Date(Date.now() + ahead);

beforeAll(async () => {
  pageFolder = await mkdtemp(join(tmpdir(), 'tablon-covers-'));
  await mkdir(join(pageFolder, 'assets'));
  await writeFile(join(pageFolder, 'index.html'), '<!doctype html><title>Tablón</title>');
  await writeFile(join(pageFolder, 'assets/lectura-abc1234.css'), '');
  service = await LocalPushService.start();
  site = await openSite(db, { pageFolder, now, push: service.sender(now) });
  [ana, beto, jefa] = [await site.user('Ana'), await site.user('Beto'), await site.user('Jefa')];
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
});
afterAll(async () => {
  await site.close();
  await service.close();
  await rm(pageFolder, { recursive: true });
});

const publish = async (who: User, post: object) => (await who.call('publishPost', post)).post;
const warningOf = async (postId: string, who = beto) => (await who.call('getPost', { postId })).post.warning;

describe('a warning', () => {
  it('is part of the post, with the label of its kind or its author’s own', async () => {
    const cases = [
      [{ kind: 'spoiler' }, { kind: 'spoiler', label: 'Spoiler' }],
      [
        { kind: 'sensible', label: 'otra cosa' },
        { kind: 'sensible', label: 'Contenido sensible' },
      ],
      [
        { kind: 'otra', label: ' Final\nde la serie ' },
        { kind: 'otra', label: 'Final de la serie' },
      ],
    ];
    for (const [warning, expected] of cases) {
      const post = await publish(ana, { text: 'Se muere el malo', warning });
      expect(post.warning).toEqual(expected);
      expect(await warningOf(post.id)).toEqual(expected);
      const { items } = await beto.call('getFeed', { tab: 'paraVos', source: 'posts' });
      expect(items[0]?.warning).toEqual(expected);
    }
    expect(await publish(ana, { text: 'abierta' })).not.toHaveProperty('warning');
  });

  it('of the kind otra needs a label of 60 characters at most', async () => {
    for (const label of [undefined, ' ', '\u200B', '🎉'.repeat(61)]) {
      const { body } = await ana.ask('publishPost', { text: 'x', warning: { kind: 'otra', label } });
      expect(body.error).toEqual({
        code: 'invalid-argument',
        message: 'La advertencia lleva un texto de hasta 60 caracteres.',
      });
    }
    const longest = '🎉'.repeat(60);
    const { warning } = await publish(ana, { text: 'x', warning: { kind: 'otra', label: longest } });
    expect(warning?.label).toBe(longest);
  });

  it('is set, changed and lifted by the author, without an edit mark', async () => {
    const { id: postId } = await publish(ana, { text: 'Gol' });
    const set = async (warning: object | null) =>
      (await ana.call('setPostWarning', { postId, warning: warning as never })).post;
    expect((await set({ kind: 'spoiler' })).warning).toEqual({ kind: 'spoiler', label: 'Spoiler' });
    expect((await set({ kind: 'otra', label: 'Resultado' })).warning?.label).toBe('Resultado');
    expect(await warningOf(postId)).toEqual({ kind: 'otra', label: 'Resultado' });
    const uncoveredPost = await set(null);
    expect(uncoveredPost).not.toHaveProperty('warning');
    expect(uncoveredPost.editedAt).toBeNull();
    expect(await warningOf(postId)).toBeUndefined();
  });

  it('is nobody else’s to set, and unknown posts have none', async () => {
    const { id: postId } = await publish(ana, { text: 'Gol' });
    const input = { postId, warning: { kind: 'sensible' } };
    expect((await beto.ask('setPostWarning', input)).status).toBe(403);
    expect((await beto.ask('setPostWarning', { ...input, postId: ana.uid })).status).toBe(404);
    expect((await jefa.ask('setPostWarning', { ...input, postId: ana.uid })).status).toBe(404);
    expect(await warningOf(postId)).toBeUndefined();
  });
});

describe('an admin', () => {
  it('marks a post as sensitive for good: its author is told and cannot lift it, the log has both acts', async () => {
    const { id: postId } = await publish(ana, { text: 'la quebradura', warning: { kind: 'spoiler' } });
    for (const warning of [{ kind: 'spoiler' }, { kind: 'otra', label: 'x' }, null])
      expect((await jefa.ask('setPostWarning', { postId, warning })).status).toBe(403);
    for (let i = 0; i < 2; i++) {
      const { post } = await jefa.call('setPostWarning', { postId, warning: { kind: 'sensible' } });
      expect(post.warning).toEqual({ kind: 'sensible', label: 'Contenido sensible', byAdmin: true });
    }
    const { items } = await ana.call('getNotifications', { grouped: 'true' });
    const about = items.filter((item) => item.postId === postId);
    expect(about).toMatchObject([
      { kind: 'cover-set', actorId: null, text: 'Tablón le puso una advertencia a tu publicación' },
    ]);
    for (const warning of [null, { kind: 'spoiler' }])
      expect((await ana.ask('setPostWarning', { postId, warning })).body.error).toMatchObject({
        code: 'permission-denied',
      });
    expect((await jefa.call('setPostWarning', { postId, warning: null })).post.warning).toBeUndefined();
    expect(await warningOf(postId)).toBeUndefined();
    const log = (await jefa.call('adminListAudit')).items;
    expect(log.map(({ action, target }) => [action, target.id])).toEqual([
      ['cover-lifted', postId],
      ['cover-set', postId],
    ]);
    expect(log[0]?.actor?.uid).toBe(jefa.uid);
    expect(log[0]?.target.label).toContain('la quebradura');
  });

  it('cannot mark a post of an author who is leaving, and the refusal writes nothing', async () => {
    const leavingUser = await site.user('Se va');
    const { id: postId } = await publish(leavingUser, { text: 'chau' });
    await leavingUser.call('deleteAccount', { uid: leavingUser.uid, password: 'aguante' });
    const { status } = await jefa.ask('setPostWarning', { postId, warning: { kind: 'sensible' } });
    expect(status).toBe(404);
    const { rows } = await db.raw.query('SELECT warning_by_admin FROM posts WHERE id = $1', [postId]);
    expect(rows).toEqual([{ warning_by_admin: false }]);
    const log = (await jefa.call('adminListAudit')).items;
    expect(log.map(({ target }) => target.id)).not.toContain(postId);
  });

  it('confirms their password first', async () => {
    const { id: postId } = await publish(ana, { text: 'Gol' });
    await db.raw.query("UPDATE sessions SET created_at = created_at - interval '61 minutes' WHERE uid = $1", [
      jefa.uid,
    ]);
    const { body } = await jefa.ask('setPostWarning', { postId, warning: { kind: 'sensible' } });
    expect(body.error).toMatchObject({ code: 'failed-precondition', reason: 'sign-in-again' });
    await jefa.call('confirmPassword', { password: 'aguante' });
    await jefa.call('setPostWarning', { postId, warning: { kind: 'sensible' } });
  });
});

describe('nothing under a cover is told', () => {
  const secret = 'Xilofonista';
  const device = new PushDevice();
  let postId: string;

  /** Every place that shows the post without a cover to open. */
  async function exposures(): Promise<Record<string, string>> {
    const [plain, mentions, grouped] = await Promise.all([
      beto.call('getNotifications'),
      beto.call('getNotifications', { only: 'mentions' }),
      beto.call('getNotifications', { grouped: 'true' }),
    ]);
    const own = await ana.call('getNotifications', { grouped: 'true' });
    const get = async (url: string) => (await site.app.http.inject({ url })).body;
    const page = await get(`/p/${postId}`);
    const quoting = await publish(beto, { text: 'Miren esto', quoteOf: postId });
    ahead += 3_600_000;
    await db.raw.query("UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE 'send-push%'");
    // The worker looks for due jobs when another job arrives.
    await db.raw.query("SELECT graphile_worker.add_job('clean-up', '{}')");
    await drainJobs(db);
    const [head = '', body = ''] = page.split('</head>');
    const outside = (html: string) => html.replaceAll(/(?<=<\/summary>)[^]*?(?=<\/details>)/g, '');
    return {
      notifications: JSON.stringify([plain, mentions, grouped, own]),
      pushes: service.received.map((push) => JSON.stringify(device.read(push.body))).join('\n'),
      head,
      page: outside(body),
      profile: outside(await get(`/perfil/${ana.uid}`)),
      quoting: await get(`/p/${quoting.id}`),
      atom: outside(
        (await get(`/perfil/${ana.uid}/atom.xml`)).replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
      ),
    };
  }

  beforeAll(async () => {
    await beto.call('updateProfile', { displayName: 'Beto', handle: 'beto.tapado', bio: '' });
    await beto.call('registerPushToken', { subscription: device.subscription });
    const mine = await publish(beto, { text: 'Gol' });
    const picture = await solid(60, 40).png().toBuffer();
    const [first, second] = [await ana.upload('post', picture), await ana.upload('post', picture)];
    const attachments = [first, second].map(({ body }) => ({ key: body.key, alt: `${secret} de espaldas` }));
    const poll = { options: [`${secret} sí`, `${secret} no`], durationMinutes: 1440 as const };
    const link = `https://example.com/${secret}`;
    const post = {
      text: `@beto.tapado ${secret}`,
      link,
      attachments,
      poll,
      quoteOf: mine.id,
    };
    postId = (await publish(ana, post)).id;
    await beto.call('likePost', { postId });
  });

  it('while it is covered, only its label is: then lifting the cover tells again', async () => {
    const open = await exposures();
    for (const [place, text] of Object.entries(open)) expect(text, place).toContain(secret);
    service.received.splice(0);
    await ana.call('setPostWarning', { postId, warning: { kind: 'otra', label: 'De orquestas' } });
    // Another notification causes a push.
    await ana.call('publishPost', {
      text: `@beto.tapado otra vez ${secret}`,
      warning: { kind: 'otra', label: 'De orquestas' },
    });
    const coveredExposures = await exposures();
    for (const [place, text] of Object.entries(coveredExposures)) {
      expect(text, place).not.toContain(secret);
      expect(text, place).toContain('De orquestas');
    }
    expect(coveredExposures['head']).toContain('content="Contenido con advertencia: De orquestas"');
    expect(coveredExposures['head']).not.toContain('?og=1');
    const { body } = await site.app.http.inject({ url: `/p/${postId}` });
    expect(body).toMatch(
      /<details class="covered">\s*<summary dir="auto">De orquestas<\/summary>[^]*Xilofonista/,
    );
    await ana.call('setPostWarning', { postId, warning: null });
    expect((await exposures())['notifications']).toContain(secret);
  });
});
