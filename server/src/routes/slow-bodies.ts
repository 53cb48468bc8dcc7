import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may take minutes to arrive: a large file over a poor connection. */
    mayBeSlow?: boolean;
  }
}

const patienceMs = 10_000;

/** Ends requests of which the body is not there after 10 seconds, with 408; Node has one bound for all of them. */
export function cutSlowBodies(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { raw, headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    if (hasBody && !request.routeOptions.config.mayBeSlow) {
      const cut = setTimeout(() => {
        if (raw.complete) return;
        const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        if (reply.raw.headersSent) raw.socket.destroy();
        else http.server.emit('clientError', late, raw.socket);
      }, patienceMs);
      cut.unref();
      raw.once('close', () => clearTimeout(cut));
    }
    done();
  });
}
