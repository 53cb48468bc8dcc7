import { createHash, timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Problem } from '../../../../contract/src/problem.ts';
import { callHeaders } from '../../http/security-headers.ts';
import { isLoopbackAddress } from '../../platform/process/trusted-proxies.ts';

/**
 * Requires the token, or a request from this machine; anything else gets 404. A request with the headers that
 * proxies add does not count as local.
 */
export function registerMetrics(
  http: FastifyInstance,
  { token, metrics }: { token: string | null; metrics: () => Promise<string> },
): void {
  http.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    if (!isLocal(request) && !hasToken(request, token)) throw new Problem('not-found');
    const text = await metrics();
    return reply.headers(callHeaders).type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

function isLocal({ socket, headers }: FastifyRequest): boolean {
  return isLoopbackAddress(socket.remoteAddress) && proxyHeaders.every((name) => headers[name] === undefined);
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  if (token === null) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}
