import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, expect, it } from 'vitest';

import { readTar, tarEnd, tarHeader, tarPadding } from './tar.ts';

const folder = await mkdtemp(join(tmpdir(), 'tablon-tar-'));
afterAll(() => rm(folder, { recursive: true }));
const deep = `media/users/01999999-9999-7999-8999-999999999999/posts/1700000000000_${'a'.repeat(32)}.webm`;
const files = { 'a.json': '{}\n', [deep]: 'x'.repeat(1025), empty: '', block: 'y'.repeat(512) };
const path = join(folder, 'a.tar');
const pieces = Object.entries(files).flatMap(([name, content]) => {
  const { length } = content;
  return [tarHeader(name, length), Buffer.from(content), tarPadding(length)];
});
await writeFile(path, Buffer.concat([...pieces, tarEnd]));

it('reads back what it wrote, also under long names', async () => {
  expect(deep.length).toBeGreaterThan(100);
  const file = await open(path);
  const found: Record<string, string> = {};
  for await (const { name, content } of readTar(file)) found[name] = await text(content());
  await file.close();
  expect(found).toEqual(files);
});

it('is understood by the tar of the system', () => {
  expect(execFileSync('tar', ['-tf', path]).toString().trim().split('\n')).toEqual(Object.keys(files));
  expect(execFileSync('tar', ['-xOf', path, deep]).toString()).toBe(files[deep]);
});

it('refuses a name that does not fit', () => {
  expect(() => tarHeader('x'.repeat(101), 0)).toThrow(RangeError);
});
