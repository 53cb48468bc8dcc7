import type { Hash } from 'node:crypto';

export async function* withHash(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

/** The line that sha256sum writes. */
export function fileLine(hash: Hash, key: string): Buffer {
  return Buffer.from(`${hash.digest('hex')}  ${key}\n`);
}
