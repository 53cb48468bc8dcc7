import type { Hash } from 'node:crypto';

/** The same bytes, each piece added to a hash as it passes. */
export async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

/** What one file adds to the count of files: a line as sha256sum writes it. */
export function fileLine(hash: Hash, key: string): Buffer {
  return Buffer.from(`${hash.digest('hex')}  ${key}\n`);
}
