import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const slowRequests = new WeakSet<IncomingMessage>();

/**
 * Answers 408 when a body does not arrive in time. Node's own time-out is one for all requests and must
 * allow for large files.
 */
export function limitBodyTime(server: Server, timeoutMs = 9_000): void {
  const startTimer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.complete || request.destroyed) return;
    const timer = setTimeout(() => {
      if (request.complete || slowRequests.has(request)) return;
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (response.headersSent) request.socket.destroy();
      else server.emit('clientError', error, request.socket);
    }, timeoutMs);
    request.once('close', () => clearTimeout(timer));
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers;
    if (encoding === undefined && length === '0') return;
    // Nearly all bodies arrive together with their heads, and are complete at the end of this turn.
    setImmediate(startTimer, request, response);
  });
}

export function allowSlowBody(request: IncomingMessage): void {
  slowRequests.add(request);
}
