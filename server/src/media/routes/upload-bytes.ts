import type { IncomingMessage } from 'node:http';

import { Problem } from '../../../../contract/src/problem.ts';

/**
 * A consumer may stop early and still answer on the connection. A client that sends less than `minBytes` in
 * `idleMs` is cut, since it occupies an upload slot.
 * @throws {Problem} invalid-argument, when the client disconnects before the end
 */
export async function* bytesOf(
  request: IncomingMessage,
  { idleMs = 30_000, minBytes = 16_384 } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const idle = setTimeout(() => request.destroy(), idleMs);
  let receivedBytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      receivedBytes += chunk.length;
      if (receivedBytes >= minBytes) {
        receivedBytes = 0;
        idle.refresh();
      }
      yield chunk;
    }
  } catch (error) {
    throw new Problem('invalid-argument', 'La subida se cortó.', { cause: error });
  } finally {
    clearTimeout(idle);
  }
}

/** The client of a refused request reads the answer only after it has sent its body. */
export function drainBody(request: IncomingMessage, timeoutMs = 10_000): void {
  if (!request.complete) {
    const cut = setTimeout(() => request.destroy(), timeoutMs);
    request.once('close', () => clearTimeout(cut));
  }
  request.resume();
}
