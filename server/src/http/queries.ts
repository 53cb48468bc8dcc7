import type { IncomingMessage, ServerResponse } from 'node:http';

import { parse } from 'fast-querystring';
import type { Logger } from 'pino';

import { bytesOf } from '../kernel/bytes.ts';
import type { MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import { failureOf } from './failures.ts';
import { QueryExchange } from './query-exchange.ts';
import { refuseUnclearHost } from './request-form.ts';
import { jsonHeaders, sendText } from './send-bytes.ts';
import { type LogAnswer, requestIds } from './watch.ts';

/** @returns JSON with one character per byte (kernel/bytes.ts) */
type AnswerQuery = (exchange: QueryExchange, input: object) => MaybePromise<string>;

type Query = { readonly answer: AnswerQuery; readonly logAnswer: LogAnswer };

const folder = '/api/';

/**
 * Answers queries without Fastify, which serves everything else: it takes as long for a request as a cached
 * post takes to be found (decision 0074).
 */
export class Queries {
  readonly #byName = new Map<string, Query>();
  readonly #server: { readonly log: Logger; readonly trustProxy: readonly string[] };
  readonly #newId: (request: IncomingMessage) => string;
  #isClosing = false;

  constructor(server: { log: Logger; trustProxy: readonly string[] }) {
    this.#server = server;
    this.#newId = requestIds(server.trustProxy);
  }

  add(name: string, query: Query): void {
    this.#byName.set(name, query);
  }

  /** From now on Fastify refuses them, as it does all others while it closes. */
  close(): void {
    this.#isClosing = true;
  }

  /** @returns whether it answers this request */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#isClosing) return false;
    const path = pathOf(request.url ?? '/');
    if (!path.startsWith(folder)) return false;
    const mark = path.indexOf('?');
    const query = this.#byName.get(mark < 0 ? path.slice(folder.length) : path.slice(folder.length, mark));
    if (query === undefined) return false;
    const exchange = new QueryExchange(request, response, this.#newId(request), this.#server);
    const send = (text: string) => finish(exchange, query, text);
    const fail = (error: unknown) => send(failureText(exchange, error));
    try {
      refuseUnclearHost(request);
      const text = query.answer(exchange, parse(mark < 0 ? '' : path.slice(mark + 1)));
      if (text instanceof Promise) text.then(send).catch(fail);
      else send(text);
    } catch (error) {
      fail(error);
    }
    return true;
  }
}

// A proxy may send the whole address; its host has been compared with the header.
function pathOf(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
}

function failureText(exchange: QueryExchange, error: unknown): string {
  const problem = failureOf(error, exchange);
  exchange.status = problem.status;
  exchange.own = problem.retryAfter === undefined ? null : { 'retry-after': String(problem.retryAfter) };
  return bytesOf(JSON.stringify(problem.body));
}

function finish(exchange: QueryExchange, { logAnswer }: Query, text: string): void {
  sendText(exchange.response, text, exchange, jsonHeaders);
  logAnswer(exchange, exchange.status, performance.now() - exchange.startedAt);
}
