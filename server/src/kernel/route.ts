import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

import type { CallName, Calls, Input, Output } from '../../../contract/src/calls/all.ts';
import type { MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import type { Bytes } from './bytes.ts';
import type { Session } from './session.ts';

/** Queries and commands do not pass through Fastify; its requests and replies have these parts too. */
export type CallerRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly signal: AbortSignal;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

export type CallerReply = {
  header: (name: string, value: string) => unknown;
  code: (status: number) => unknown;
};

type IsDirect<N extends CallName> = Calls[N]['kind'] extends 'query' | 'command' ? true : false;

export type CallRequest<N extends CallName> = {
  readonly input: Input<N>;
  readonly session: Calls[N]['access'] extends 'anyone' ? Session | null : Session;
  readonly request: IsDirect<N> extends true ? CallerRequest : FastifyRequest;
  readonly reply: IsDirect<N> extends true ? CallerReply : FastifyReply;
};

/** An answer that is JSON already. */
export class JsonText {
  readonly text: Bytes;

  constructor(text: Bytes) {
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
