import type { FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '../../../contract/src/problem.ts';
import { callHeaders } from './security-headers.ts';

/** A name, an IPv4 address or an IPv6 one in brackets, and a port. Empty is allowed: a target may have no host. */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/i;

/**
 * Refuses a request that does not name one host: none, two, what is no host, or another one in its first line. A
 * proxy in front may have gone by the other name.
 */
export function refuseUnclearHost({ raw }: FastifyRequest): void {
  let hosts = 0;
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    const name = raw.rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  const { host = '' } = raw.headers;
  const target = raw.url ?? '/';
  const isOne = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
  if (!isOne || !hostForm.test(host) || !(target.startsWith('/') || isOf(target, host)))
    throw new Problem('invalid-argument');
}

function isOf(target: string, host: string): boolean {
  if (target === '*') return true;
  const named = URL.parse(target)?.host;
  return named !== undefined && named === URL.parse(`http://${host}`)?.host;
}

/** Every route is of one of these; a path that has no route for one of them is not found. */
const methods = ['GET', 'HEAD', 'POST'];
export const allow = methods.join(', ');

/** Answers a method that no path knows, such as TRACE. @returns null when it is one of ours */
export function answerUnknownMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  if (methods.includes(request.method)) return null;
  return reply
    .code(405)
    .headers({ ...callHeaders, allow })
    .type('application/json; charset=utf-8')
    .send(new Problem('invalid-argument').body);
}
