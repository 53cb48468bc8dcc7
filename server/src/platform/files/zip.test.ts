import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { zipOf, type ZipEntry } from './zip.ts';

const at = new Date('2026-11-21T12:00:00Z');
const fileBytes = 5_000_000;
/** The streams between source and reader may buffer this much together. */
const bufferedMax = 1_000_000;

/** Eight files of 5 MB, which count reads, opens and ends. */
function source({ compress = false } = {}) {
  const counts = { opens: 0, open: 0, bytesRead: 0, isOver: false };
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (let i = 0; i < 8; i++) {
        counts.opens++;
        counts.open++;
        const content = Readable.from(bytes(), { objectMode: false });
        content.on('close', () => counts.open--);
        yield { name: `${i}.bin`, content, at, compress };
      }
    } finally {
      counts.isOver = true;
    }
  }
  function* bytes(): Generator<Buffer> {
    for (let offset = 0; offset < fileBytes; offset += 50_000) {
      counts.bytesRead += 50_000;
      yield Buffer.alloc(50_000, 7);
    }
  }
  return { counts, entries };
}

test('nothing is generated ahead of the reader, and one file is open at a time', async () => {
  const { counts, entries } = source();
  const archive = zipOf(entries());
  await pause(50);
  expect(counts.opens).toBe(1);
  expect(counts.bytesRead).toBeLessThan(bufferedMax);
  let archiveBytes = 0;
  for await (const chunk of archive as AsyncIterable<Buffer>) {
    archiveBytes += chunk.length;
    expect(counts.bytesRead - archiveBytes).toBeLessThan(bufferedMax);
    expect(counts.open).toBeLessThanOrEqual(1);
  }
  expect(counts).toMatchObject({ opens: 8, open: 0, bytesRead: 8 * fileBytes, isOver: true });
  expect(archiveBytes).toBeGreaterThan(8 * fileBytes);
});

test('a reader that leaves closes the files and their source', async () => {
  const { counts, entries } = source();
  const archive = zipOf(entries());
  await once(archive, 'readable');
  archive.destroy();
  await expect.poll(() => counts).toMatchObject({ opens: 1, open: 0, isOver: true });
  expect(counts.bytesRead).toBeLessThan(bufferedMax);
});

test.each(['in a file', 'between two'])('a failure %s fails the archive', async (where) => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    const content = Readable.from(
      (function* () {
        yield 'a';
        if (where === 'in a file') throw new Error('broken');
      })(),
    );
    yield { name: 'a.txt', content, at, compress: true };
    throw new Error('broken');
  }
  await expect(zipOf(entries()).toArray()).rejects.toThrow('broken');
});
