import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

import proxyAddr from '@fastify/proxy-addr';
import type { Logger } from 'pino';

import type { CallerReply, CallerRequest } from '../kernel/route.ts';
import type { Session } from '../kernel/session.ts';
import type { FailedRequest } from './failures.ts';
import { RequestLog } from './request-log.ts';
import type { AnswerHead } from './send-bytes.ts';
import type { LoggedRequest } from './watch.ts';

type Server = { readonly log: Logger; readonly trustProxy: readonly string[] };

/** A request and the head of its answer. Parts that few calls need are made when they are asked for. */
export class Exchange implements CallerRequest, CallerReply, LoggedRequest, FailedRequest, AnswerHead {
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly startedAt = performance.now();
  session: Session | null = null;
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

  get method(): string {
    return this.raw.method ?? 'GET';
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

  /** An answer may have several cookies; any other header replaces the former one. */
  header(name: string, value: string): void {
    const own = (this.own ??= {});
    const cookies = name === 'set-cookie' ? own[name] : undefined;
    own[name] = cookies === undefined ? value : [cookies, value].flat().map(String);
  }

  code(status: number): void {
    this.status = status;
  }
}
