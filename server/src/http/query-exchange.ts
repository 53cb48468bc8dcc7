import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

import proxyAddr from '@fastify/proxy-addr';
import type { Logger } from 'pino';

import type { QueryReply, QueryRequest } from '../kernel/route.ts';
import type { FailedRequest } from './failures.ts';
import { RequestLog } from './request-log.ts';
import type { AnswerHead } from './send-bytes.ts';
import type { LoggedRequest } from './watch.ts';

type Server = { readonly log: Logger; readonly trustProxy: readonly string[] };

/** A query and the head of its answer. Parts that few queries need are made when they are asked for. */
export class QueryExchange implements QueryRequest, QueryReply, LoggedRequest, FailedRequest, AnswerHead {
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly startedAt = performance.now();
  readonly method = 'GET';
  readonly session = null;
  status = 200;
  own: OutgoingHttpHeaders | null = null;
  readonly #server: Server;
  #log: RequestLog | undefined;

  constructor(raw: IncomingMessage, response: ServerResponse, id: string, server: Server) {
    this.raw = raw;
    this.response = response;
    this.id = id;
    this.#server = server;
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get url(): string {
    return this.raw.url ?? '/';
  }

  get log(): RequestLog {
    return (this.#log ??= new RequestLog(this.#server.log, { requestId: this.id }));
  }

  get ip(): string {
    return proxyAddr(this.raw, [...this.#server.trustProxy]);
  }

  /** Aborted when the client has gone, or has its answer. */
  get signal(): AbortSignal {
    const controller = new AbortController();
    this.response.once('close', () => controller.abort());
    return controller.signal;
  }

  header(name: string, value: string): void {
    (this.own ??= {})[name] = value;
  }

  code(status: number): void {
    this.status = status;
  }
}
