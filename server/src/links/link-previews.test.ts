import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { LinkPreview } from '../../../contract/src/calls/shapes.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { jpegOf, solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { type FakeWeb, openFakeWeb, publicAddress, silentAddress } from '../../test/web/fake-web.ts';
import { badNames, forbidden } from '../../test/web/vectors.ts';

const { db } = await cloneDatabase();
let fake: FakeWeb;
let site: TestSite;
let ana: User;
let beto: User;
let now = new Date('2026-05-25T12:00:00Z');
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

beforeAll(async () => {
  fake = await openFakeWeb();
  for (const [name, addresses] of Object.entries(badNames)) fake.names.set(name, addresses);
  fake.names.set('hang.example.net', [silentAddress]);
  for (let i = 0; i < 25; i++) fake.names.set(`h${i}.hang.example.net`, [silentAddress]);
  site = await openSite(db, { web: fake.web, now: () => now });
  ana = await site.user('Ana');
  beto = await site.user('Beto');
});
afterEach(() => fake.forget());
afterAll(async () => {
  await site.close();
  await fake.close();
});

const nothing: LinkPreview = { title: null, description: null, image: null, site: null };

let pages = 0;
const fresh = (path = '') => `http://public.example/${++pages}${path}`;

async function preview(url: string, who = ana): Promise<LinkPreview> {
  return who.call('linkPreview', { url });
}

const png = await solid(1200, 600).png().toBuffer();

describe('a link preview', () => {
  it('has the page’s title and description, cut to our limits, and a re-encoded picture', async () => {
    const url = fresh();
    fake.on(
      url,
      `<meta property="og:title" content=" Gol\n de   oro ${'á'.repeat(300)}"><meta property="og:description" content="${'d'.repeat(600)}">
       <meta property="og:site_name" content="${'s'.repeat(150)}"><meta property="og:image" content="/foto.png">`,
    );
    fake.on('http://public.example/foto.png', (_, response) => response.end(png));
    const { title, description, image, site: name } = await preview(url);
    expect(title).toBe(`Gol de oro ${'á'.repeat(300)}`.slice(0, 200));
    expect([description, name]).toEqual(['d'.repeat(500), 's'.repeat(100)]);
    expect(image).toMatch(/^\/media\/previews\/[0-9a-f]{32}\.jpg$/);
    const picture = await site.app.http.inject(image ?? '');
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 800,
      height: 400,
    });
  });

  it.each([
    ['controls', '<title>a\0b\u202Ec</title>', { title: 'abc' }],
    [
      'blanks',
      '<title>   </title><meta name="description" content="algo">',
      { title: null, description: 'algo' },
    ],
    [
      'markup',
      '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>',
      { title: '<script>alert(1)</script>' },
    ],
    ['loose accents', `<title>${'e\u0301'.repeat(300)}</title>`, { title: 'é'.repeat(200) }],
    [
      'a pile of marks',
      `<title>Z${'\u0315\u0300'.repeat(100_000)}</title>`,
      { title: expect.stringMatching(/^Z.{1,16}$/u) },
    ],
  ])('treats %s as text', async (_, head, expected) => {
    const url = fresh();
    fake.on(url, head);
    expect(await preview(url)).toMatchObject(expected);
  });

  it.each([
    ['nothing', ''],
    ['no title or description', '<meta property="og:site_name" content="x">'],
  ])('is empty when the page has %s', async (_, head) => {
    const url = fresh();
    fake.on(url, head);
    expect(await preview(url)).toEqual(nothing);
  });

  it.each(['image/png', 'application/pdf', 'application/octet-stream'])('is empty for %s', async (type) => {
    const url = fresh();
    fake.on(url, (_, response) => response.writeHead(200, { 'content-type': type }).end('<title>x</title>'));
    expect(await preview(url)).toEqual(nothing);
  });

  it.each([
    'ftp://public.example/',
    'javascript:alert(1)',
    'hola',
    'http://u:p@public.example/',
    'a b',
    'http://a\\b',
  ])('is refused for %j, which is not a link', async (url) => {
    expect((await ana.ask('linkPreview', { url })).body.error).toEqual({
      code: 'invalid-argument',
      message: 'El enlace no es válido.',
    });
  });

  it('requires a session', async () => {
    expect((await site.visitor().ask('linkPreview', { url: fresh() })).status).toBe(401);
  });

  it('of a bare domain is fetched over https', async () => {
    fake.on('https://public.example/', '<title>con candado</title>');
    expect(await preview('public.example')).toMatchObject({ title: 'con candado' });
  });
});

describe('an internal address', () => {
  it.each(forbidden)('has no preview: %s %s', async (_, url) => {
    const { status, body } = await ana.ask('linkPreview', { url });
    expect(status === 200 ? body : body.error?.code).toEqual(status === 200 ? nothing : 'invalid-argument');
    expect(fake.dials).toEqual([]);
  });

  it.each(forbidden)('is not fetched as a picture: %s %s', async (_, image) => {
    const url = fresh();
    fake.on(url, `<title>x</title><meta property="og:image" content="${image.replaceAll('<', '&lt;')}">`);
    expect(await preview(url)).toMatchObject({ title: 'x', image: null });
    expect(new Set(fake.dials)).toEqual(new Set([publicAddress]));
  });

  it('reveals nothing about what it serves', async () => {
    const urls = ['http://127.0.0.1/', 'http://db.inside.example/', 'http://no-such.example.net/', fresh()];
    const answers = await Promise.all(urls.map((url) => ana.ask('linkPreview', { url })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });
});

describe('a picture', () => {
  const withPicture = (answer: Buffer | ((response: ServerResponse) => void)) => {
    const url = fresh();
    fake.on(url, `<title>x</title><meta property="og:image" content="${url}/foto">`);
    fake.on(`${url}/foto`, (_, response) => {
      if (Buffer.isBuffer(answer)) response.end(answer);
      else answer(response);
    });
    return preview(url);
  };

  it('keeps nothing of the file but the pixels', async () => {
    const jpeg = await solid(300, 200)
      .withExif({ IFD0: { Copyright: 'secreto' } })
      .jpeg()
      .toBuffer();
    const { image } = await withPicture(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]));
    const { rawPayload } = await site.app.http.inject(image ?? '');
    expect(rawPayload.includes('secreto') || rawPayload.includes('script')).toBe(false);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', () => solid(9, 9).gif().toBuffer()],
    ['a page', async () => Buffer.from('<title>no</title>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['more than 5 MB', () => jpegOf(5 * 1024 * 1024 + 1)],
    ['half a file', async () => png.subarray(0, png.length / 2)],
  ])('is left out when it is %s', async (_, make) => {
    expect(await withPicture(await make())).toEqual({ ...nothing, title: 'x' });
  });

  it('of exactly 5 MB is accepted', async () => {
    expect((await withPicture(await jpegOf(5 * 1024 * 1024))).image).not.toBeNull();
  });

  it('that hangs does not prevent the rest of the preview, within five seconds', async () => {
    const start = performance.now();
    expect(await withPicture((response) => response.writeHead(200).flushHeaders())).toEqual({
      ...nothing,
      title: 'x',
    });
    expect(performance.now() - start).toBeLessThan(5_500);
  });
});

describe('a stored preview', () => {
  it('is used for a day, for everybody and by other processes', async () => {
    const url = fresh();
    fake.on(url, '<title>ayer</title>');
    const previewRequests = [preview(url), preview(url, beto), preview(`${url}#parte`)];
    expect((await Promise.all(previewRequests)).map(({ title }) => title)).toEqual(['ayer', 'ayer', 'ayer']);
    const other = await openSite(db, { web: fake.web, now: () => now });
    const visitor = other.visitor();
    for (const [cookie, value] of ana.cookies) visitor.cookies.set(cookie, value);
    expect(await visitor.call('linkPreview', { url })).toMatchObject({ title: 'ayer' });
    await other.close();
    fake.on(url, '<title>hoy</title>');
    later(23 * 60);
    expect(await preview(url)).toMatchObject({ title: 'ayer' });
    expect(fake.requests.length).toBeLessThanOrEqual(2);
    later(61);
    expect(await preview(url)).toMatchObject({ title: 'hoy' });
  });

  it('is fetched once for concurrent requests', async () => {
    const url = fresh();
    fake.on(url, '<title>una</title>');
    const people = [ana, beto, ana, beto];
    const all = await Promise.all(people.map((who) => preview(url, who)));
    expect(new Set(all.map(({ title }) => title))).toEqual(new Set(['una']));
    expect(fake.requests).toEqual([url]);
  });

  it('of a failed page is retried after ten minutes', async () => {
    const url = fresh();
    expect(await preview(url)).toEqual(nothing);
    fake.on(url, '<title>volvió</title>');
    later(9);
    expect(await preview(url, beto)).toEqual(nothing);
    expect(fake.requests).toEqual([url]);
    later(2);
    expect(await preview(url)).toMatchObject({ title: 'volvió' });
  });

  it('stays when the page is unreachable a day later', async () => {
    const url = fresh();
    fake.on(url, '<title>queda</title>');
    await preview(url);
    fake.on(url, (_, response) => response.writeHead(503).end());
    later(25 * 60);
    expect(await preview(url)).toMatchObject({ title: 'queda' });
    expect(await preview(url)).toMatchObject({ title: 'queda' });
    later(9);
    expect(await preview(url)).toMatchObject({ title: 'queda' });
    expect(fake.requests).toEqual([url, url]);
    later(2);
    await preview(url);
    expect(fake.requests).toHaveLength(3);
  });

  it('is optional: without its table a link has no preview', async () => {
    await db.raw.query('ALTER TABLE link_previews RENAME TO mislaid');
    const { status, text } = await ana.ask('linkPreview', { url: fresh() });
    await db.raw.query('ALTER TABLE mislaid RENAME TO link_previews');
    expect([status, text]).toEqual([200, JSON.stringify(nothing)]);
  });
});

describe('pages that hang', () => {
  it('take five seconds at most, and are stored as failed', async () => {
    const url = 'http://hang.example.net/1';
    const start = performance.now();
    expect(await preview(url)).toEqual(nothing);
    expect(performance.now() - start).toBeLessThan(5_500);
    fake.forget();
    expect(await preview(url)).toEqual(nothing);
    expect(fake.dials).toEqual([]);
  });

  it('delay nobody else: neither previews nor publishing', async () => {
    const crowd = await site.users('Lento', 25);
    const host = (i: number) => `h${i % 25}.hang.example.net`;
    const typicalPublishing = async () => {
      const times: number[] = [];
      for (let i = 0; i < 40; i++) {
        const start = performance.now();
        await beto.call('publishPost', { text: `rápido ${i}` }, { 'idempotency-key': randomUUID() });
        times.push(performance.now() - start);
      }
      // The slower ones include the delays of a busy machine.
      return times.toSorted((a, b) => a - b)[8] ?? 0;
    };
    const before = await typicalPublishing();
    const hanging = Array.from({ length: 50 }, (_, i) =>
      preview(`http://${host(i)}/${i}`, crowd[i % 25] ?? ana),
    );
    while (fake.open() < 16) await new Promise((resolve) => setTimeout(resolve, 5));
    const during = await typicalPublishing();
    const open = fake.open();
    expect(new Set((await Promise.all(hanging)).map(({ title }) => title))).toEqual(new Set([null]));
    const after = await typicalPublishing();
    expect(open).toBeLessThanOrEqual(16);
    // The tolerance is a tenth, and the resolution of the clock.
    expect(during).toBeLessThan(Math.max(before, after) * 1.1 + 5);
  });

  it('of one user, with more links waiting, do not delay another user’s preview', async () => {
    const url = fresh();
    fake.on(url, '<title>enseguida</title>');
    const hanging = Array.from({ length: 6 }, (_, i) =>
      preview(`http://h${i}.hang.example.net/otra${i}`, beto),
    );
    while (fake.dials.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const start = performance.now();
    expect(await preview(url)).toMatchObject({ title: 'enseguida' });
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(fake.dials.filter((address) => address === silentAddress)).toHaveLength(1);
    await Promise.all(hanging);
  });

  it('of ten users do not delay another user’s preview', async () => {
    const crowd = await site.users('Traba', 10);
    const url = fresh();
    fake.on(url, '<title>igual</title>');
    const hanging = crowd.flatMap((who, i) =>
      [0, 1, 2].map((n) => preview(`http://h${(i * 3 + n) % 25}.hang.example.net/traba${i}-${n}`, who)),
    );
    let endCount = 0;
    for (const request of hanging) void request.finally(() => endCount++);
    while (fake.dials.length < 8) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await preview(url)).toMatchObject({ title: 'igual' });
    expect(endCount).toBe(0);
    // Requests that wait for their user's turn time out with the others.
    expect(new Set((await Promise.all(hanging)).map(({ title }) => title))).toEqual(new Set([null]));
  });

  it('are aborted when the client disconnects, which is not stored as a failure', async () => {
    const url = fresh();
    const connectionEnd = Promise.withResolvers<void>();
    fake.on(url, (request) => request.on('close', connectionEnd.resolve));
    await site.app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = site.app.http.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    socket.write(
      `GET /api/linkPreview?url=${encodeURIComponent(url)} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`,
    );
    while (fake.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    const start = performance.now();
    await connectionEnd.promise;
    expect(performance.now() - start).toBeLessThan(1_000);
    fake.on(url, '<title>ahora sí</title>');
    expect(await preview(url)).toMatchObject({ title: 'ahora sí' });
  });
});

describe('a post', () => {
  const publishAndRead = async (input: object) => {
    const { post } = await ana.call('publishPost', { text: 'miren', ...input });
    await drainJobs(db);
    return (await beto.call('getPost', { postId: post.id })).post;
  };

  it('shows the preview that we fetched, whatever the composer sends', async () => {
    const link = fresh();
    fake.on(link, '<title>de verdad</title>');
    await preview(link);
    const composerPreview = { title: 'mentira', image: 'https://evil.example/pixel.gif' };
    expect((await publishAndRead({ link, linkPreview: composerPreview })).linkPreview).toEqual({
      ...nothing,
      title: 'de verdad',
    });
  });

  it('gets its preview from a job when it was not fetched before', async () => {
    const link = fresh();
    fake.on(link, '<title>más tarde</title>');
    const composerPreview = { title: 'mentira' };
    expect((await publishAndRead({ link, linkPreview: composerPreview })).linkPreview).toMatchObject({
      title: 'más tarde',
    });
    const { rows } = await db.raw.query("SELECT link_preview->>'title' AS title FROM posts WHERE link = $1", [
      link,
    ]);
    expect(rows).toEqual([{ title: 'más tarde' }]);
  });

  it('keeps the composer’s texts, but never its picture, when the page is unreachable', async () => {
    const composerPreview = {
      title: ' un   título ',
      image: '/media/previews/0123456789abcdef0123456789abcdef.jpg',
    };
    expect((await publishAndRead({ link: fresh(), linkPreview: composerPreview })).linkPreview).toEqual({
      ...nothing,
      title: 'un título',
    });
  });

  it('edited during the fetch keeps the preview of its new link', async () => {
    const [slow, quick] = [fresh(), fresh()];
    fake.on(slow, (_, response) => {
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>vieja</title>'),
        300,
      );
    });
    fake.on(quick, '<title>nueva</title>');
    const { post } = await ana.call('publishPost', { text: 'x', link: slow });
    await ana.call('editPost', { postId: post.id, text: 'x', link: quick });
    await drainJobs(db);
    expect((await beto.call('getPost', { postId: post.id })).post.linkPreview).toMatchObject({
      title: 'nueva',
    });
  });
});
