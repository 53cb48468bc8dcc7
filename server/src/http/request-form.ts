import type { IncomingMessage } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '../../../contract/src/problem.ts';
import { callHeaders } from './security-headers.ts';

/**
 * A name, an IPv4 address or a bracketed IPv6 address, and a port. May be empty: a request target may have
 * no host.
 */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/i;

/**
 * Refuses a request without exactly one valid host, or whose target names another one: a proxy in front
 * could route by the other host.
 */
export function refuseUnclearHost(raw: IncomingMessage): void {
  let hosts = 0;
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    const name = raw.rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  const { host = '' } = raw.headers;
  const target = raw.url ?? '/';
  const hasOneHost = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
  if (!hasOneHost || !hostForm.test(host) || !(target.startsWith('/') || hasSameHost(target, host)))
    throw new Problem('invalid-argument');
}

function hasSameHost(target: string, host: string): boolean {
  if (target === '*') return true;
  const targetHost = URL.parse(target)?.host;
  return targetHost !== undefined && targetHost === URL.parse(`http://${host}`)?.host;
}

const methods = ['GET', 'HEAD', 'POST'];
export const allow = methods.join(', ');

export function answerUnknownMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  if (methods.includes(request.method)) return null;
  return reply
    .code(405)
    .headers({ ...callHeaders, allow })
    .type('application/json; charset=utf-8')
    .send(new Problem('invalid-argument').body);
}

export function acceptsHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

/**
 * Compares weakly (RFC 9110, 13.1.2): proxies weaken the tag of an answer that they compress.
 * @param header If-None-Match
 */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const etags = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return etags.some((candidate) => candidate === etag || candidate === '*');
}
