import type { FastifyInstance } from 'fastify';

import { callHeaders } from './security-headers.ts';

const cacheMs = 500;

/** `isReady` runs at most twice a second. While the process shuts down all requests are answered 503. */
export function registerHealth(http: FastifyInstance, isReady: () => Promise<boolean>): void {
  let lastCheck: { at: number; ready: Promise<boolean> } | undefined;
  http.get('/health/live', (_request, reply) => reply.headers(callHeaders).send({ status: 'ok' }));
  http.get('/health/ready', async (_request, reply) => {
    const now = performance.now();
    if (!lastCheck || now - lastCheck.at > cacheMs) lastCheck = { at: now, ready: isReady() };
    const ready = await lastCheck.ready;
    return reply
      .code(ready ? 200 : 503)
      .headers(callHeaders)
      .send({ status: ready ? 'ok' : 'unavailable' });
  });
}
