import { PassThrough, pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { WebFailure } from './web-failure.ts';

export type BodyBound = { maxBytes: number; longer: 'cut' | 'refused' };

export async function* readBody(
  body: Readable,
  encoding: string,
  { maxBytes, longer }: BodyBound,
): AsyncGenerator<Uint8Array> {
  let bytesLeft = maxBytes;
  try {
    for await (const chunk of decompress(body, encoding, maxBytes)) {
      if (chunk.length > bytesLeft && longer === 'refused') throw new WebFailure('failed');
      yield chunk.length > bytesLeft ? chunk.subarray(0, bytesLeft) : chunk;
      bytesLeft -= chunk.length;
      if (bytesLeft <= 0 && longer === 'cut') return;
    }
  } catch (error) {
    throw error instanceof WebFailure ? error : new WebFailure('failed', error);
  }
}

// Two for a page that an application compressed and a proxy again.
const encodingsMax = 2;
// The headers of a format can make compressed data larger than its content by this much.
const slack = 65_536;

function decompress(body: Readable, encoding: string, maxBytes: number): AsyncIterable<Uint8Array> {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length === 0) return body as AsyncIterable<Uint8Array>;
  if (names.length > encodingsMax) throw new WebFailure('failed');
  const [first = new PassThrough(), second = new PassThrough()] = names.toReversed().map(decoderOf);
  pipeline(Readable.from(atMost(body, maxBytes + slack)), first, second, () => {});
  return second;
}

function decoderOf(name: string): Transform {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'br') return createBrotliDecompress();
  if (name === 'deflate') return createInflate();
  throw new WebFailure('failed');
}

async function* atMost(body: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > max) throw new WebFailure('failed');
    yield chunk;
  }
}
