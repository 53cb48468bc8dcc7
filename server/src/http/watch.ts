import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';

import { addressesIn } from '../platform/process/trusted-proxies.ts';
import { trafficMetrics } from '../platform/telemetry/traffic.ts';

const header = 'x-request-id';

/**
 * Makes the ids of requests: the one that a proxy of ours gave, else a new one. A stranger's is not taken: it would
 * stand in the log beside others.
 */
export function requestIds(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isProxy = addressesIn(trustProxy);
  const start = randomBytes(5).toString('hex');
  let count = 0;
  return ({ headers, socket }) => {
    const given = headers[header];
    const isTaken =
      given !== undefined && isProxy(socket.remoteAddress) && /^[\w.:-]{8,64}$/.test(String(given));
    return isTaken ? String(given) : `${start}-${(++count).toString(36)}`;
  };
}

export type Watch = {
  /** To be told of a request that no route takes. */
  readonly unknown: (status: number) => void;
};

/**
 * Counts every request of the routes that are registered after this, gives its id back, and logs it: failures of the
 * caller, who comes in and what admins do at info, refusals by a limit and slow answers at warn, everything else at
 * debug. What fails on our side is logged where it is answered.
 */
export function watchRequests(http: FastifyInstance, registry: Registry): Watch {
  const observerOf = trafficMetrics(registry);
  const lines = new LineBudget();
  http.addHook('onRequest', (request, reply, done) => {
    void reply.header(header, request.id);
    done();
  });
  http.addHook('onRoute', (route) => {
    const name = nameOf(route.url);
    const observe = observerOf(name);
    const own = [route.onResponse ?? []].flat();
    route.onResponse = [
      ...own,
      (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
        const { statusCode, elapsedTime } = reply;
        observe(statusCode, elapsedTime);
        logAnswer(request, { name, status: statusCode, ms: elapsedTime }, lines);
        done();
      },
    ];
  });
  const unknown = observerOf('unknown');
  return { unknown: (status) => unknown(status, 0) };
}

/** A call's name, else the first part of the path: `page` for what the page is made of. */
function nameOf(url: string): string {
  const [first = '', second] = url.slice(1).split('/');
  if (first === 'api') return second ?? 'api';
  return ['media', 'health', 'metrics'].includes(first) ? first : 'page';
}

/** What changes how one comes in: after an incident these are asked for first. Who came in is logged when they do. */
const ways = new Set(
  `signOut resetPassword changePassword confirmPassword endSession endOtherSessions deleteAccount
   downloadMyData`.split(/\s+/),
);

function isNotable({ method }: FastifyRequest, name: string): boolean {
  return ways.has(name) || (name.startsWith('admin') && method === 'POST');
}

/** They take as long as their client does. */
const unhurried = new Set(['events', 'media', 'uploadMedia']);
const slowMs = 1_000;

function logAnswer(
  request: FastifyRequest,
  { name, status, ms }: { name: string; status: number; ms: number },
  lines: LineBudget,
): void {
  const isSlow = ms > slowMs && !unhurried.has(name);
  const isKept = isNotable(request, name);
  const uid = isKept ? request.session?.uid : undefined;
  const detail = { call: name, status, ms: Math.round(ms), ...(uid !== undefined && { uid }) };
  if (status < 400 && !isSlow) return request.log[isKept ? 'info' : 'debug'](detail, 'answered');
  const isLoggedElsewhere = status >= 500 && !isSlow;
  if (isLoggedElsewhere || !lines.take()) return;
  if (isSlow) request.log.warn(detail, 'a slow answer');
  else if (status === 429) request.log.warn({ ...detail, address: request.ip }, 'refused by a limit');
  else request.log.info(detail, 'refused');
}

const linesPerSecond = 20;

/** So many lines in a second: a flood of refusals is counted by the metrics, the log shows some of it. */
class LineBudget {
  #second = 0;
  #used = 0;

  /** @returns whether this second has room for one more */
  take(): boolean {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) this.#used = 0;
    this.#second = second;
    return this.#used++ < linesPerSecond;
  }
}
