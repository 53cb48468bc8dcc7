import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

import type { CallName, Calls, Input, Output } from '../../../contract/src/calls/all.ts';
import type { MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import type { Session } from './session.ts';

/** A query does not pass through Fastify. */
export type QueryRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly signal: AbortSignal;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

export type QueryReply = {
  header: (name: string, value: string) => void;
  code: (status: number) => void;
};

type IsQuery<N extends CallName> = Calls[N]['kind'] extends 'query' ? true : false;

export type CallRequest<N extends CallName> = {
  readonly input: Input<N>;
  readonly session: Calls[N]['access'] extends 'anyone' ? Session | null : Session;
  readonly request: IsQuery<N> extends true ? QueryRequest : FastifyRequest;
  readonly reply: IsQuery<N> extends true ? QueryReply : FastifyReply;
};

/** JSON text with one character per byte (kernel/bytes.ts). */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export class Attachment {
  readonly content: Readable;
  readonly name: string;

  constructor(content: Readable, name: string) {
    this.content = content;
    this.name = name;
  }
}

type Answer<N extends CallName> = Calls[N]['kind'] extends 'download' ? Attachment : Output<N> | JsonText;

export type Handler<N extends CallName> = (request: CallRequest<N>) => MaybePromise<Answer<N>>;

export type Handlers<N extends CallName> = { readonly [K in N]: Handler<K> };
