import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { solid } from '../../test/pictures.ts';
import { openS3Store } from '../../test/s3-store.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { S3Files } from '../platform/files/s3-files.ts';
import { removeUnknownFiles } from './jobs/remove-unknown-files.ts';

const { db } = await cloneDatabase();
const store = await openS3Store();
const staging = await mkdtemp(join(tmpdir(), 'tablon-staging-'));
const files = new S3Files(store.bucket, staging);
const film = readFileSync(join(import.meta.dirname, '../../test/fixtures/tagged.webm'));
const logged: string[] = [];
let site: TestSite;
let ana: User;

beforeAll(async () => {
  site = await openSite(db, { files });
  ana = await site.user('Ana');
});
afterEach(() => store.back());
afterAll(async () => {
  await site.close();
  await files.close();
  await store.close();
  await rm(staging, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  site.app.http.inject({ url, method, headers });
const statusOf = async (url: string) => (await get(url)).statusCode;
const image = async () => solid(30, 20).png().toBuffer();
const countRows = async () => Number((await db.raw.query('SELECT count(*) FROM uploads')).rows[0].count);
const countFiles = async () => {
  let count = 0;
  for await (const key of files.keys('')) count += key === '' ? 0 : 1;
  return count;
};

describe('on a site whose files are in a bucket', () => {
  it('a video is uploaded, posted, read whole and in part, and gone with its post', async () => {
    const { body: upload } = await ana.upload('post', film);
    const { post } = await ana.call('publishPost', { media: { key: upload.key } });
    expect(post.media?.url).toBe(upload.url);

    const whole = await get(upload.url);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/webm',
      'content-length': String(whole.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    });
    const { etag } = whole.headers as { etag: string };
    const part = await get(upload.url, { range: 'bytes=100-199', 'if-range': etag });
    expect([part.statusCode, part.headers['content-range']]).toEqual([
      206,
      `bytes 100-199/${whole.rawPayload.length}`,
    ]);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(100, 200))).toBe(true);
    const end = await get(upload.url, { range: 'bytes=-10' });
    expect(end.rawPayload.equals(whole.rawPayload.subarray(-10))).toBe(true);
    const other = await get(upload.url, { range: 'bytes=100-199', 'if-range': '"other"' });
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, whole.rawPayload.length]);
    expect((await get(upload.url, { range: 'bytes=9999999-' })).statusCode).toBe(416);
    expect((await get(upload.url, { 'if-none-match': etag })).statusCode).toBe(304);
    const head = await get(upload.url, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(whole.rawPayload.length),
      0,
    ]);

    await ana.call('deletePost', { postId: post.id });
    await drainJobs(db);
    expect(await statusOf(upload.url)).toBe(404);
    expect(await files.size(upload.key)).toBeNull();
    expect(await readdir(staging)).toEqual([]);
  });

  it('a file without a row is removed after a day, by the clock of the store', async () => {
    const { body: upload } = await ana.upload('post', await image());
    const orphanKeys = ['a', 'b'].map(
      (letter) => `users/${ana.uid}/posts/1763719200000_${letter.repeat(32)}.jpg`,
    );
    for (const key of orphanKeys) await files.write(key, [Buffer.from('x')]);
    for (const key of [upload.key, orphanKeys[0]!]) await store.setAge(key, 25 * 3_600_000);
    await removeUnknownFiles({ db, files });
    expect(await Promise.all([upload.key, ...orphanKeys].map((key) => files.size(key)))).toEqual([
      expect.any(Number),
      null,
      1,
    ]);
  });
});

describe('while the store is away', () => {
  it('files are refused and read with 503, no row is written, and the rest of the site works', async () => {
    const { body: before } = await ana.upload('post', await image());
    const [rowCount, fileCount] = [await countRows(), await countFiles()];
    await store.away();
    const refusal = await ana.upload('post', await image());
    expect([refusal.status, refusal.headers['retry-after']]).toEqual([503, '30']);
    expect(refusal.body.error?.message).toMatch('Ahora no se pueden guardar ni leer archivos');
    const unread = await get(before.url);
    expect([unread.statusCode, unread.headers['cache-control']]).toEqual([503, 'no-store']);
    expect((await ana.ask('publishPost', { text: 'Sin fotos' })).status).toBe(200);
    expect([await countRows(), await readdir(staging)]).toEqual([rowCount, []]);

    await store.back();
    expect(await countFiles()).toBe(fileCount);
    expect(await statusOf(before.url)).toBe(200);
    expect((await ana.upload('post', await image())).status).toBe(200);
  });

  it('a deleted post loses its row at once and its file when the store is back', async () => {
    const { body: upload } = await ana.upload('post', await image());
    const { post } = await ana.call('publishPost', { media: { key: upload.key } });
    await store.away();
    await ana.call('deletePost', { postId: post.id });
    await drainJobs(db);
    const { rows } = await db.raw.query('SELECT 1 FROM uploads WHERE key = $1', [upload.key]);
    expect(rows).toEqual([]);
    await store.back();
    await db.raw.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE attempts > 0');
    await drainJobs(db);
    expect(await files.size(upload.key)).toBeNull();
  });
});

it('a store that hangs for ten seconds costs a 503 in that time, and no row is left without its file', async () => {
  const { body: before } = await ana.upload('post', await image());
  const rows = await countRows();
  store.hang();
  const start = performance.now();
  const [upload, read, part] = await Promise.all([
    ana.upload('post', await image()),
    get(before.url),
    get(before.url, { range: 'bytes=0-9' }),
  ]);
  expect([upload.status, read.statusCode, part.statusCode]).toEqual([503, 503, 503]);
  expect(performance.now() - start).toBeLessThan(14_000);
  expect(await countRows()).toBe(rows);
  await store.back();
  expect((await ana.upload('post', await image())).status).toBe(200);
  expect(await statusOf(before.url)).toBe(200);
});

it('wrong keys show in the answer and in the log as nothing but a failure', async () => {
  const secretAccessKey = 'una-clave-muy-secreta';
  const wrong = new S3Files({ ...store.bucket, secretAccessKey }, staging);
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const other = await openSite(db, { files: wrong, log });
  const leo = await other.user('Leo');
  const { status, text } = await leo.upload('post', await image());
  expect(status).toBe(503);
  expect(logged.join('')).toContain('SignatureDoesNotMatch');
  for (const secret of [secretAccessKey, 'Signature=', 'AWS4-HMAC']) {
    expect(text).not.toContain(secret);
    expect(logged.join('')).not.toContain(secret);
  }
  await other.close();
  await wrong.close();
});
