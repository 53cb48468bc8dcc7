import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openS3Store } from '../../../test/s3-store.ts';
import { DiskFiles } from './disk-files.ts';
import type { FileStore } from './files.ts';
import { S3Files } from './s3-files.ts';

/** A store, how to age its files, and how to end it. */
type Ground = {
  files: FileStore;
  setAge: (key: string, ms: number) => Promise<void>;
  end: () => Promise<void>;
};

async function onDisk(): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'tablon-files-'));
  return {
    files: new DiskFiles(folder),
    setAge: async (key, ms) => {
      const at = new Date(Date.now() - ms);
      await utimes(join(folder, key), at, at);
    },
    end: () => rm(folder, { recursive: true }),
  };
}

async function onS3(): Promise<Ground> {
  const store = await openS3Store();
  const staging = await mkdtemp(join(tmpdir(), 'tablon-staging-'));
  const files = new S3Files(store.bucket, staging);
  return {
    files,
    setAge: store.setAge,
    end: async () => {
      await files.close();
      await store.close();
      await rm(staging, { recursive: true });
    },
  };
}

describe.each([
  ['on disk', onDisk],
  ['on S3', onS3],
])('a file %s', (_place, open) => {
  let ground: Ground;
  let files: FileStore;
  beforeAll(async () => {
    ground = await open();
    files = ground.files;
  });
  beforeEach(async () => {
    for await (const key of files.keys('')) await files.remove(key);
  });
  afterAll(() => ground.end());

  const read = async (key: string, range?: { start: number; end: number }) => {
    const file = await files.read(key, range);
    return file && { size: file.size, text: (await buffer(file.content)).toString() };
  };
  const listKeys = async (keys: AsyncIterable<string>) => {
    const all: string[] = [];
    for await (const key of keys) all.push(key);
    return all;
  };

  it('can be read under its key, whole or in part, until it is removed', async () => {
    const key = 'users/a/posts/1.jpg';
    await files.write(key, [Buffer.from('hola '), Buffer.from('mundo')]);
    expect(await files.size(key)).toBe(10);
    expect(await read(key)).toEqual({ size: 10, text: 'hola mundo' });
    expect(await read(key, { start: 5, end: 8 })).toEqual({ size: 10, text: 'mund' });
    await files.remove(key);
    expect([await files.size(key), await read(key), await files.age(key)]).toEqual([null, null, null]);
    await files.remove(key);
  });

  it('can be inspected and changed before it is published', async () => {
    const size = await files.write('a/1', [Buffer.from('secreto')], async (draft) => {
      expect(await files.size('a/1')).toBeNull();
      await draft.truncate(0);
      await draft.write(Buffer.from('PUBLICO!'), 0, 8, 0);
      return (await draft.stat()).size;
    });
    expect([size, await read('a/1')]).toEqual([8, { size: 8, text: 'PUBLICO!' }]);
  });

  it('leaves nothing when its source or inspection fails', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('the sender is gone');
    }
    await expect(files.write('a/1', broken())).rejects.toThrow('the sender is gone');
    const refuse = () => Promise.reject(new Error('no video'));
    await expect(files.write('a/1', [Buffer.from('x')], refuse)).rejects.toThrow('no video');
    expect(await listKeys(files.keys(''))).toEqual([]);
  });

  it('may be empty, and may have megabytes', async () => {
    await files.write('a/1', []);
    expect(await read('a/1')).toEqual({ size: 0, text: '' });
    const large = Buffer.alloc(5_000_000, 'tablón ');
    await files.write('a/2', [large.subarray(0, 3_000_001), large.subarray(3_000_001)]);
    const file = await files.read('a/2');
    expect((await buffer(file!.content)).equals(large)).toBe(true);
  });

  it('can be written once more with the same content', async () => {
    for (let i = 0; i < 2; i++) await files.write('a/1', [Buffer.from('x')]);
    expect(await read('a/1')).toEqual({ size: 1, text: 'x' });
  });

  it('is not a folder', async () => {
    await files.write('a/1', [Buffer.from('x')]);
    expect(await files.size('a')).toBeNull();
  });

  it('has an age, which begins again when it is renewed', async () => {
    await files.write('a/1', [Buffer.from('x')]);
    await ground.setAge('a/1', 3_600_000);
    // HTTP dates have whole seconds.
    expect(Math.abs((await files.age('a/1'))! - 3_600_000)).toBeLessThan(60_000);
    await files.renew('a/1', [Buffer.from('x')]);
    expect(await files.age('a/1')).toBeLessThan(60_000);
    expect(await read('a/1')).toEqual({ size: 1, text: 'x' });
  });

  it('is listed below its folder with its size and age', async () => {
    const keys = ['ads/c/3', 'users/a/posts/1', 'users/b/posts/22'];
    for (const key of keys.toReversed()) await files.write(key, [Buffer.from(key)]);
    await ground.setAge(keys[1]!, 7_200_000);
    const found: [string, number, number][] = [];
    for await (const { key, size, ageMs } of files.list('users'))
      found.push([key, size, Math.round(ageMs / 3_600_000)]);
    expect(found).toEqual([
      ['users/a/posts/1', 15, 2],
      ['users/b/posts/22', 16, 0],
    ]);
    for await (const { key } of files.list('nothing')) expect(key).toBe('none');
  });

  it('is listed in the order of keys, after a given one', async () => {
    // No folder's name begins with that of another: s3rver lists those in another order than S3.
    const keys = ['users/a/1', 'users/a/9', 'users/b/posts/1', 'users/b/posts/2', 'users/c0'];
    for (const key of keys.toReversed()) await files.write(key, [Buffer.from('x')]);
    const keysAfter = (after: string) => listKeys(files.keys('users', after));
    for (const [i, after] of ['', ...keys].entries()) expect(await keysAfter(after)).toEqual(keys.slice(i));
    expect(await keysAfter('users/a/5')).toEqual(keys.slice(1));
    expect(await keysAfter('zzz')).toEqual([]);
  });

  it('is in a store that can be used', async () => {
    await expect(files.check()).resolves.toBeUndefined();
  });
});
