import type { IncomingMessage, ServerResponse } from 'node:http';

import { parse } from 'fast-querystring';
import type { Logger } from 'pino';

import { type Bytes, bytesOf } from '../kernel/bytes.ts';
import { andThen, type MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import { Exchange } from './exchange.ts';
import { failureOf } from './failures.ts';
import { readJson } from './json-body.ts';
import { refuseUnclearHost } from './request-form.ts';
import { jsonHeaders, sendText } from './send-bytes.ts';
import { type LogAnswer, requestIds } from './watch.ts';

type DirectCall = {
  /** The input of a GET is its query string, that of a POST its body. */
  readonly method: 'GET' | 'POST';
  /** Runs before a body is read. */
  readonly admit: (exchange: Exchange) => MaybePromise<unknown>;
  /** @returns JSON */
  readonly answer: (exchange: Exchange, input: object) => MaybePromise<Bytes>;
  readonly logAnswer: LogAnswer;
};

const folder = '/api/';

/**
 * Answers queries and commands without Fastify, which serves everything else: it takes as long for a request
 * as a cached post takes to be found (decision 0074).
 */
export class DirectCalls {
  readonly #byName = new Map<string, DirectCall>();
  readonly #server: { readonly log: Logger; readonly trustProxy: readonly string[] };
  readonly #newId: (request: IncomingMessage) => string;

  constructor(server: { log: Logger; trustProxy: readonly string[] }) {
    this.#server = server;
    this.#newId = requestIds(server.trustProxy);
  }

  add(name: string, call: DirectCall): void {
    this.#byName.set(name, call);
  }

  /** @returns whether it answers this request */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const path = pathOf(request.url ?? '/');
    if (!path.startsWith(folder)) return false;
    const mark = path.indexOf('?');
    const call = this.#byName.get(mark < 0 ? path.slice(folder.length) : path.slice(folder.length, mark));
    if (call === undefined || call.method !== request.method) return false;
    const exchange = new Exchange(request, response, this.#newId(request), this.#server);
    const send = (text: Bytes) => finish(exchange, call, text);
    const fail = (error: unknown) => send(failureText(exchange, error));
    const inputOf = () =>
      call.method === 'GET' ? parse(mark < 0 ? '' : path.slice(mark + 1)) : readJson(request);
    try {
      refuseUnclearHost(request);
      const text = andThen(call.admit(exchange), () =>
        andThen(inputOf(), (input) => call.answer(exchange, input)),
      );
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

function failureText(exchange: Exchange, error: unknown): string {
  const problem = failureOf(error, exchange);
  exchange.status = problem.status;
  exchange.own = problem.retryAfter === undefined ? null : { 'retry-after': String(problem.retryAfter) };
  return bytesOf(JSON.stringify(problem.body));
}

function finish(exchange: Exchange, { logAnswer }: DirectCall, text: Bytes): void {
  sendText(exchange.response, text, exchange, jsonHeaders);
  logAnswer(exchange, exchange.status, performance.now() - exchange.startedAt);
}
