import { createServer } from 'node:http';

import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';

import { Problem } from '../../../contract/src/problem.ts';
import { answerFailure } from './failures.ts';
import { isVisit, sendUnreadable, type Shell } from './page.ts';
import type { Queries } from './queries.ts';
import { withRequestLogs } from './request-log.ts';
import { keepAliveSeconds } from './send-bytes.ts';
import { limitBodyTime } from './slow-bodies.ts';
import { answerConnect, answerUnreadable } from './unreadable.ts';
import { requestIds } from './watch.ts';

type ServerParts = {
  trustProxy: readonly string[];
  log: Logger;
  shell: Shell | null;
  queries: Queries;
};

const second = 1_000;

const serverOptions = {
  // Only a large upload takes this long; all other bodies have a shorter limit (slow-bodies.ts).
  requestTimeout: 900 * second,
  keepAliveTimeout: keepAliveSeconds * second,
  headersTimeout: 8 * second,
  connectionsCheckingInterval: second,
  // `refuseUnclearHost` handles a missing Host too, so that it gets the usual error body.
  requireHostHeader: false,
};

export function createHttpServer({ trustProxy, log, shell, queries }: ServerParts): FastifyInstance {
  const http = fastify({
    loggerInstance: withRequestLogs(log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIds(trustProxy),
    bodyLimit: 64 * 1024,
    serverFactory: (answer) =>
      createServer(serverOptions, (request, response) => {
        if (!queries.take(request, response)) answer(request, response);
      }),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    clientErrorHandler: answerUnreadable,
    // Here: an address that cannot be decoded.
    frameworkErrors: (error, request, reply) =>
      void (shell !== null && isVisit(request)
        ? sendUnreadable(reply, shell)
        : answerFailure(error, request, reply)),
  });
  http.removeContentTypeParser(['text/plain', 'application/json']);
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (isCompressed(request)) return done(new Problem('unsupported-media-type'), undefined);
    try {
      // A key like `__proto__` becomes a field of its own, which no schema of an input allows.
      done(null, JSON.parse(utf8.decode(body as Buffer)));
    } catch {
      done(new Problem('invalid-argument'), undefined);
    }
  });
  http.decorateRequest('session', null);
  limitBodyTime(http.server);
  http.server.on('connect', answerConnect);
  // Ten thousand open pages, plus their calls.
  http.server.maxConnections = 12_000;
  http.setErrorHandler(answerFailure);
  http.addHook('preClose', async () => queries.close());
  return http;
}

function isCompressed({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}
