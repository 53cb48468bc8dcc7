import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { parseFeed, Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cleanLine, cleanText } from '../../../contract/src/rules/clean-text.ts';
import { cutText } from '../../../contract/src/rules/text.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { hostileTexts } from '../../test/hostile-texts.ts';
import { createHub } from '../../test/hub.ts';
import { insertComments } from '../../test/many-comments.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { at, openInstance } from '../../test/sites.ts';
import { statementsOf } from '../../test/statements.ts';
import { addJob } from '../kernel/store/jobs.ts';
import { makeSitemap } from './jobs/make-sitemap.ts';

const { db } = await cloneDatabase();
const publicUrl = 'http://localhost:3000';
const stylesFolder = join(import.meta.dirname, '../../../web/src/styles');
let site: TestSite;
let ana: User;
let beto: User;
let pageFolder: string;

beforeAll(async () => {
  pageFolder = await mkdtemp(join(tmpdir(), 'tablon-reading-'));
  await mkdir(join(pageFolder, 'assets'));
  await writeFile(join(pageFolder, 'index.html'), '<!doctype html><title>Tablón</title>');
  await writeFile(join(pageFolder, 'assets/lectura-abc1234.css'), '');
  site = await openSite(db, { pageFolder });
  [ana, beto] = [await site.user('Ana'), await site.user('Beto')];
  await ana.call('updateProfile', { displayName: 'Ana', handle: 'ana.fan', bio: 'De Boedo' });
});
afterAll(async () => {
  await site.close();
  await rm(pageFolder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, of = site) =>
  of.app.http.inject({ url, headers });
const cookieOf = ({ cookies }: User) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const publish = async (who: User, post: object) => (await who.call('publishPost', post)).post.id;

type Element = { name: string; attributes: Record<string, string>; text: string };

/** The elements of a page, each with the text directly in it. */
function elements(page: string): Element[] {
  const all: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const element = { name, attributes, text: '' };
      all.push(element);
      open.push(element);
    },
    ontext: (text) => {
      for (const element of open) element.text += text;
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(page);
  return all;
}

const meta = (page: string, name: string) =>
  elements(page).find(({ attributes }) => (attributes['property'] ?? attributes['name']) === name)
    ?.attributes['content'];
const dataOf = (page: string) =>
  JSON.parse(elements(page).find(({ attributes }) => attributes['type'] === 'application/ld+json')!.text) as {
    [name: string]: unknown;
  };

describe('a post', () => {
  it('is a whole page with its head, its comments and a way in', async () => {
    const quotedId = await publish(beto, { text: 'Gol de Messi' });
    const id = await publish(ana, {
      text: 'Qué partido\n@beto',
      quoteOf: quotedId,
      link: 'https://ole.com.ar',
    });
    await beto.call('addComment', { postId: id, text: 'Tal cual' });
    await beto.call('likePost', { postId: id });
    const { statusCode, headers, body } = await get(`/p/${id}`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'cookie', 'x-robots-tag': 'noindex' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('script');
    const all = elements(body);
    expect(all.filter(({ name }) => name === 'article')).toHaveLength(1);
    expect(all.find(({ name }) => name === 'h1')?.text).toBe('Ana en Tablón');
    expect(all.find(({ name }) => name === 'title')?.text).toBe('Ana (@ana.fan) en Tablón');
    const article = all.find(({ name }) => name === 'article')!.text;
    expect(article).toContain('1 me gusta · 1 comentario · 0 reposts');
    expect(article).toContain('Gol de Messi');
    expect(body).toContain('Tal cual');
    expect(meta(body, 'og:title')).toBe('Ana (@ana.fan) en Tablón');
    expect(meta(body, 'og:description')).toBe('Qué partido @beto');
    expect(meta(body, 'og:url')).toBe(`${publicUrl}/p/${id}`);
    expect([meta(body, 'og:type'), meta(body, 'og:locale')]).toEqual(['article', 'es_AR']);
    expect([meta(body, 'robots'), meta(body, 'twitter:card')]).toEqual(['noindex', 'summary']);
    const invite = all.find(({ text, name }) => name === 'a' && text === 'Ingresá para comentar.');
    expect(invite?.attributes['href']).toBe(`/ingresar?volver=${encodeURIComponent(`/p/${id}`)}`);
    expect(dataOf(body)).toMatchObject({
      '@type': 'DiscussionForumPosting',
      text: 'Qué partido\n@beto',
      author: { name: 'Ana', alternateName: '@ana.fan', url: `${publicUrl}/@ana.fan` },
      comment: [{ text: 'Tal cual' }],
    });
  });

  it('shows twenty comments by people who may be read, and counts the rest of those', async () => {
    const id = await publish(ana, { text: 'Comenten' });
    const shy = await site.user('Tímido');
    await shy.call('addComment', { postId: id, text: 'solo para cuentas' });
    for (let i = 0; i < 22; i++) await beto.call('addComment', { postId: id, text: `comentario ${i}.` });
    await shy.call('setReadingChoice', { publicReading: false, indexable: false });
    const { body } = await get(`/p/${id}`);
    expect(body).toContain('comentario 19.');
    expect(body).not.toContain('comentario 20.');
    expect(body).not.toContain('solo para cuentas');
    expect(body).toContain('Hay 2 comentarios más.');
  });

  it('shows and counts the comments that may be read after 200 that may not', async () => {
    const id = await publish(ana, { text: 'Casi nadie se deja leer' });
    const shy = await site.user('Tímida');
    await shy.call('setReadingChoice', { publicReading: false, indexable: false });
    for (let i = 0; i < 201; i++) await shy.call('addComment', { postId: id, text: `no ${i}` });
    await beto.call('addComment', { postId: id, text: 'sí' });
    const { body } = await get(`/p/${id}`);
    expect(elements(body).filter(({ name }) => name === 'li')).toHaveLength(1);
    expect(body).toContain('>sí<');
    expect(body).not.toMatch(/Hay .*más\./);
    for (let i = 0; i < 21; i++) await beto.call('addComment', { postId: id, text: `otro ${i}` });
    expect((await get(`/p/${id}`)).body).toContain('Hay 2 comentarios más.');
    await shy.call('setReadingChoice', { publicReading: true, indexable: false });
    expect((await get(`/p/${id}`)).body).toContain('>no 0<');
  });

  it('reads at most five pages of comments, and takes the number of the others from the counter', async () => {
    const id = await publish(ana, { text: 'Nadie se deja leer' });
    const shy = await site.user('Tímida');
    await shy.call('setReadingChoice', { publicReading: false, indexable: false });
    await insertComments(db, { postId: id, uid: shy.uid, count: 1_001 });
    await shy.call('addComment', { postId: id, text: 'no' });
    let page = '';
    const all = await statementsOf(async () => (page = (await get(`/p/${id}`)).body));
    expect(page).toContain('Hay 2 comentarios más.');
    expect(all.filter(({ name }) => name.endsWith('find-comments'))).toHaveLength(5);
  });

  it('names the author whom a reply answers, by their newest handle, unless they may not be read', async () => {
    const [caro, shy] = [await site.user('Caro'), await site.user('Tímida')];
    const setHandle = (who: User, handle: string) =>
      who.call('updateProfile', { displayName: handle, handle, bio: '' });
    await Promise.all([setHandle(caro, 'caro.dt'), setHandle(shy, 'timida')]);
    const postId = await publish(ana, { text: '¿Fue penal?' });
    const comment = async (who: User, text: string, replyTo?: string) =>
      (await who.call('addComment', { postId, text, replyTo })).comment.id;
    const root = await comment(caro, 'Clarísimo');
    await comment(beto, 'Ni ahí', root);
    await comment(beto, 'Qué decís', await comment(shy, 'Sí', root));
    await shy.call('setReadingChoice', { publicReading: false, indexable: false });
    const replyLines = async () =>
      elements((await get(`/p/${postId}`)).body)
        .filter(({ attributes }) => attributes['class'] === 'answered')
        .map(({ text }) => text.replace(/\s+/g, ' ').trim());
    expect(await replyLines()).toEqual(['en respuesta a @caro.dt']);
    await setHandle(caro, 'caro.campeona');
    expect(await replyLines()).toEqual(['en respuesta a @caro.campeona']);
  });

  it('neither shows nor counts deleted comments that have replies', async () => {
    const postId = await publish(ana, { text: 'Larga' });
    const add = async (text: string, replyTo?: string) =>
      (await beto.call('addComment', { postId, text, replyTo })).comment.id;
    const root = await add('me arrepentí');
    await add('respuesta', root);
    // More than a page of comments.
    await insertComments(db, { postId, uid: beto.uid, count: 1_300 });
    await beto.call('deleteComment', { postId, commentId: root });
    const { body } = await get(`/p/${postId}`);
    expect(body).not.toContain('me arrepentí');
    expect(body).toContain('Hay 1.281 comentarios más.');
  });

  it.each([
    [{ text: 'a'.repeat(300) }, 'a'.repeat(200)],
    [{ text: `${'a'.repeat(199)}🇦🇷` }, 'a'.repeat(199)],
    [{ text: '', poll: { options: ['Sí', 'No'], durationMinutes: 1440 } }, 'Encuesta: Sí / No'],
  ])('has a description: %o', async (post, description) => {
    const { body } = await get(`/p/${await publish(ana, post)}`);
    expect(meta(body, 'og:description')).toBe(description);
  });

  it('has its picture as a preview that other sites take', async () => {
    const noise = Buffer.from(
      Array.from({ length: 1600 * 1200 * 3 }, (_, i) => (i * 7919 * (i % 251)) & 255),
    );
    const picture = await solid(1600, 1200)
      .composite([{ input: noise, raw: { width: 1600, height: 1200, channels: 3 } }])
      .jpeg()
      .toBuffer();
    const { body: upload } = await ana.upload('post', picture, { 'content-type': 'image/jpeg' });
    const id = await publish(ana, { text: '', media: { key: upload.key } });
    const { body } = await get(`/p/${id}`);
    const image = meta(body, 'og:image')!;
    expect(image).toBe(`${publicUrl}/media/${upload.key}?og=1`);
    expect([meta(body, 'og:image:width'), meta(body, 'og:image:height')]).toEqual(['1200', '900']);
    expect([meta(body, 'og:image:alt'), meta(body, 'twitter:card')]).toEqual([
      'Imagen de Ana',
      'summary_large_image',
    ]);
    expect(meta(body, 'og:description')).toBe('Foto');
    const small = await get(image.slice(publicUrl.length));
    expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(small.rawPayload.length).toBeLessThanOrEqual(300_000);
    expect((await get(image.slice(publicUrl.length))).rawPayload.equals(small.rawPayload)).toBe(true);
    await ana.call('setReadingChoice', { publicReading: false, indexable: false });
    expect((await get(image.slice(publicUrl.length))).statusCode).toBe(404);
    await ana.call('setReadingChoice', { publicReading: true, indexable: false });
    await ana.call('deletePost', { postId: id });
    await drainJobs(db);
    expect((await get(image.slice(publicUrl.length))).statusCode).toBe(404);
  });

  it('shows the first of its pictures and how many more there are, and names all to programs', async () => {
    const keys: string[] = [];
    for (const width of [40, 50, 60])
      keys.push((await ana.upload('post', await solid(width, 30).png().toBuffer())).body.key);
    const attachments = keys.map((key, n) => ({ key, ...(n === 0 && { alt: 'La <b>bandera</b>' }) }));
    const id = await publish(ana, { text: 'Tres fotos', attachments });
    const { body } = await get(`/p/${id}`);
    const pictures = (page: string) =>
      elements(page).filter(
        ({ name, attributes }) => name === 'img' && attributes['src']?.includes('/posts/'),
      );
    expect(pictures(body).map(({ attributes }) => [attributes['src'], attributes['alt']])).toEqual([
      [`/media/${keys[0]}`, 'La <b>bandera</b>'],
    ]);
    const more = /aria-label="y 2 imágenes más"\s*>\s*\+2\s*</;
    expect(body).toMatch(more);
    expect(meta(body, 'og:image:alt')).toBe('La <b>bandera</b>');
    const json = elements(body).find(({ attributes }) => attributes['type'] === 'application/ld+json')!.text;
    expect((JSON.parse(json) as { image: string[] }).image).toEqual([
      `${publicUrl}/media/${keys[0]}?og=1`,
      `${publicUrl}/media/${keys[1]}`,
      `${publicUrl}/media/${keys[2]}`,
    ]);
    const quoting = await publish(ana, { text: 'Miren', quoteOf: id });
    expect((await get(`/p/${quoting}`)).body).toMatch(more);
    const feed = (await get(`/perfil/${ana.uid}/atom.xml`)).body;
    const entry = feed.slice(feed.indexOf('Tres fotos'));
    for (const key of keys) expect(entry).toContain(`${publicUrl}/media/${key}`);
    expect(entry).toContain('alt="Imagen 3 de 3, sin descripción"');
  });

  it('is answered again only when it has changed', async () => {
    const id = await publish(ana, { text: 'Primera' });
    const etag = (await get(`/p/${id}`)).headers.etag as string;
    const again = await get(`/p/${id}`, { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await ana.call('editPost', { postId: id, text: 'Segunda', link: '' });
    const response = await get(`/p/${id}`, { 'if-none-match': etag });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('Segunda');
    expect(response.body).toContain('· editado');
    expect(response.headers.etag).not.toBe(etag);
  });

  it('costs four statements when nothing of it is cached, and 30 KB with its styles', async () => {
    const fans = await site.users('Hincha', 20);
    const quoteOf = await publish(beto, { text: 'Gol de Messi' });
    const id = await publish(ana, { text: 'Qué partido. '.repeat(20), quoteOf });
    for (const [i, fan] of fans.entries())
      await fan.call('addComment', { postId: id, text: `${i} ${crypto.randomUUID()} `.repeat(5) });
    await drainJobs(db);
    const cold = await openSite(db, { pageFolder });
    // A process reads the list of clubs once.
    await get('/club/boca', {}, cold);
    let page = '';
    const statements = await statementsOf(async () => (page = (await get(`/p/${id}`, {}, cold)).body));
    expect(page).toContain('Hincha 19');
    expect(statements.length, statements.map(({ name }) => name).join(', ')).toBeLessThanOrEqual(4);
    const styles = await Promise.all(
      ['fonts', 'tokens', 'global', 'reading'].map((name) => readFile(join(stylesFolder, `${name}.css`))),
    );
    const bytes = gzipSync(page).length + gzipSync(Buffer.concat(styles)).length;
    expect(bytes).toBeLessThanOrEqual(30_000);
    await cold.close();
  });

  it('is the app for a member', async () => {
    const id = await publish(ana, { text: 'Para socios' });
    const { statusCode, body } = await get(`/p/${id}`, { cookie: cookieOf(beto) });
    expect([statusCode, body]).toEqual([200, '<!doctype html><title>Tablón</title>']);
    const { body: stale } = await get(`/p/${id}`, { cookie: 'sid=nadie' });
    expect(stale).toContain('Para socios');
  });
});

describe('what cannot be read', () => {
  it('answers the same whatever the reason, on pages and in feeds', async () => {
    const [shy, deletedUser, banned] = await site.users('Reservada', 3);
    const ids = await Promise.all(
      [shy!, deletedUser!, banned!].map((who) => publish(who, { text: 'Secreto' })),
    );
    const deletedPost = await publish(ana, { text: 'Me arrepentí' });
    for (const id of [...ids, deletedPost]) expect((await get(`/p/${id}`)).statusCode).toBe(200);
    await shy!.call('setReadingChoice', { publicReading: false, indexable: false });
    await deletedUser!.call('deleteAccount', { uid: deletedUser!.uid, password: 'aguante' });
    const jefa = await site.user('Jefa');
    await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
    await jefa.call('adminSetUserSuspended', { targetUid: banned!.uid, suspended: true });
    await ana.call('deletePost', { postId: deletedPost });
    const off = await openSite(db, { pageFolder, features: [] });
    const paths = [
      ...[...ids, deletedPost, '0192-no', '%22x'].map((id) => `/p/${id}`),
      ...[shy!, deletedUser!, banned!].flatMap(({ uid }) => [`/perfil/${uid}`, `/perfil/${uid}/atom.xml`]),
      '/@nadie_existe',
      '/@nadie_existe/atom.xml',
      ...['p', 'club', 'perfil'].map((folder) => `/${folder}/${'a'.repeat(5_000)}`),
      `/@${'a'.repeat(101)}`,
      '/perfil/%F0%9F',
      '/@%zz',
      '/no/%F0%9F',
    ];
    const answers = await Promise.all([
      ...paths.map((path) => get(path)),
      get(`/perfil/${ana.uid}`, {}, off),
      get('/@ana.fan', {}, off),
    ]);
    const [first, ...rest] = answers.map(({ statusCode, headers, body }) => {
      const { date: _date, 'x-request-id': _id, 'request-id': _other, ...stable } = headers;
      return { statusCode, headers: stable, body };
    });
    expect(first).toMatchObject({
      statusCode: 404,
      headers: { 'x-robots-tag': 'noindex', 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>Tablón</title>',
    });
    for (const answer of rest) expect(answer).toEqual(first);
    await off.close();
  });

  it('an author who opts out is missing at every address, preview and list', async () => {
    const eva = await site.user('Eva Reserva');
    await eva.call('setReadingChoice', { publicReading: true, indexable: true });
    await eva.call('setClub', { club: 'lanus', show: true });
    const { handle } = (await eva.call('getProfile')).profile;
    const picture = await solid(40, 30).jpeg().toBuffer();
    const { key } = (await eva.upload('avatar', picture)).body;
    await eva.call('updateProfile', { displayName: 'Eva Reserva', handle, bio: '', avatar: { key } });
    const { body: upload } = await eva.upload('post', picture);
    const id = await publish(eva, { text: 'Una foto', media: { key: upload.key } });
    await drainJobs(db);
    await makeSitemap({ db });
    const answer = async (path: string) => {
      const { statusCode, headers, body } = await get(path);
      return { statusCode, type: headers['content-type'], robots: headers['x-robots-tag'], body };
    };
    const [page, preview] = [await answer('/@nadie_existe'), await answer('/media/no.jpg?og=1')];
    const pages = ['', '/atom.xml'].flatMap((end) => [`/@${handle}${end}`, `/perfil/${eva.uid}${end}`]);
    const addresses = [
      ...pages,
      `/p/${id}`,
      `/media/${upload.key}?og=1`,
      `/media/avatars/${eva.uid}/avatar.jpg`,
    ];
    for (const path of addresses) expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
    const lists = ['/club/lanus', '/sitemap/1.xml'];
    for (const path of lists) expect((await get(path)).body).toContain(id);

    await eva.call('setReadingChoice', { publicReading: false, indexable: false });
    for (const path of addresses)
      expect([path, await answer(path)]).toEqual([path, path.startsWith('/media/') ? preview : page]);
    // A process caches the sitemap for half a minute: a new one has nothing cached.
    const later = await openSite(db, { pageFolder });
    for (const path of lists) {
      const { body } = await get(path, {}, later);
      for (const word of [id, eva.uid, handle]) expect(body).not.toContain(word);
    }
    await later.close();
  });

  it('what takes a page away in one process holds in the others', async () => {
    const hub = createHub();
    const first = await openInstance(db, hub.connect(), { pageFolder, runsJobs: false });
    const second = await openInstance(db, hub.connect(), { pageFolder, runsJobs: false });
    const eva = at(first, await site.user('Eva en dos'));
    const [id, other] = [await publish(eva, { text: 'Primera' }), await publish(eva, { text: 'Otra' })];
    const paths = [`/p/${id}`, `/p/${other}`, `/perfil/${eva.uid}`, `/perfil/${eva.uid}/atom.xml`];
    const statuses = () => Promise.all(paths.map(async (path) => (await get(path, {}, second)).statusCode));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await eva.call('editPost', { postId: id, text: 'Segunda', link: '' });
    for (const path of [paths[0]!, ...paths.slice(2)])
      await expect
        .poll(async () => (await get(path, {}, second)).body, { timeout: 1_000 })
        .toContain('Segunda');
    await eva.call('deletePost', { postId: id });
    expect(await statuses()).toEqual([404, 200, 200, 200]);
    expect((await get(paths[2]!, {}, second)).body).not.toContain('Segunda');
    await eva.call('setReadingChoice', { publicReading: false, indexable: false });
    await expect.poll(statuses, { timeout: 1_000 }).toEqual([404, 404, 404, 404]);
    await eva.call('setReadingChoice', { publicReading: true, indexable: false });
    await expect.poll(statuses, { timeout: 1_000 }).toEqual([404, 200, 200, 200]);
    const jefa = at(first, await site.user('Jefa de dos'));
    await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
    await jefa.call('adminSetUserSuspended', { targetUid: eva.uid, suspended: true });
    expect(await statuses()).toEqual([404, 404, 404, 404]);
  });

  it('is a missing post inside a quote', async () => {
    const shy = await site.user('Citada');
    const quotedId = await publish(shy, { text: 'No me citen' });
    const id = await publish(ana, { text: 'Miren', quoteOf: quotedId });
    expect((await get(`/p/${id}`)).body).toContain('No me citen');
    await shy.call('setReadingChoice', { publicReading: false, indexable: false });
    const { body } = await get(`/p/${id}`);
    expect(body).not.toContain('No me citen');
    expect(body).toContain('Publicación no encontrada.');
  });

  it('an account from before the question is not read until its owner has chosen', async () => {
    const old = await site.user('De antes');
    await db.raw.query('UPDATE users SET public_reading = NULL WHERE uid = $1', [old.uid]);
    const later = await openSite(db, { pageFolder });
    expect((await get(`/perfil/${old.uid}`, {}, later)).statusCode).toBe(404);
    const owner = later.visitor({}, old.cookies);
    expect((await owner.call('getSession')).user?.publicReading).toBeNull();
    await owner.call('setReadingChoice', { publicReading: true, indexable: false });
    expect((await get(`/perfil/${old.uid}`, {}, later)).statusCode).toBe(200);
    await later.close();
  });
});

describe('a profile', () => {
  it('has a short address in lower case, with its newest posts', async () => {
    const redirect = await get('/@Ana.Fan');
    expect([redirect.statusCode, redirect.headers.location]).toEqual([301, '/@ana.fan']);
    const id = await publish(ana, { text: 'Lo último' });
    const { statusCode, body } = await get('/@ana.fan');
    expect(statusCode).toBe(200);
    expect(elements(body).find(({ name }) => name === 'h1')?.text).toBe('Ana');
    expect(body).toContain(`href="/p/${id}"`);
    expect(body).toContain('De Boedo');
    const canonical = elements(body).find(({ attributes }) => attributes['rel'] === 'canonical');
    expect(canonical?.attributes['href']).toBe(`${publicUrl}/@ana.fan`);
    expect(dataOf(body)).toMatchObject({ '@type': 'ProfilePage', mainEntity: { name: 'Ana' } });
    expect((await get(`/perfil/${ana.uid}`)).body).toBe(body);
  });

  it('is left out of search engines unless its owner wants to be found', async () => {
    const eva = await site.user('Eva');
    expect((await get(`/perfil/${eva.uid}`)).headers['x-robots-tag']).toBe('noindex');
    await eva.call('setReadingChoice', { publicReading: true, indexable: true });
    const { headers, body } = await get(`/perfil/${eva.uid}`);
    expect([headers['x-robots-tag'], meta(body, 'robots')]).toEqual([undefined, undefined]);
    await eva.call('setReadingChoice', { publicReading: false, indexable: true });
    expect((await eva.call('getSession')).user).toMatchObject({ publicReading: false, indexable: false });
  });

  it('and its feed show twenty posts after many of the newest were deleted', async () => {
    const eva = await site.user('Eva');
    const ids: string[] = [];
    for (let i = 0; i < 62; i++) ids.push(await publish(eva, { text: `Número ${i}` }));
    const cards = async () =>
      elements((await get(`/perfil/${eva.uid}`)).body).filter(({ name }) => name === 'article').length;
    expect(await cards()).toBe(20);
    for (const postId of ids.slice(-41)) await eva.call('deletePost', { postId });
    expect(await cards()).toBe(20);
    expect(parseFeed((await get(`/perfil/${eva.uid}/atom.xml`)).body)!.items).toHaveLength(20);
  });

  it.each([`/perfil/ID/`, '/@ana.fan/', '/p/ID/?x=1', '/club/boca/'])(
    'is at %s the page at the address without the last slash',
    async (path) => {
      const url = path.replace('ID', ana.uid);
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers.location]).toEqual([301, url.replace(/\/(?=$|\?)/, '')]);
    },
  );

  it.each([
    ['/%40ana.fan', '/@ana.fan'],
    ['/%40ana.fan?x=1', '/@ana.fan?x=1'],
    ['/%40ana.fan/atom.xml', '/@ana.fan/atom.xml'],
  ])('is at %s, as other programs write it, the page at its short address', async (url, address) => {
    for (const cookie of ['', cookieOf(beto)]) {
      const { statusCode, headers } = await get(url, { cookie });
      expect([statusCode, headers.location]).toEqual([301, address]);
    }
  });

  it('is not found through an encoded slash, whatever was read before', async () => {
    const plain = `/perfil/${ana.uid}/atom.xml`;
    expect((await get(plain)).statusCode).toBe(200);
    expect((await get(plain.replace('/atom', '%2Fatom'))).statusCode).toBe(404);
  });

  it('has an Atom feed that is sent again only when it has changed', async () => {
    const eva = await site.user('Evelina');
    const id = await publish(eva, { text: 'Uno & <dos> "tres"' });
    const { statusCode, headers, body } = await get(`/perfil/${eva.uid}/atom.xml`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const feed = parseFeed(body)!;
    expect(feed).toMatchObject({
      type: 'atom',
      title: expect.stringMatching(/^Evelina \(@\w+\) en Tablón$/),
      updated: expect.any(Date),
    });
    const [item, ...rest] = feed.items;
    expect(rest).toEqual([]);
    expect(item).toMatchObject({
      id: `${publicUrl}/p/${id}`,
      link: `${publicUrl}/p/${id}`,
      title: 'Uno &amp; &lt;dos&gt; &quot;tres&quot;',
      pubDate: expect.any(Date),
    });
    expect(body).toContain('<![CDATA[Uno &amp; &lt;dos&gt; &quot;tres&quot;]]>');
    const etag = headers.etag as string;
    expect((await get(`/perfil/${eva.uid}/atom.xml`, { 'if-none-match': etag })).statusCode).toBe(304);
    await publish(eva, { text: 'Otra' });
    expect((await get(`/perfil/${eva.uid}/atom.xml`, { 'if-none-match': etag })).statusCode).toBe(200);
  });
});

describe('a club', () => {
  const path = '/club/racing';
  const texts = ({ body }: { body: string }) =>
    elements(body).flatMap(({ attributes, text }) => (attributes['class'] === 'text' ? [text] : []));

  it('shows the newest posts of its fans who may be read, with their badge', async () => {
    const [una, shy] = await site.users('Académica', 2);
    for (const who of [una!, shy!]) await who.call('setClub', { club: 'racing', show: true });
    const empty = await get(path);
    expect([empty.statusCode, empty.headers['x-robots-tag']]).toEqual([200, undefined]);
    expect(empty.body).toContain('Todavía no hay publicaciones de hinchas de Racing.');
    await publish(una!, { text: 'primera' });
    expect(texts(await get(path))).toEqual(['primera']);
    for (let i = 1; i <= 20; i++) await publish(una!, { text: `número ${i}` });
    await publish(shy!, { text: 'solo para cuentas' });
    expect(texts(await get(path))[0]).toBe('solo para cuentas');
    await shy!.call('setReadingChoice', { publicReading: false, indexable: false });
    await drainJobs(db);
    await addJob(db, 'count-club-members', {});
    await drainJobs(db);
    const { headers, body } = await get(path);
    expect(texts({ body })).toEqual(Array.from({ length: 20 }, (_, i) => `número ${20 - i}`));
    const all = elements(body);
    expect(all.find(({ name }) => name === 'h1')?.text).toBe('Racing Club');
    expect(body).toContain('<p>2 hinchas</p>');
    expect(body).toContain('Para ver más, <a');
    const badges = all.filter(({ attributes: { 'aria-label': label } }) => label === 'Hincha de Racing Club');
    expect(badges.map(({ name }) => name)).toEqual(Array(20).fill('svg'));
    expect(body).not.toMatch(/<script|style=|Es mi cuadro/);
    // The page reveals whose fans they are, so all of them must agree to be listed.
    expect(headers['x-robots-tag']).toBe('noindex');
    await una!.call('setReadingChoice', { publicReading: true, indexable: true });
    expect((await get(path)).headers['x-robots-tag']).toBeUndefined();
    const profile = await get(`/perfil/${una!.uid}`);
    expect(profile.body).toMatch(/<a href="\/club\/racing">.*Hincha de Racing Club/s);
    await una!.call('setClub', { club: 'racing', show: false });
    expect(texts(await get(path))).toEqual([]);
    const hidden = await get(`/perfil/${una!.uid}`);
    expect(hidden.body).not.toContain('Racing');
    await una!.call('setClub', { club: 'racing', show: true });
    expect(texts(await get(path))).toHaveLength(20);
  });

  it('is found at its address in any case', async () => {
    for (const cookie of ['', cookieOf(beto)]) {
      const { statusCode, headers } = await get('/club/Racing', { cookie });
      expect([statusCode, headers.location]).toEqual([301, path]);
    }
  });

  it('that is unknown, or on a site without clubs, is the app with status 404', async () => {
    const off = await openSite(db, { pageFolder, features: ['publico'] });
    const missing = await get('/p/0192-no');
    const shouted = path.toUpperCase().replace('CLUB', 'club');
    for (const answer of [
      await get('/club/no-hay'),
      await get('/club/NO-HAY'),
      await get(path, {}, off),
      await get(shouted, {}, off),
    ])
      expect([answer.statusCode, answer.body]).toEqual([404, missing.body]);
    expect((await get('/club/no-hay', { cookie: cookieOf(beto) })).statusCode).toBe(404);
    const shell = await get(path, { cookie: cookieOf(beto) });
    expect([shell.statusCode, shell.body]).toEqual([200, missing.body]);
    await off.close();
  });
});

describe('search engines', () => {
  const robotsOf = async (path: string) => {
    const { headers, body } = await get(path);
    return [headers['x-robots-tag'], meta(body, 'robots')];
  };

  it('may list a page only if the authors of the posts quoted on it want to be found too', async () => {
    const [eva, shy] = (await site.users('Buscada', 2)) as [User, User];
    await eva.call('setReadingChoice', { publicReading: true, indexable: true });
    await eva.call('setClub', { club: 'banfield', show: true });
    const quoteOf = await publish(shy, { text: 'Sin buscadores' });
    const id = await publish(eva, { text: 'Miren', quoteOf });
    const pages = [`/p/${id}`, `/perfil/${eva.uid}`, '/club/banfield'];
    const feed = `/perfil/${eva.uid}/atom.xml`;
    const expectPages = async (robots: string | undefined) => {
      for (const path of pages) {
        expect((await get(path)).body).toContain('Miren');
        expect([path, await robotsOf(path)]).toEqual([path, [robots, robots]]);
      }
      expect((await get(feed)).headers['x-robots-tag']).toBe(robots);
    };
    await expectPages('noindex');
    await shy.call('setReadingChoice', { publicReading: true, indexable: true });
    await expectPages(undefined);
    // An unreadable quoted post is not shown.
    await shy.call('setReadingChoice', { publicReading: false, indexable: false });
    await expectPages(undefined);
  });

  it('are not given the comments of those who do not want to be found', async () => {
    const [eva, open, shy] = (await site.users('Comentada', 3)) as [User, User, User];
    for (const who of [eva, open])
      await who.call('setReadingChoice', { publicReading: true, indexable: true });
    const postId = await publish(eva, { text: 'Opinen' });
    await shy.call('addComment', { postId, text: 'Sin buscadores' });
    await open.call('addComment', { postId, text: 'Que me encuentren' });
    const { body } = await get(`/p/${postId}`);
    expect(await robotsOf(`/p/${postId}`)).toEqual([undefined, undefined]);
    expect(dataOf(body)['comment']).toMatchObject([{ text: 'Que me encuentren' }]);
    const withoutSnippet = elements(body).filter(({ attributes }) => 'data-nosnippet' in attributes);
    expect(withoutSnippet.map(({ name }) => name)).toEqual(['div']);
    expect(withoutSnippet[0]?.text).toContain('Sin buscadores');
    expect(withoutSnippet[0]?.text).not.toContain('Que me encuentren');
    await shy.call('setReadingChoice', { publicReading: true, indexable: true });
    const later = (await get(`/p/${postId}`)).body;
    expect(dataOf(later)['comment']).toHaveLength(2);
    expect(later).not.toContain('data-nosnippet');
  });
});

describe('a topic', () => {
  it('that is unused is a page, and what can be no topic is the app with status 404', async () => {
    const off = await openSite(db, { pageFolder, features: [] });
    const statusOf = async (path: string, of = site) => {
      const { statusCode, body } = await get(path, {}, of);
      expect(body).toBe('<!doctype html><title>Tablón</title>');
      return statusCode;
    };
    for (const path of ['/tema/nadie', '/tema/A%C3%B1o', '/tema/2026_final'])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    for (const path of ['/tema/10', '/tema/no.es', '/tema/dos%20palabras', `/tema/${'a'.repeat(51)}`])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    // Every unknown path serves the app.
    expect(await statusOf('/tema/10', off)).toBe(200);
    await off.close();
  });
});

describe('the ways into the site', () => {
  const latest = async (of = site) => {
    const { statusCode, headers, body } = await get('/ultimas.json', {}, of);
    expect(headers['x-robots-tag']).toBe('noindex');
    return statusCode === 200 ? (JSON.parse(body) as { id: string; line: string }[]) : statusCode;
  };

  it('have the newest words of three people whom anybody may read', async () => {
    const [uno, dos, tres, cuatro, shy] = await site.users('Portada', 5);
    const first = await publish(uno!, { text: 'La primera' });
    const second = await publish(dos!, { text: 'Con\nrenglones   y más' });
    const third = await publish(tres!, { text: 'x'.repeat(200) });
    expect(await latest()).toEqual([
      expect.objectContaining({ id: third, uid: tres!.uid, line: 'x'.repeat(140) }),
      expect.objectContaining({ id: second, name: 'Portada 1', line: 'Con renglones y más' }),
      expect.objectContaining({ id: first, handle: expect.any(String), avatar: null }),
    ]);
    await shy!.call('setReadingChoice', { publicReading: false, indexable: false });
    await publish(shy!, { text: 'Para los de siempre' });
    await publish(cuatro!, { text: 'Perdimos la final', warning: { kind: 'spoiler' } });
    await publish(cuatro!, { poll: { options: ['Sí', 'No'], durationMinutes: 1440 } });
    await publish(uno!, { text: 'Otra mía' });
    const cold = await openSite(db, { pageFolder });
    expect(await latest(cold)).toMatchObject([{ line: 'Otra mía' }, { id: third }, { id: second }]);
    await cold.close();
    const off = await openSite(db, { pageFolder, features: [] });
    expect(await latest(off)).toBe(404);
    await off.close();
  });

  it('lose a post that is deleted and an author who may not be read any more at once', async () => {
    const [uno, dos] = await site.users('Se va', 2);
    const deletedPost = await publish(uno!, { text: 'Me arrepentí' });
    await publish(dos!, { text: 'Me escondo' });
    await site.app.http.inject({ url: '/ultimas.json' });
    await uno!.call('deletePost', { postId: deletedPost });
    const lines = async () => ((await latest()) as { line: string }[]).map(({ line }) => line);
    expect(await lines()).not.toContain('Me arrepentí');
    await dos!.call('setReadingChoice', { publicReading: false, indexable: false });
    expect(await lines()).not.toContain('Me escondo');
  });
});

const tags = new Set(
  'html head meta title link body div a img main h1 h2 article header span p time b ul ol li footer svg rect script'.split(
    ' ',
  ),
);
const attributes =
  /^(?:class|href|src|alt|title|rel|name|content|data-nosnippet|property|charset|lang|prefix|type|width|height|loading|datetime|dir|role|tabindex|aria-\w+|data-initials|media|viewbox|viewBox|preserveaspectratio|preserveAspectRatio|as|crossorigin)$/;

const web = /^(?:https?:\/\/|\/(?!\/))/;

it.each(hostileTexts)(
  'shows %j as text in every field',
  async (text) => {
    const eva = await site.user('Eva');
    const displayName = cleanLine(cutText(text, 40)) || 'x';
    await eva.call('updateProfile', { displayName, handle: '', bio: cutText(text, 200) });
    const post = {
      text: cutText(text, 2000),
      poll: { options: [cutText(text, 80), 'otra'], durationMinutes: 1440 },
    };
    const quoteOf = await publish(eva, post);
    const id = await publish(eva, { ...post, quoteOf });
    await eva.call('addComment', { postId: id, text });
    for (const path of [`/p/${id}`, `/perfil/${eva.uid}`]) {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(200);
      const all = elements(body);
      expect(all.filter(({ name }) => !tags.has(name))).toEqual([]);
      for (const { name, attributes: own } of all) {
        expect(Object.keys(own).filter((attribute) => !attributes.test(attribute))).toEqual([]);
        const addresses = [own['href'], own['src']].filter((address) => address !== undefined);
        expect(addresses.filter((address) => !web.test(address))).toEqual([]);
        expect(own['type']).toBe(
          name === 'script' ? 'application/ld+json' : name === 'link' ? own['type'] : undefined,
        );
      }
      expect(all.find(({ name }) => name === 'h1')?.text).toContain(displayName);
      expect(dataOf(body)).toBeTypeOf('object');
    }
    const { body } = await get(`/p/${id}`);
    expect(dataOf(body)['text']).toBe(cleanText(cutText(text, 2000)));
    const feed = await get(`/perfil/${eva.uid}/atom.xml`);
    const inFeed = new Set(elements(feed.body).map(({ name }) => name));
    expect(
      [...inFeed].filter(
        (name) =>
          !/^(?:\?xml|feed|id|title|updated|link|author|name|uri|entry|content|published|icon|logo)$/.test(
            name,
          ),
      ),
    ).toEqual([]);
  },
  20_000,
);

it('search engines may visit what people without an account may read', async () => {
  const { body } = await get('/robots.txt');
  expect(body.split('\n')).toEqual(expect.arrayContaining(['Allow: /p/', 'Allow: /@', 'Disallow: /']));
  const off = await openSite(db, { features: [] });
  const { body: robots } = await get('/robots.txt', {}, off);
  expect(robots).toBe(
    'User-agent: *\nAllow: /terminos\nAllow: /privacidad\nAllow: /ingresar\nAllow: /assets/\nDisallow: /\n',
  );
  await off.close();
});

it('more than 600 pages in a minute from one address are refused', async () => {
  const strict = await openSite(db, { pageFolder, rateLimits: true });
  const from = (remoteAddress: string) =>
    strict.app.http.inject({ url: `/perfil/${beto.uid}`, remoteAddress });
  for (let i = 0; i < 600; i++) expect((await from('10.0.0.9')).statusCode).toBe(200);
  const { statusCode, headers, body } = await from('10.0.0.9');
  expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  expect(body).toContain('Demasiadas visitas seguidas. Probá de nuevo en un minuto.');
  expect((await from('10.0.0.10')).statusCode).toBe(200);
  // One home or phone has all addresses of an IPv6 /64.
  for (let i = 1; i <= 600; i++) await from(`2001:db8:0:7::${i.toString(16)}`);
  expect((await from('2001:db8:0:7:ffff::1')).statusCode).toBe(429);
  expect((await from('2001:db8:0:8::1')).statusCode).toBe(200);
  await strict.close();
});
