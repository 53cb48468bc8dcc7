import type { IncomingMessage } from 'node:http';

import { Problem } from '../../../../contract/src/problem.ts';

/**
 * The bytes of a request as they come. Whoever stops reading them still has an answer to give on the connection; a
 * sender of whom less than `leastBytes` come in `silenceMs` is cut, since a place for uploads is held meanwhile.
 * @throws {Problem} invalid-argument, when the sender goes away before the end
 */
export async function* bytesOf(
  request: IncomingMessage,
  { silenceMs = 30_000, leastBytes = 16_384 } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const silence = setTimeout(() => request.destroy(), silenceMs);
  let received = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received >= leastBytes) {
        received = 0;
        silence.refresh();
      }
      yield chunk;
    }
  } catch (error) {
    throw new Problem('invalid-argument', 'La subida se cortó.', { cause: error });
  } finally {
    clearTimeout(silence);
  }
}

/**
 * Reads on what is left of a refused request, for as long as its sender may need to come to the answer. After that the
 * connection is cut.
 */
export function readOn(request: IncomingMessage, patienceMs = 10_000): void {
  if (!request.complete) {
    const cut = setTimeout(() => request.destroy(), patienceMs);
    request.once('close', () => clearTimeout(cut));
  }
  request.resume();
}
