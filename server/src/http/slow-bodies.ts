import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const cuts = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Ends requests of which the body is not there in time, with 408. Node knows one bound for all requests, and that has
 * to be a large file's.
 */
export function cutSlowBodies(server: Server, patienceMs = 9_000): void {
  // Before the application, which may let the request be slow.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers;
    if (encoding === undefined && length === '0') return;
    const cut = setTimeout(() => {
      if (request.complete) return;
      const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (response.headersSent) request.socket.destroy();
      else server.emit('clientError', late, request.socket);
    }, patienceMs);
    cuts.set(request, cut);
    request.once('close', () => clearTimeout(cut));
  });
}

/** Lets the body of a request take minutes: a large file over a poor connection. */
export function letBeSlow(request: IncomingMessage): void {
  clearTimeout(cuts.get(request));
}
