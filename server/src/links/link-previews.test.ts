import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { LinkPreview } from '../../../contract/src/calls/shapes.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { jpegOf, solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { type FakeWeb, openFakeWeb, publicAddress, silentAddress } from '../../test/web/fake-web.ts';
import { badNames, forbidden } from '../../test/web/vectors.ts';
import { writesOn } from '../../test/writes.ts';
import { MemoryRateLimiter } from '../platform/concurrency/rate-limiter.ts';
import { SharedWork } from '../platform/concurrency/shared-work.ts';
import { DiskFiles } from '../platform/files/disk-files.ts';
import { type Bytes, FilesUnavailable } from '../platform/files/files.ts';
import { attachLinkPreview } from '../posts/jobs/attach-link-preview.ts';
import { LinkPreviews } from './actions/link-previews.ts';
import { removeOldPreviews } from './jobs/remove-old-previews.ts';
import { removePreviewPictures } from './jobs/remove-preview-pictures.ts';

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

describe('the room for pictures', () => {
  const folderBytes = async (folder: string) => {
    const names = await readdir(join(folder, 'previews'));
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(join(folder, 'previews', name))).size),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  /** The pictures compress badly: nearly 400 KB each as stored. */
  const noise = sharp({
    create: {
      width: 900,
      height: 800,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .raw()
    .toBuffer();
  const noisy = async () => {
    const url = fresh();
    const picture = sharp(await noise, { raw: { width: 900, height: 800, channels: 3 } });
    const bytes = await picture
      .extract({ left: pages % 100, top: 0, width: 800, height: 800 })
      .jpeg()
      .toBuffer();
    fake.on(url, `<title>ruido</title><meta property="og:image" content="${url}/i">`);
    fake.on(`${url}/i`, (_, response) => response.end(bytes));
    return url;
  };
  /** These previews have a clock and a folder of their own. */
  const previewsWith = async (room: { ofUser: number; ofSite: number }) => {
    await db.raw.query('DELETE FROM preview_pictures');
    const folder = await mkdtemp(join(tmpdir(), 'tablon-previews-'));
    const files = new DiskFiles(folder);
    // The clock is in the future, so that the queue, on the database's clock, does not run the jobs.
    const clock = { now: Date.parse('2100-01-01T12:00:00Z') };
    const limiter = new MemoryRateLimiter(() => clock.now);
    const openProcess = () =>
      new LinkPreviews({ db, files, web: fake.web, limiter, now: () => new Date(clock.now), room });
    const previews = openProcess();
    const find = (link: string, { uid } = ana, process = previews) => {
      clock.now += 1_000;
      return process.find(link, { uid, signal: new AbortController().signal });
    };
    return { folder, files, clock, previews, openProcess, find };
  };

  const keyOf = (preview: LinkPreview | null) => preview?.image?.slice('/media/'.length) ?? '';

  it('of one user is limited per day, and other users’ is not affected', async () => {
    const { folder, clock, previews, find } = await previewsWith({ ofUser: 1_000_000, ofSite: 1e9 });
    expect((await find(await noisy()))?.image).toMatch(/previews/);
    expect((await find(await noisy()))?.image).toMatch(/previews/);
    const third = await noisy();
    expect(await find(third)).toBeNull();
    expect(await folderBytes(folder)).toBeLessThan(1_000_000);
    // A refusal for one user says nothing about the page.
    expect((await find(third, beto))?.image).toMatch(/previews/);
    // Publishing does not get around the limit: the job counts for the post's author.
    const { post } = await ana.call('publishPost', { text: 'x' });
    const link = await noisy();
    await db.raw.query('UPDATE posts SET link = $2 WHERE id = $1', [post.id, link]);
    await attachLinkPreview({ ...writesOn(db), linkPreviews: previews }, { postId: post.id, link });
    expect((await db.raw.query('SELECT link_preview FROM posts WHERE id = $1', [post.id])).rows).toEqual([
      { link_preview: null },
    ]);
    clock.now += 24 * 3_600_000;
    expect((await find(link))?.image).toMatch(/previews/);
    await rm(folder, { recursive: true });
  });

  it('of one user that is exhausted does not take the preview from others who wait for the same page', async () => {
    const { folder, find } = await previewsWith({ ofUser: 1_000_000, ofSite: 1e9 });
    await find(await noisy());
    await find(await noisy());
    const link = await noisy();
    const release = Promise.withResolvers<void>();
    fake.on(link, (_, response) => {
      const html = `<meta property="og:image" content="${link}/i">`;
      void release.promise.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
    });
    const joins = vi.spyOn(SharedWork.prototype, 'run');
    const ofAna = find(link);
    await vi.waitFor(() => expect(fake.requests).toContain(link));
    const ofBeto = find(link, beto);
    await vi.waitFor(() => expect(joins).toHaveBeenCalledTimes(2));
    joins.mockRestore();
    release.resolve();
    expect(await ofAna).toBeNull();
    expect((await ofBeto)?.image).toMatch(/previews/);
    expect(fake.requests.filter((url) => url === link)).toHaveLength(2);
    await rm(folder, { recursive: true });
  });

  it('of the site keeps the newest pictures, and those that posts show', async () => {
    const { folder, files, clock, find } = await previewsWith({ ofUser: 1e9, ofSite: 1_300_000 });
    const hasFile = async (url: string | null | undefined) =>
      url ? (await files.size(url.slice('/media/'.length))) !== null : null;

    const first = await noisy();
    const card = await find(first);
    await ana.call('publishPost', { text: 'x', link: first });
    const second = await noisy();
    const oldest = await find(second);
    // Recent pictures are protected, since a post with one may be about to be published.
    const young: (LinkPreview | null)[] = [];
    for (let i = 0; i < 3; i++) young.push(await find(await noisy()));
    expect(young.map((preview) => preview !== null)).toEqual([true, false, false]);
    expect(await folderBytes(folder)).toBeLessThan(1_300_000);

    clock.now += 61 * 60_000;
    // The first one takes the room of the published picture, which no longer counts.
    await find(await noisy());
    const newest = await find(await noisy());
    expect(newest?.image).toMatch(/previews/);
    const { rows } = await db.raw.query(
      `SELECT run_at, payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE identifier = 'remove-preview-pictures'`,
    );
    expect(rows.map(({ run_at }) => run_at.getTime() - clock.now)).toEqual([600_000]);
    await removePreviewPictures({ db, files }, rows[0].payload);
    expect(await Promise.all([card, oldest, newest].map((preview) => hasFile(preview?.image)))).toEqual([
      true,
      false,
      true,
    ]);
    // The page is fetched again, instead of showing a deleted picture.
    const again = await find(second);
    expect([again?.image, await hasFile(again?.image)]).toEqual([oldest?.image, true]);
    await rm(folder, { recursive: true });
  });

  it('of the site is made by one process, and the others show no deleted picture for long', async () => {
    const { folder, files, clock, openProcess, find } = await previewsWith({ ofUser: 1e9, ofSite: 900_000 });
    const other = openProcess();
    const link = await noisy();
    const key = keyOf(await find(link, ana, other));
    clock.now += 61 * 60_000;
    await find(link, ana, other);
    expect(fake.requests.filter((url) => url === link)).toHaveLength(1);
    await find(await noisy());
    await find(await noisy());
    clock.now += 9 * 60_000;
    const laterPreview = await find(link, ana, other);
    expect(fake.requests.filter((url) => url === link)).toHaveLength(2);
    await removePreviewPictures({ db, files }, { keys: [key] });
    expect(await files.size(keyOf(laterPreview))).not.toBeNull();
    await rm(folder, { recursive: true });
  });

  it('of deleted pictures includes none that a page took into use while the others were deleted', async () => {
    const { folder, files, openProcess, find } = await previewsWith({ ofUser: 1e9, ofSite: 1e9 });
    const links = [await noisy(), await noisy()] as const;
    const keys: string[] = [];
    for (const link of links) keys.push(keyOf(await find(link)));
    await db.raw.query('DELETE FROM link_previews WHERE image_key = ANY($1)', [keys]);
    const [begin, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slowFiles = new DiskFiles(folder);
    slowFiles.remove = async (key) => {
      begin.resolve();
      await resume.promise;
      await files.remove(key);
    };
    const removal = removePreviewPictures({ db, files: slowFiles }, { keys });
    await begin.promise;
    const meanwhile = openProcess();
    for (const link of links) expect((await find(link, ana, meanwhile))?.image).toMatch(/previews/);
    resume.resolve();
    await removal;
    const sizes = () => Promise.all(keys.map((key) => files.size(key)));
    expect(await sizes()).toEqual([null, expect.any(Number)]);
    // The page of the picture whose deletion had begun is fetched again.
    const later = openProcess();
    for (const link of links) expect((await find(link, ana, later))?.image).toMatch(/previews/);
    expect(await sizes()).toEqual([expect.any(Number), expect.any(Number)]);
    await rm(folder, { recursive: true });
  });

  it('a picture that is deleted while its page is being saved is not shown', async () => {
    const { folder, files, openProcess, find } = await previewsWith({ ofUser: 1e9, ofSite: 1e9 });
    const link = await noisy();
    const key = keyOf(await find(link));
    await db.raw.query('DELETE FROM link_previews WHERE image_key = $1', [key]);
    const other = openProcess();
    const size = files.size.bind(files);
    files.size = async (asked) => {
      files.size = size;
      const bytes = await size(asked);
      await removePreviewPictures({ db, files }, { keys: [asked] });
      return bytes;
    };
    expect(await find(link, ana, other)).toBeNull();
    expect(keyOf(await find(link, ana, other))).toBe(key);
    expect(await files.size(key)).not.toBeNull();
    await rm(folder, { recursive: true });
  });

  it('a preview is found although the files become unavailable after its picture is stored', async () => {
    const { folder, files, find } = await previewsWith({ ofUser: 1e9, ofSite: 1e9 });
    const write = files.write.bind(files) as (key: string, source: Bytes) => Promise<void>;
    files.write = async (key: string, source: Bytes) => {
      await write(key, source);
      files.size = () => Promise.reject(new FilesUnavailable('gone'));
    };
    expect((await find(await noisy()))?.image).toMatch(/previews/);
    await rm(folder, { recursive: true });
  });
});

it('after thirty days previews that no post shows are deleted, row and picture', async () => {
  const files = new DiskFiles(site.mediaFolder);
  const picture = async (background: string) => {
    const url = fresh();
    const bytes = await solid(80, 40, background).png().toBuffer();
    fake.on(url, `<title>x</title><meta property="og:image" content="${url}/i">`);
    fake.on(`${url}/i`, (_, response) => response.end(bytes));
    const { image } = await preview(url);
    return { url, image: image ?? '' };
  };
  const [inPost, old, young] = [await picture('#010203'), await picture('#040506'), await picture('#070809')];
  await ana.call('publishPost', { text: 'x', link: inPost.url });
  const longAgo = new Date(now.getTime() - 31 * 86_400_000);
  for (const { image } of [inPost, old])
    await utimes(join(site.mediaFolder, image.slice('/media/'.length)), longAgo, longAgo);
  await db.raw.query('UPDATE link_previews SET fetched_at = $1 WHERE image_key = ANY($2)', [
    longAgo,
    [inPost, old].map(({ image }) => image.slice('/media/'.length)),
  ]);
  const filesExist = async () => {
    const names = new Set(await readdir(join(site.mediaFolder, 'previews')));
    return [inPost, old, young].map(({ image }) => names.has(image.slice('/media/previews/'.length)));
  };
  await removeOldPreviews({ db, files, now: () => now });
  // A picture outlives its row by a day, since a post with it may be about to be published.
  expect(await filesExist()).toEqual([true, true, true]);
  await removeOldPreviews({ db, files, now: () => now });
  expect(await filesExist()).toEqual([true, false, true]);
  expect((await site.app.http.inject(inPost.image)).statusCode).toBe(200);
});
