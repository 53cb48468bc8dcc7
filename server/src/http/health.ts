import type { FastifyInstance } from 'fastify';

import { callHeaders } from './security-headers.ts';

const cacheMs = 500;

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: it can serve, as far as `isReady` says; otherwise,
 * and while it shuts down, 503. It is checked at most twice a second, however many requests come.
 */
export function registerHealth(http: FastifyInstance, isReady: () => Promise<boolean>): void {
  let isClosing = false;
  let lastCheck: { at: number; ready: Promise<boolean> } | undefined;
  http.addHook('preClose', async () => {
    isClosing = true;
  });
  http.get('/health/live', (_request, reply) => reply.headers(callHeaders).send({ status: 'ok' }));
  http.get('/health/ready', async (_request, reply) => {
    const now = performance.now();
    if (!lastCheck || now - lastCheck.at > cacheMs) lastCheck = { at: now, ready: isReady() };
    const ready = (await lastCheck.ready) && !isClosing;
    return reply
      .code(ready ? 200 : 503)
      .headers(callHeaders)
      .send({ status: ready ? 'ok' : 'unavailable' });
  });
}
