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

export type Handler<N extends CallName> = (request: CallRequest<N>) => Promise<Answer<N>>;

export type Handlers<N extends CallName> = { readonly [K in N]: Handler<K> };
