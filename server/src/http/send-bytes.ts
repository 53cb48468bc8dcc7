import { type OutgoingHttpHeaders, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';

import type { FastifyReply } from 'fastify';

import type { Bytes } from '../kernel/bytes.ts';
import { callHeaders } from './security-headers.ts';
import { requestIdHeader } from './watch.ts';

type QueuedAnswer = { response: ServerResponse; text: Bytes };

/** Longer than a proxy's keep-alive, so that the proxy never sends on a connection that is closing here. */
export const keepAliveSeconds = 65;

/** Headers that many answers share: as a flat list for Node, and as the lines that Node would make of it. */
export class FixedHeaders {
  readonly flat: readonly string[];
  readonly byName: Readonly<Record<string, string>>;
  readonly #lines: string;
  #start = '';
  #startSecond = 0;

  /** @throws when a name or value is not valid in a header */
  constructor(byName: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(byName)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    this.byName = byName;
    this.flat = Object.entries(byName).flat();
    this.#lines = Object.entries(byName)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  has(name: string): boolean {
    return this.byName[name] !== undefined;
  }

  /** The head of a plain answer at this time, up to the value of its id. */
  startOf(ms: number): string {
    const second = Math.floor(ms / 1_000);
    if (second !== this.#startSecond) {
      this.#startSecond = second;
      const text =
        `HTTP/1.1 200 OK\r\n${this.#lines}Date: ${new Date(ms).toUTCString()}\r\n` +
        `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n${requestIdHeader}: `;
      // One piece of memory, where joined strings are several.
      this.#start = Buffer.from(text, 'latin1').toString('latin1');
    }
    return this.#start;
  }
}

const noBody = new FixedHeaders(callHeaders);
export const jsonHeaders = new FixedHeaders({
  'content-type': 'application/json; charset=utf-8',
  ...callHeaders,
});

/** `own` headers override those that answers share. */
export type AnswerHead = {
  readonly status: number;
  readonly id: string;
  readonly own: OutgoingHttpHeaders | null;
};

let queue: QueuedAnswer[] = [];

/** Head and text are one write, and the answers of one turn of the event loop are written together (decision 0062). */
export function sendText(
  response: ServerResponse,
  text: Bytes,
  { status, id, own }: AnswerHead,
  fixed: FixedHeaders,
): void {
  if (status === 304) {
    response.writeHead(status, [...headersOf(own, noBody), requestIdHeader, id]).end();
    return;
  }
  const ownLines = status === 200 && canBeReady(response) ? linesOf(own, fixed) : null;
  if (ownLines !== null)
    (response as WithHead)._header =
      `${fixed.startOf(Date.now())}${id}\r\n${ownLines}content-length: ${text.length}\r\n\r\n`;
  else
    response.writeHead(status, [
      ...headersOf(own, fixed),
      requestIdHeader,
      id,
      'content-length',
      String(text.length),
    ]);
  if (queue.push({ response, text }) === 1) setImmediate(write);
}

/** As `sendText`, for an answer of Fastify's. */
export function sendBytes(reply: FastifyReply, text: Bytes, fixed: FixedHeaders): FastifyReply {
  const own = reply.getHeaders() as OutgoingHttpHeaders;
  const head = { status: reply.statusCode, id: reply.request.id, own: isEmpty(own) ? null : own };
  sendText(reply.raw, text, head, fixed);
  // Fastify would encode the text again and write it now.
  return reply.hijack();
}

/**
 * `_header` is where Node keeps the head until it is sent with the first part of the body. Node validates and
 * joins all headers of each answer, which costs as much as finding a cached post; the head of a plain answer
 * is joined here instead (decision 0074).
 */
type WithHead = ServerResponse & { _header: string | null };

// A connection that ends with this answer has another head, and an answer in memory has no connection.
function canBeReady(response: ServerResponse): boolean {
  const ends = !response.shouldKeepAlive || response.hasHeader('connection');
  return !ends && response.constructor === ServerResponse;
}

/** Null when one of them overrides a shared one or has several values. */
function linesOf(own: OutgoingHttpHeaders | null, fixed: FixedHeaders): string | null {
  let lines = '';
  for (const name in own) {
    const value = own[name];
    if (typeof value !== 'string' || fixed.has(name)) return null;
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

function isEmpty(headers: OutgoingHttpHeaders): boolean {
  for (const _name in headers) return false;
  return true;
}

function headersOf(own: OutgoingHttpHeaders | null, { flat }: FixedHeaders): readonly string[] {
  if (own === null) return flat;
  const names = Object.keys(own);
  const head: string[] = [];
  for (let i = 0; i < flat.length; i += 2)
    if (own[flat[i] ?? ''] === undefined) head.push(flat[i] ?? '', flat[i + 1] ?? '');
  for (const name of names) for (const value of [own[name] ?? []].flat()) head.push(name, String(value));
  return head;
}

function write(): void {
  const answers = queue;
  queue = [];
  for (const { response, text } of answers) response.end(text, 'latin1');
}
