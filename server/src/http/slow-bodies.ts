import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Answers 408 when a body does not arrive in time. Node's own time-out is one for all requests and must
 * allow for large files.
 */
export function limitBodyTime(server: Server, timeoutMs = 9_000): void {
  // Registered before the application's listener, which may lift the time-out.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers;
    if (encoding === undefined && length === '0') return;
    const timer = setTimeout(() => {
      if (request.complete) return;
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (response.headersSent) request.socket.destroy();
      else server.emit('clientError', error, request.socket);
    }, timeoutMs);
    timers.set(request, timer);
    request.once('close', () => clearTimeout(timer));
  });
}

export function allowSlowBody(request: IncomingMessage): void {
  clearTimeout(timers.get(request));
}
