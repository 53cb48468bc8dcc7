import { createServer } from 'node:http';

import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';

import type { DirectCalls } from './direct-calls.ts';
import { answerFailure } from './failures.ts';
import { isVisit, sendUnreadable, type Shell } from './page.ts';
import { withRequestLogs } from './request-log.ts';
import { keepAliveSeconds } from './send-bytes.ts';
import { limitBodyTime } from './slow-bodies.ts';
import { answerConnect, answerExpectation, answerUnreadable, answerWhileClosing } from './unreadable.ts';
import { requestIds } from './watch.ts';

type ServerParts = {
  trustProxy: readonly string[];
  log: Logger;
  shell: Shell | null;
  directCalls: DirectCalls;
};

const second = 1_000;

/** Without any progress on a connection, as when a client reads none of the answers that it asked for. */
const idleMs = 120 * second;

const serverOptions = {
  // Only a large upload takes this long; all other bodies have a shorter limit (slow-bodies.ts).
  requestTimeout: 900 * second,
  keepAliveTimeout: keepAliveSeconds * second,
  headersTimeout: 8 * second,
  connectionsCheckingInterval: second,
  // `refuseUnclearHost` handles a missing Host too, so that it gets the usual error body.
  requireHostHeader: false,
};

export function createHttpServer({ trustProxy, log, shell, directCalls }: ServerParts): FastifyInstance {
  let isClosing = false;
  const http = fastify({
    loggerInstance: withRequestLogs(log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIds(trustProxy),
    serverFactory: (answer) =>
      createServer(serverOptions, (request, response) => {
        if (isClosing) answerWhileClosing(response);
        else if (!directCalls.take(request, response)) answer(request, response);
      }),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    // Longer ones would miss their route and get the app as an existing page; the size of headers is the limit.
    routerOptions: { maxParamLength: 65_536 },
    clientErrorHandler: answerUnreadable,
    // Here: an address that cannot be decoded.
    frameworkErrors: (error, request, reply) =>
      void (shell !== null && isVisit(request)
        ? sendUnreadable(reply, shell)
        : answerFailure(error, request, reply)),
  });
  http.removeContentTypeParser(['text/plain', 'application/json']);
  http.decorateRequest('session', null);
  limitBodyTime(http.server);
  http.server.on('connect', answerConnect);
  http.server.on('checkExpectation', answerExpectation);
  // Node keeps the address that is read now; that of a client that has left is unknown.
  http.server.on('connection', (socket) => void socket.remoteAddress);
  http.server.timeout = idleMs;
  // Ten thousand open pages, plus their calls.
  http.server.maxConnections = 12_000;
  http.setErrorHandler(answerFailure);
  http.addHook('preClose', async () => {
    isClosing = true;
  });
  return http;
}
