import type { IncomingMessage } from 'node:http';

import { Problem } from '../../../contract/src/problem.ts';

/**
 * The bytes of a request as they come. Whoever stops reading them still has an answer to give on the connection; a
 * sender of whom nothing comes for `silenceMs` is cut.
 * @throws {Problem} invalid-argument, when the sender goes away before the end
 */
export async function* bytesOf(
  request: IncomingMessage,
  silenceMs = 30_000,
): AsyncGenerator<Uint8Array, void, undefined> {
  const silence = setTimeout(() => request.destroy(), silenceMs);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      silence.refresh();
      yield chunk as Buffer;
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
