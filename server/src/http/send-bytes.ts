import {
  type OutgoingHttpHeaders,
  ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';

import type { FastifyReply } from 'fastify';

import { requestIdHeader } from './watch.ts';

type QueuedAnswer = { response: ServerResponse; text: string };

/** Longer than a proxy's keep-alive, so that the proxy never sends on a connection that is closing here. */
export const keepAliveSeconds = 65;

/** Headers that many answers share: as a flat list for Node, and as the lines that Node would make of it. */
export class FixedHeaders {
  readonly flat: readonly string[];
  readonly lines: string;

  /** @throws when a name or value is not valid in a header */
  constructor(byName: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(byName)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    this.flat = Object.entries(byName).flat();
    this.lines = Object.entries(byName)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }
}

let queue: QueuedAnswer[] = [];

/**
 * Sends a text of one character per byte (kernel/bytes.ts), with fixed headers that those of the reply
 * override. Head and text are one write, and the answers of one turn of the event loop are written together
 * (decision 0062).
 */
export function sendBytes(reply: FastifyReply, text: string, fixed: FixedHeaders): FastifyReply {
  const own = reply.getHeaders() as OutgoingHttpHeaders;
  const response = reply.raw as WithHead;
  if (reply.statusCode === 200 && isEmpty(own) && canBeReady(response)) {
    response._header = readyHead(fixed, reply.request.id, text.length);
  } else {
    const head = headersOf(own, fixed);
    head.push(requestIdHeader, reply.request.id, 'content-length', String(text.length));
    response.writeHead(reply.statusCode, head);
  }
  // Fastify would encode the text again and write it now.
  reply.hijack();
  if (queue.push({ response: reply.raw, text }) === 1) setImmediate(write);
  return reply;
}

/** `_header` is where Node keeps the head until it is sent with the first part of the body. */
type WithHead = ServerResponse & { _header: string | null };

/**
 * Node validates and joins all headers of each answer, which costs as much as finding a cached post. For
 * the plainest of answers the head is joined here instead (decision 0074).
 */
function readyHead({ lines }: FixedHeaders, id: string, length: number): string {
  return (
    `HTTP/1.1 200 OK\r\n${lines}${requestIdHeader}: ${id}\r\ncontent-length: ${length}\r\n` +
    `Date: ${dateOf(Date.now())}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`
  );
}

// A connection that ends with this answer has another head, and an answer in memory has no connection.
function canBeReady(response: ServerResponse): boolean {
  return response.shouldKeepAlive && response.constructor === ServerResponse;
}

let dateSecond = 0;
let dateText = '';

function dateOf(ms: number): string {
  const second = Math.floor(ms / 1_000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(ms).toUTCString();
  }
  return dateText;
}

function isEmpty(headers: OutgoingHttpHeaders): boolean {
  for (const _name in headers) return false;
  return true;
}

function headersOf(own: OutgoingHttpHeaders, { flat }: FixedHeaders): string[] {
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
