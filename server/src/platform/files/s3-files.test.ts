import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { openS3Store } from '../../../test/s3-store.ts';
import { FilesUnavailable } from './files.ts';
import type { S3Bucket, S3Limits } from './s3-client.ts';
import { S3Files } from './s3-files.ts';
import { parseListPage } from './s3-list.ts';

const store = await openS3Store();
const staging = await mkdtemp(join(tmpdir(), 'tablon-staging-'));
const allFiles: S3Files[] = [];
const open = (more: Partial<S3Bucket> = {}, limits?: S3Limits) => {
  const files = new S3Files({ ...store.bucket, ...more }, staging, limits);
  allFiles.push(files);
  return files;
};
const files = open();
afterEach(() => store.back());
afterAll(async () => {
  for (const files of allFiles) await files.close();
  await store.close();
  await rm(staging, { recursive: true });
});

const secretAccessKey = 'una-clave-muy-secreta';
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('a file in a bucket', () => {
  it('has its type and is cached forever', async () => {
    await files.write('previews/0.jpg', [Buffer.from('x')]);
    const { headers } = await fetch(`${store.bucket.endpoint}/tablon/previews/0.jpg`);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('is listed over many pages', async () => {
    const keys = Array.from({ length: 1_020 }, (_, i) => `many/${String(i).padStart(5, '0')}`);
    await store.put(keys);
    const listedKeys: string[] = [];
    for await (const key of files.keys('many')) listedKeys.push(key);
    expect(listedKeys).toEqual(keys);
  });

  it.each(['obeyed', 'refused'] as const)(
    'is written once, where the condition is %s, and replaced where it is only a part',
    async (condition) => {
      const other = await openS3Store(condition);
      const otherFiles = open(other.bucket);
      for (let i = 0; i < 2; i++) await otherFiles.write('a/1', [Buffer.from('entero')]);
      await other.put(['a/2']);
      await otherFiles.write('a/2', [Buffer.from('entero')]);
      for (const key of ['a/1', 'a/2'])
        expect((await buffer((await otherFiles.read(key))!.content)).toString()).toBe('entero');
      await otherFiles.close();
      await other.close();
    },
  );
});

it('slow readers leave room for uploads, removals and lists, and other reads are refused', async () => {
  const few = open({}, { reads: 2, requests: 3 });
  await few.write('slow/1', [Buffer.alloc(1_000_000)]);
  expect(few.isCrowded).toBe(false);
  const slowReads = [await few.read('slow/1'), await few.read('slow/1')];
  expect(few.isCrowded).toBe(true);
  await expect(few.read('slow/1')).rejects.toThrow(FilesUnavailable);
  await few.write('slow/2', [Buffer.from('x')]);
  expect(await few.size('slow/2')).toBe(1);
  await expect(few.check()).resolves.toBeUndefined();
  await few.remove('slow/2');
  for (const slowRead of slowReads) slowRead?.content.destroy();
  await vi.waitFor(() => expect(few.isCrowded).toBe(false));
  await buffer((await few.read('slow/1'))!.content);
});

describe('a store', () => {
  it('that refuses connections fails soon, and leaves no draft', async () => {
    await store.away();
    const startedAt = performance.now();
    await expect(files.write('a/1', [Buffer.from('x')])).rejects.toThrow(FilesUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await expect(files.check()).rejects.toMatchObject({ cause: { message: /ECONNREFUSED/ } });
    expect(await readdir(staging)).toEqual([]);
  });

  it('that is away for half a second is waited for', async () => {
    await store.away();
    const writing = files.write('a/3', [Buffer.from('x')]);
    setTimeout(() => void store.back(), 500);
    await writing;
    expect(await files.size('a/3')).toBe(1);
  });

  it('that refuses the keys is asked once, and the failure shows no secret', async () => {
    for (const wrong of [{ secretAccessKey }, { accessKeyId: secretAccessKey }]) {
      const before = store.countRequests();
      const failure = await failureOf(open(wrong).check());
      expect(store.countRequests() - before).toBe(1);
      expect(failure).toMatchObject({ cause: { message: /was answered 403 \w+$/ } });
      expect(inspect(failure, { depth: 9 })).not.toContain(secretAccessKey);
    }
  });

  it('without the bucket is not taken for one without the file', async () => {
    const wrong = open({ bucket: 'otro' });
    await expect(wrong.read('a/1')).rejects.toMatchObject({ cause: { message: /404 NoSuchBucket/ } });
    await expect(wrong.check()).rejects.toThrow(FilesUnavailable);
  });
});

// They wait for ten seconds each, each with a store of its own.
describe.concurrent('a store', () => {
  it('that never answers fails within ten seconds, whatever is asked', async () => {
    const silent = await openS3Store();
    const silentFiles = open(silent.bucket);
    silent.hang();
    const startedAt = performance.now();
    const requests = [
      silentFiles.write('a/4', [Buffer.alloc(2_000_000)]),
      silentFiles.read('a/4'),
      silentFiles.size('a/4'),
      silentFiles.remove('a/4'),
      silentFiles.keys('a')[Symbol.asyncIterator]().next(),
    ];
    for (const failure of await Promise.all(requests.map(failureOf)))
      expect(failure).toBeInstanceOf(FilesUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(13_000);
    await silent.close();
  });

  it('that stops in the middle of a file ends the read', async () => {
    const stalled = await openS3Store();
    const stalledFiles = open(stalled.bucket);
    await stalledFiles.write('a/5', [Buffer.alloc(20_000_000)]);
    const { content } = (await stalledFiles.read('a/5'))!;
    content.once('data', () => stalled.stall());
    await expect(buffer(content)).rejects.toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' });
    await stalled.close();
  });
});

describe('a list', () => {
  const file =
    '<Contents><Key>a&amp;b</Key><Size>3</Size><LastModified>2026-11-22T00:00:00.000Z</LastModified></Contents>';
  const list = (inner: string) =>
    `<?xml version="1.0"?><ListBucketResult xmlns="x">${inner}</ListBucketResult>`;

  it('has files and the next page', () => {
    const files = [{ key: 'a&b', size: 3, writtenAt: Date.UTC(2026, 10, 22) }];
    expect(parseListPage(list(`<IsTruncated>true</IsTruncated>${file}`))).toEqual({ files, next: 'a&b' });
    expect(parseListPage(list(`<IsTruncated>false</IsTruncated>${file}`))).toEqual({ files, next: null });
  });

  it('that broke off, or is none, is refused', () => {
    expect(parseListPage(list(file).slice(0, -5))).toBeNull();
    expect(parseListPage('<html></html>')).toBeNull();
    expect(parseListPage(list('<Contents><Key>a</Key></Contents>'))).toBeNull();
    expect(parseListPage(list('<IsTruncated>true</IsTruncated>'))).toBeNull();
  });
});
