import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, expect, it } from 'vitest';

import { openS3Store } from '../../../test/s3-store.ts';
import { DiskFiles } from '../../platform/files/disk-files.ts';
import { type Bytes, type FileStore, FilesUnavailable } from '../../platform/files/files.ts';
import { S3Files } from '../../platform/files/s3-files.ts';
import { copyFiles } from './copy-files.ts';

const ground = await mkdtemp(join(tmpdir(), 'tablon-copy-'));
const store = await openS3Store();
const disk = new DiskFiles(join(ground, 'media'));
const bucket = new S3Files(store.bucket, join(ground, 'staging'));
afterAll(async () => {
  await bucket.close();
  await store.close();
  await rm(ground, { recursive: true });
});

const uid = '019a0000-0000-7000-8000-000000000001';
const keys = Array.from(
  { length: 60 },
  (_, i) => `users/${uid}/posts/17637192000${String(i).padStart(2, '0')}_${'a'.repeat(32)}.jpg`,
);
const noReport = () => {};
const textOf = async (files: DiskFiles | S3Files, key: string) =>
  (await buffer((await files.read(key))!.content)).toString();

it('a copy that failed midway goes on where it was, replaces parts, and leaves other files alone', async () => {
  for (const key of keys) await disk.write(key, [Buffer.from(`archivo ${key}`)]);
  await disk.write('assets/app.js', [Buffer.from('x')]);
  let writes = 0;
  const breaking = {
    list: (folder: string) => bucket.list(folder),
    write: async (key: string, source: Bytes) => {
      if (++writes === 20) await store.away();
      return bucket.write(key, source);
    },
  } as FileStore;
  await expect(copyFiles(disk, breaking, noReport)).rejects.toThrow(FilesUnavailable);
  await store.back();
  // As left by a store that does not write all or nothing.
  await store.put([keys[0]!]);

  const second = await copyFiles(disk, bucket, noReport);
  expect(second.files + second.present).toBe(keys.length);
  expect(second.present).toBeGreaterThan(5);
  expect(second.files).toBeGreaterThan(30);
  for (const key of keys) expect(await textOf(bucket, key)).toBe(`archivo ${key}`);
  expect(await bucket.size('assets/app.js')).toBeNull();
  expect(await copyFiles(disk, bucket, noReport)).toEqual({ files: 0, bytes: 0, present: keys.length });

  const back = new DiskFiles(join(ground, 'pulled'));
  const pulled = await copyFiles(bucket, back, noReport);
  expect(pulled).toMatchObject({ files: keys.length, present: 0, bytes: 60 * `archivo ${keys[0]}`.length });
  expect(await textOf(back, keys[59]!)).toBe(`archivo ${keys[59]}`);
});
