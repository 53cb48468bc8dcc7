import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

import type { FastifyReply } from 'fastify';

type QueuedAnswer = { response: ServerResponse; text: string };

let queue: QueuedAnswer[] = [];

/**
 * Sends a text of one character per byte (kernel/bytes.ts). Cookies set on the reply are lost. Head and
 * text are one write, and the answers of one turn of the event loop are written together (decision 0062).
 */
export function sendBytes(reply: FastifyReply, text: string): FastifyReply {
  // A copy of Fastify's, so it may be changed.
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  headers['content-length'] = text.length;
  reply.raw.writeHead(reply.statusCode, headers);
  // Fastify would encode the text again and write it now.
  reply.hijack();
  if (queue.push({ response: reply.raw, text }) === 1) setImmediate(write);
  return reply;
}

function write(): void {
  const answers = queue;
  queue = [];
  for (const { response, text } of answers) response.end(text, 'latin1');
}
