import type { Readable } from 'node:stream';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { CallName, Calls, Input, Output } from '../../../contract/src/calls/all.ts';
import type { Session } from './session.ts';

export type CallRequest<N extends CallName> = {
  readonly input: Input<N>;
  readonly session: Calls[N]['access'] extends 'anyone' ? Session | null : Session;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** An answer that is already JSON, one character per byte (kernel/bytes.ts). */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The answer of a download: a file that is generated while it is sent, and its file name. */
export class Attachment {
  readonly content: Readable;
  readonly name: string;

  constructor(content: Readable, name: string) {
    this.content = content;
    this.name = name;
  }
}

type Answer<N extends CallName> = Calls[N]['kind'] extends 'download' ? Attachment : Output<N> | JsonText;

export type Handler<N extends CallName> = (request: CallRequest<N>) => Promise<Answer<N>>;

/** The handlers of some calls. A call without a handler, or a handler without a call, does not compile. */
export type Handlers<N extends CallName> = { readonly [K in N]: Handler<K> };
