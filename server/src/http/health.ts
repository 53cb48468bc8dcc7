import type { FastifyInstance } from 'fastify';

import { callHeaders } from './security-headers.ts';

const freshMs = 500;

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: it can work, which needs the database; 503 when not, and
 * while it ends. The database is asked twice a second at most, whoever asks.
 */
export function registerHealth(http: FastifyInstance, isDatabaseThere: () => Promise<boolean>): void {
  let ending = false;
  let asked: { at: number; ready: Promise<boolean> } | undefined;
  http.addHook('preClose', async () => {
    ending = true;
  });
  http.get('/health/live', (_request, reply) => reply.headers(callHeaders).send({ status: 'ok' }));
  http.get('/health/ready', async (_request, reply) => {
    const now = performance.now();
    if (!asked || now - asked.at > freshMs) asked = { at: now, ready: isDatabaseThere() };
    const ready = (await asked.ready) && !ending;
    return reply
      .code(ready ? 200 : 503)
      .headers(callHeaders)
      .send({ status: ready ? 'ok' : 'unavailable' });
  });
}
