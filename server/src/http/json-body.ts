import type { IncomingMessage } from 'node:http';

import { Problem } from '../../../contract/src/problem.ts';

const maxBytes = 64 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * An empty body is an empty object. How long a body may take is limited in slow-bodies.ts.
 * @throws {Problem} `payload-too-large`, `unsupported-media-type` or `invalid-argument`
 */
export async function readJson(request: IncomingMessage): Promise<object> {
  const { headers } = request;
  const type = headers['content-type'];
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  if (type === undefined ? hasBody : !/^application\/json\s*(?:;|$)/i.test(type))
    throw new Problem('unsupported-media-type');
  if (!hasBody) return {};
  if (Number(headers['content-length']) > maxBytes) throw new Problem('payload-too-large');
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Problem('unsupported-media-type');
  try {
    // A key like `__proto__` becomes a field of its own, which no schema of an input allows.
    return (JSON.parse(utf8.decode(bytes)) ?? {}) as object;
  } catch {
    throw new Problem('invalid-argument');
  }
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  let size = 0;
  request.on('data', (part: Buffer) => {
    size += part.length;
    // The rest is read and thrown away, so that the client reads its answer.
    if (size > maxBytes) reject(new Problem('payload-too-large'));
    else parts.push(part);
  });
  request.on('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
  // The client has gone, so nobody reads the answer.
  request.on('error', () => reject(new Problem('invalid-argument')));
  return promise;
}
