import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { Problem } from '../../../contract/src/problem.ts';
import { allow } from './request-form.ts';
import { callHeaders } from './security-headers.ts';

export function answerUnreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  closeWith(socket, rawProblem(statusOf(code)));
}

/** Node hands over the raw socket of a CONNECT, and this is not a proxy. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {});
  closeWith(socket, rawProblem(405));
}

/** `Expect` with anything but `100-continue`. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  endWith(response, 417, new Problem('invalid-argument'));
}

export function answerWhileClosing(response: ServerResponse): void {
  endWith(response, 503, new Problem('unavailable'), { 'retry-after': '2' });
}

// Ending only our half, or waiting for a flush, would leave the end to the client: Node's time-outs no longer
// cover the socket of a CONNECT.
function closeWith(socket: Duplex, answer: string): void {
  if (socket.writable) socket.write(answer);
  socket.destroy();
}

function endWith(
  response: ServerResponse,
  status: number,
  { body }: Problem,
  own: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headersFor(text), ...own }).end(text);
}

function statusOf(code: string | undefined): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

function rawProblem(status: 400 | 405 | 408 | 431): string {
  const body = JSON.stringify(new Problem('invalid-argument').body);
  const headers = { ...headersFor(body), ...(status === 405 && { allow }) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

const headersFor = (body: string) => ({
  ...callHeaders,
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  connection: 'close',
});
