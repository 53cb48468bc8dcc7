import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

import type { FastifyReply } from 'fastify';

import { requestIdHeader } from './watch.ts';

type QueuedAnswer = { response: ServerResponse; text: string };

/** Headers that many answers share, in the flat form that Node writes fastest. */
export class FixedHeaders {
  readonly flat: readonly string[];

  constructor(byName: Readonly<Record<string, string>>) {
    this.flat = Object.entries(byName).flat();
  }
}

let queue: QueuedAnswer[] = [];

/**
 * Sends a text of one character per byte (kernel/bytes.ts), with fixed headers that those of the reply
 * override. Head and text are one write, and the answers of one turn of the event loop are written together
 * (decision 0062).
 */
export function sendBytes(reply: FastifyReply, text: string, fixed: FixedHeaders): FastifyReply {
  const head = headersOf(reply.getHeaders() as OutgoingHttpHeaders, fixed);
  head.push(requestIdHeader, reply.request.id, 'content-length', String(text.length));
  reply.raw.writeHead(reply.statusCode, head);
  // Fastify would encode the text again and write it now.
  reply.hijack();
  if (queue.push({ response: reply.raw, text }) === 1) setImmediate(write);
  return reply;
}

function headersOf(own: OutgoingHttpHeaders, { flat }: FixedHeaders): string[] {
  const names = Object.keys(own);
  if (names.length === 0) return flat.slice();
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
