import { PassThrough, pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { WebFailure } from './web-failure.ts';

/** The maximum number of bytes after decompression, and whether a longer body is cut or refused. */
export type BodyBound = { maxBytes: number; longer: 'cut' | 'refused' };

/** The bytes of a response, decompressed and bounded. Every error is a WebFailure. */
export async function* readBody(
  body: Readable,
  encoding: string,
  { maxBytes, longer }: BodyBound,
): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  try {
    for await (const chunk of decompressed(body, encoding, maxBytes)) {
      if (chunk.length > left && longer === 'refused') throw new WebFailure('failed');
      yield chunk.length > left ? chunk.subarray(0, left) : chunk;
      left -= chunk.length;
      if (left <= 0 && longer === 'cut') return;
    }
  } catch (error) {
    throw error instanceof WebFailure ? error : new WebFailure('failed', error);
  }
}

// Two: a page compressed by an application and again by a proxy.
const encodingsMax = 2;
// Compressed data can be larger than its content by the format's headers, but not by more.
const slack = 65_536;

function decompressed(body: Readable, encoding: string, maxBytes: number): AsyncIterable<Uint8Array> {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length === 0) return body as AsyncIterable<Uint8Array>;
  if (names.length > encodingsMax) throw new WebFailure('failed');
  // Errors of either decoder surface where the last one is read.
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
