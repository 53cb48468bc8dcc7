import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readLines } from './read-lines.ts';

describe('the lines of a file', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablon-lines-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function linesOf(text: string, maxBytes: number) {
    const path = join(folder, 'lines');
    await writeFile(path, text);
    return allOf(readLines(path, maxBytes));
  }

  it('come in their order, the last with or without an end', async () => {
    expect(await linesOf('uno\n\ndós\r\ntres', 100)).toEqual(['uno', '', 'dós\r', 'tres']);
    expect(await linesOf('uno\n', 100)).toEqual(['uno']);
    expect(await linesOf('', 100)).toEqual([]);
  });

  it('are whole across the chunks of the file', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => 'ñ'.repeat(n * 1_331));
    expect(await linesOf(lines.join('\n'), 200_000)).toEqual(lines);
  });

  it('are null beyond the limit in bytes, and the next ones are read', async () => {
    expect(await linesOf(`${'a'.repeat(10)}\n${'ñ'.repeat(6)}\nb\n${'c'.repeat(3_000_000)}`, 10)).toEqual([
      'a'.repeat(10),
      null,
      'b',
      null,
    ]);
  });

  it('take little memory when one is very long', async () => {
    const path = join(folder, 'zeros');
    const file = await open(path, 'w');
    // Sparse: it takes no room on the disk.
    await file.truncate(128 * 1_048_576);
    await file.close();
    const before = process.memoryUsage().arrayBuffers;
    expect(await allOf(readLines(path, 1_000))).toEqual([null]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1_048_576);
  });
});

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
