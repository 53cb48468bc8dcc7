import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, expect, it } from 'vitest';

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

const namesIn = async (path: string) => (await readdir(join(folder, path), { recursive: true })).toSorted();

it('leaves no draft when its source fails', async () => {
  const refuse = () => Promise.reject(new Error('no video'));
  await expect(files.write('a/1', [Buffer.from('x')], refuse)).rejects.toThrow('no video');
  expect(await namesIn('')).toEqual(['.drafts']);
});

it('is listed in byte order where the name of one folder begins with that of another', async () => {
  const keys = ['users/a-b/2', 'users/a/1', 'users/a/9', 'users/a0', 'users/b/posts/1', 'users/b/posts/2'];
  for (const key of keys.toReversed()) await files.write(key, [Buffer.from('x')]);
  for (const [i, after] of ['', ...keys].entries()) {
    const keysAfter: string[] = [];
    for await (const key of files.keys('users', after)) keysAfter.push(key);
    expect(keysAfter).toEqual(keys.slice(i));
  }
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
  await files.check();
  expect(await namesIn('.drafts')).toEqual(['fresh']);
});
