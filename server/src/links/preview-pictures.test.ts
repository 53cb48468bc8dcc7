import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { LinkPreview } from '../../../contract/src/calls/shapes.ts';
import { cloneDatabase } from '../../test/database.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { type FakeWeb, openFakeWeb } from '../../test/web/fake-web.ts';
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
const now = new Date('2026-05-25T12:00:00Z');
let fake: FakeWeb;
let site: TestSite;
let ana: User;
let beto: User;

beforeAll(async () => {
  fake = await openFakeWeb();
  site = await openSite(db, { web: fake.web, now: () => now });
  ana = await site.user('Ana');
  beto = await site.user('Beto');
});
afterEach(() => fake.forget());
afterAll(async () => {
  await site.close();
  await fake.close();
});

let pages = 0;
const fresh = () => `http://public.example/${++pages}`;

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
    const { image } = await ana.call('linkPreview', { url });
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
