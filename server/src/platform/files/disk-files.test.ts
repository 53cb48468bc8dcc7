import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { DiskFiles } from './disk-files.ts';
import { FilesUnavailable } from './files.ts';

const ground = await mkdtemp(join(tmpdir(), 'tablon-files-'));
afterAll(() => rm(ground, { recursive: true }));

let folder: string;
let files: DiskFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(ground, 'media-'));
  files = new DiskFiles(folder);
});

const read = async (key: string, range?: { start: number; end: number }) => {
  const stream = await files.read(key, range);
  return stream && (await buffer(stream)).toString();
};
const namesIn = async (path: string) => (await readdir(join(folder, path), { recursive: true })).toSorted();

describe('a file', () => {
  it('can be read under its key, whole or in part, until it is removed', async () => {
    await files.write('users/a/posts/1.jpg', [Buffer.from('hola '), Buffer.from('mundo')]);
    expect(await files.size('users/a/posts/1.jpg')).toBe(10);
    expect(await read('users/a/posts/1.jpg')).toBe('hola mundo');
    expect(await read('users/a/posts/1.jpg', { start: 5, end: 8 })).toBe('mund');
    await files.remove('users/a/posts/1.jpg');
    expect([await files.size('users/a/posts/1.jpg'), await read('users/a/posts/1.jpg')]).toEqual([
      null,
      null,
    ]);
    await files.remove('users/a/posts/1.jpg');
  });

  it('can be inspected and changed before it is published', async () => {
    const size = await files.write('a/1', [Buffer.from('secreto')], async (draft) => {
      expect(await files.size('a/1')).toBeNull();
      await draft.write(Buffer.from('SEC'), 0, 3, 0);
      return (await draft.stat()).size;
    });
    expect([size, await read('a/1')]).toEqual([7, 'SECreto']);
  });

  it('leaves nothing when its source or inspection fails', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('the sender is gone');
    }
    await expect(files.write('a/1', broken())).rejects.toThrow('the sender is gone');
    const refuse = () => Promise.reject(new Error('no video'));
    await expect(files.write('a/1', [Buffer.from('x')], refuse)).rejects.toThrow('no video');
    expect(await namesIn('')).toEqual(['.drafts']);
  });

  it('is not a folder', async () => {
    await files.write('a/1', [Buffer.from('x')]);
    expect(await files.size('a')).toBeNull();
  });
});

it('is listed below its folder', async () => {
  const keys = ['users/a/posts/1', 'users/b/posts/2', 'ads/c/3'];
  const at = new Date('2026-11-21T12:00:00Z');
  for (const key of keys) {
    await files.write(key, [Buffer.from(key)]);
    await utimes(join(folder, key), at, at);
  }
  const listed: string[] = [];
  for await (const { key, writtenAt } of files.list('users')) {
    expect(writtenAt).toEqual(at);
    listed.push(key);
  }
  expect(listed.toSorted()).toEqual(['users/a/posts/1', 'users/b/posts/2']);
  for await (const { key } of files.list('nothing')) expect(key).toBe('none');
});

it('is listed in the order of keys, after a given one', async () => {
  const keys = ['users/a-b/2', 'users/a/1', 'users/a/9', 'users/a0', 'users/b/posts/1', 'users/b/posts/2'];
  for (const key of keys.toReversed()) await files.write(key, [Buffer.from('x')]);
  const keysAfter = async (after: string) => {
    const listed: string[] = [];
    for await (const key of files.keys('users', after)) listed.push(key);
    return listed;
  };
  for (const [i, after] of ['', ...keys].entries()) expect(await keysAfter(after)).toEqual(keys.slice(i));
  expect(await keysAfter('users/a/5')).toEqual(keys.slice(2));
  expect(await keysAfter('zzz')).toEqual([]);
});

it('fails with FilesUnavailable when the folder cannot be used', async () => {
  const path = join(ground, 'a file, no folder');
  await writeFile(path, '');
  const nowhere = new DiskFiles(path);
  await expect(nowhere.write('a/1', [Buffer.from('x')])).rejects.toThrow(FilesUnavailable);
  expect(await nowhere.size('a/1')).toBeNull();
  await writeFile(join(folder, 'a'), '');
  await expect(files.write('a/1', [Buffer.from('x')])).rejects.toThrow(FilesUnavailable);
  expect(await namesIn('.drafts')).toEqual([]);
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('');
});

it('drafts of killed processes are removed, those still being written are not', async () => {
  await files.write('a/1', [Buffer.from('x')]);
  const [old, fresh] = [join(folder, '.drafts/old'), join(folder, '.drafts/fresh')];
  await writeFile(old, '');
  await writeFile(fresh, '');
  const before = new Date(Date.now() - 2 * 3_600_000);
  await utimes(old, before, before);
  await utimes(fresh, new Date(), new Date());
  await files.removeAbandonedDrafts();
  expect(await namesIn('.drafts')).toEqual(['fresh']);
});
