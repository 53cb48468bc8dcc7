import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { pack } from 'tar-stream';
import { afterAll, expect, it } from 'vitest';

import { Archive, ArchiveWriter } from './archive.ts';
import { sealOf } from './seal.ts';

const folder = await mkdtemp(join(tmpdir(), 'tablon-archive-'));
afterAll(() => rm(folder, { recursive: true }));
const deep = `media/users/01999999-9999-7999-8999-999999999999/posts/1700000000000_${'a'.repeat(32)}.webm`;
const files = {
  'a.json': '{}\n',
  'rows/one/1': 'uno',
  'rows/two/1': '',
  'rows/two/2': 'x'.repeat(512),
  [deep]: 'y'.repeat(1025),
  'z.json': '{"z":1}',
};
const path = join(folder, 'a.tar');
const writer = await ArchiveWriter.create(path);
for (const [name, content] of Object.entries(files)) await writer.add(name, Buffer.from(content));
const size = await writer.finish();

async function filesBelow(prefix: string, from = path): Promise<Record<string, string>> {
  const archive = await Archive.open(from);
  const contents: Record<string, string> = {};
  for await (const { name, content } of archive.entriesUnder(prefix)) contents[name] = await text(content());
  await archive.close();
  return contents;
}

it('an archive reads back what was written, also under long names', async () => {
  expect(deep.length).toBeGreaterThan(100);
  expect((await readFile(path)).length).toBe(size);
  expect(await filesBelow('rows/two/')).toEqual({ 'rows/two/1': '', 'rows/two/2': 'x'.repeat(512) });
  expect(Object.keys(await filesBelow('rows/'))).toEqual(['rows/one/1', 'rows/two/1', 'rows/two/2']);
  expect(await filesBelow('media/')).toEqual({ [deep]: files[deep] });
  expect(await filesBelow('nothing/')).toEqual({});
  const archive = await Archive.open(path);
  expect(String(await archive.small('z.json'))).toBe('{"z":1}');
  expect(await archive.small('z')).toBeNull();
  await archive.close();
});

it('a file that is not read is skipped', async () => {
  const archive = await Archive.open(path);
  const names: string[] = [];
  for await (const { name } of archive.entriesUnder('rows/')) names.push(name);
  await archive.close();
  expect(names).toEqual(['rows/one/1', 'rows/two/1', 'rows/two/2']);
});

it('the system’s tar can read an archive', () => {
  expect(execFileSync('tar', ['-tf', path]).toString().trim().split('\n')).toEqual([
    ...Object.keys(files),
    'SHA256',
  ]);
  expect(execFileSync('tar', ['-xOf', path, deep]).toString()).toBe(files[deep]);
});

it('an archive of the program’s first version can be read', async () => {
  const archiveBytes =
    'H4sIAAAAAAACA+3Wz2oCMRAG8Jx9iuJd95ts/kx66613H6Bkkyy0oBajtFD67tIFQezBk1uXzu8wk+SSQ/jCxOVb3W7UTQGA' +
    'A4aO3x2gs/Vw7tF69QA1gkPdx53CKHfdoa95nD/S90yJf+lQy642oDBYDMX/FD5tT5r3bd3XhvxZVF/iFcuP0q2v5J+ovci/' +
    'ttboied/XfJrvP/3/xTiBuRnnYbV85O27m/nPwJdzH/Oasj8N4ZeR9O5zifWrLPO2SYTHHxOPVPJqaXCPrDps0FBDmwijOPE' +
    'pc9dCV4GRyGEmKYj2Q/U+wASAAA=';
  const first = join(folder, 'first.tar');
  await writeFile(first, gunzipSync(Buffer.from(archiveBytes, 'base64')));
  expect(await filesBelow('media/', first)).toEqual({ [deep]: 'x'.repeat(600) });
});

it('a file with more or fewer bytes than declared fails', async () => {
  for (const announced of [3, 5]) {
    const wrong = await ArchiveWriter.create(join(folder, 'wrong.tar'));
    await expect(wrong.addStream('a', announced, [Buffer.from('cuatro'.slice(0, 4))])).rejects.toThrow(
      'Size mismatch',
    );
    await expect(wrong.add('b', Buffer.from('b'))).rejects.toThrow('already finalized or destroyed');
    await wrong.discard();
  }
});

it('on a full disk it fails with the reason, and leaves no draft', async () => {
  const target = join(folder, 'full.tar');
  await symlink('/dev/full', `${target}.partial`);
  const full = await ArchiveWriter.create(target);
  const addUntilFailure = async () => {
    for (let i = 0; i < 1_000; i += 1) await full.add(`rows/${i}`, Buffer.alloc(4_096));
  };
  await expect(addUntilFailure()).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(full.add('rows/later', Buffer.alloc(4_096))).rejects.toMatchObject({ code: 'ENOSPC' });
  await full.discard();
  expect(await readdir(folder)).not.toContain('full.tar.partial');
});

it('a sealed file that is not a tar archive, or has too many folders, is refused', async () => {
  const sealBytesOf = async (bytes: Buffer) => {
    const other = join(folder, 'other.tar');
    const seal = await sealOf(createHash('sha256').update(bytes).digest('hex'));
    await writeFile(other, [bytes, seal]);
    return Archive.open(other);
  };
  await expect(sealBytesOf(Buffer.alloc(5_000, 'x'))).rejects.toThrow(/is not a tar archive\.$/);
  await expect(sealBytesOf((await readFile(path)).subarray(0, 700))).rejects.toThrow(
    /is not a tar archive\.$/,
  );
  const folders = pack();
  for (let i = 0; i < 10_100; i++) folders.entry({ name: `${i}/x` }, '');
  folders.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of folders as AsyncIterable<Buffer>) pieces.push(piece);
  await expect(sealBytesOf(Buffer.concat(pieces))).rejects.toThrow(/is not a tar archive\.$/);
});
