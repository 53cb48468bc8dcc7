import type { Hash } from 'node:crypto';

export async function* withHash(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

/** A file's line in the tally, as sha256sum writes it. */
export function fileLine(hash: Hash, key: string): Buffer {
  return Buffer.from(`${hash.digest('hex')}  ${key}\n`);
}
