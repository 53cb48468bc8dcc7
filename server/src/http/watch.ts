import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';

import type { Session } from '../kernel/session.ts';
import { addressesIn } from '../platform/process/trusted-proxies.ts';
import { trafficMetrics } from '../platform/telemetry/traffic.ts';
import { LineBudget } from './request-log.ts';
import { callHeaders } from './security-headers.ts';

export const requestIdHeader = 'x-request-id';

/** A trusted proxy's id is reused. A client's is not: it could imitate another request's id in the log. */
export function requestIds(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isProxy = addressesIn(trustProxy);
  const start = randomBytes(5).toString('hex');
  let count = 0;
  return ({ headers, socket }) => {
    const proxyId = headers[requestIdHeader];
    const isTrusted =
      proxyId !== undefined && isProxy(socket.remoteAddress) && /^[\w.:-]{8,64}$/.test(String(proxyId));
    return isTrusted ? String(proxyId) : `${start}-${(++count).toString(36)}`;
  };
}

export type LoggedRequest = {
  readonly method: string;
  readonly session: Session | null;
  readonly ip: string;
  readonly log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn'>;
};

/** Counts and logs an answer that took `ms`. */
export type LogAnswer = (request: LoggedRequest, status: number, ms: number) => void;

export type Watch = {
  readonly unknown: (status: number) => void;
  /** For a call that does not pass through Fastify. */
  readonly ofCall: (name: string) => LogAnswer;
};

/**
 * Client errors, sign-in changes and admin actions are logged at info, rate-limited and slow answers at
 * warn, all others at debug. Server errors are logged where they are answered.
 */
export function watchRequests(http: FastifyInstance, registry: Registry): Watch {
  const observerOf = trafficMetrics(registry);
  const lines = new LineBudget();
  const ofCall = (name: string): LogAnswer => {
    const observe = observerOf(name);
    return (request, status, ms) => {
      observe(status, ms);
      logAnswer(request, { name, status, ms }, lines);
    };
  };
  http.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header(requestIdHeader, request.id);
    // For routes that set none, such as redirects and robots.txt.
    if (!reply.hasHeader('strict-transport-security'))
      void reply.headers({ ...callHeaders, ...reply.getHeaders() });
    done();
  });
  http.addHook('onRoute', (route) => {
    const log = ofCall(nameOf(route.url));
    const own = [route.onResponse ?? []].flat();
    route.onResponse = [
      ...own,
      (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
        log(request, reply.statusCode, reply.elapsedTime);
        done();
      },
    ];
  });
  const unknown = observerOf('unknown');
  return { unknown: (status) => unknown(status, 0), ofCall };
}

function nameOf(url: string): string {
  const [first = '', second] = url.slice(1).split('/');
  if (first === 'api') return second ?? 'api';
  return ['media', 'health', 'metrics'].includes(first) ? first : 'page';
}

/**
 * Changes of how a user signs in, which an incident analysis needs first. Sign-ins are logged by their own
 * code.
 */
const accessCalls = new Set(
  `signOut resetPassword changePassword confirmPassword endSession endOtherSessions deleteAccount
   downloadMyData`.split(/\s+/),
);

function isNotable({ method }: LoggedRequest, name: string): boolean {
  return accessCalls.has(name) || (name.startsWith('admin') && method === 'POST');
}

/** These last as long as their client wants. */
const longRunning = new Set(['events', 'media', 'uploadMedia']);
const slowMs = 1_000;

function logAnswer(
  request: LoggedRequest,
  { name, status, ms }: { name: string; status: number; ms: number },
  lines: LineBudget,
): void {
  const isSlow = ms > slowMs && !longRunning.has(name);
  const isLogged = isNotable(request, name);
  const uid = isLogged ? request.session?.uid : undefined;
  const detail = { call: name, status, ms: Math.round(ms), ...(uid !== undefined && { uid }) };
  if (status < 400 && !isSlow) return request.log[isLogged ? 'info' : 'debug'](detail, 'answered');
  const isLoggedElsewhere = status >= 500 && !isSlow;
  if (isLoggedElsewhere || !lines.take()) return;
  if (isSlow) request.log.warn(detail, 'slow answer');
  else if (status === 429) request.log.warn({ ...detail, address: request.ip }, 'refused by a rate limit');
  else request.log.info(detail, 'refused');
}
