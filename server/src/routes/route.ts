import type { Readable } from 'node:stream';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { CallName, Calls, Input, Output } from '../../../contract/src/calls/all.ts';
import type { Bus } from '../kernel/bus.ts';
import type { Writes } from '../kernel/writes.ts';
import type { LinkPreviews } from '../links/actions/link-previews.ts';
import type { PostSubject } from '../live/views/event-audience.ts';
import type { EventStreams } from '../platform/event-streams.ts';
import type { FileStore } from '../platform/files.ts';
import type { OpenIdProvider } from '../platform/openid.ts';
import type { PushSender } from '../platform/push-sender.ts';
import type { RateLimiter, SharedRateLimiter } from '../platform/rate-limiter.ts';
import type { Signer } from '../platform/signed.ts';
import type { UnderWay } from '../platform/under-way.ts';
import type { Likes } from '../posts/actions/reactions.ts';
import type { Session, Sessions } from '../sessions/actions/sessions.ts';
import type { Reads } from '../views/reads.ts';

/** What the routes are made from. */
export type Site = {
  readonly name: string;
  /** The origin that people use: what a link of ours begins with. */
  readonly publicUrl: string;
  /** Who runs the site, as far as that was configured. */
  readonly operator: { readonly name: string; readonly email: string; readonly address: string };
  /** Whether people reach the site over https: decides the session cookie's name and its Secure flag. */
  readonly secure: boolean;
  readonly officialUid: string | null;
  readonly superAdminEmail: string | null;
  readonly bus: Bus;
  readonly writes: Writes;
  readonly reads: Reads;
  readonly streams: EventStreams<PostSubject>;
  readonly likes: Likes;
  readonly sessions: Sessions;
  readonly signer: Signer;
  readonly limiter: RateLimiter;
  readonly sharedLimiter: SharedRateLimiter;
  /** The commands of each user that are being done. */
  readonly underWay: UnderWay;
  readonly files: FileStore;
  readonly linkPreviews: LinkPreviews;
  /** Null: devices are told nothing here. */
  readonly push: PushSender | null;
  /** Null: there is no sign-in with Google here. */
  readonly google: OpenIdProvider | null;
};

/** One call as it arrives. The session is there whenever the call needs one. */
export type Asked<N extends CallName> = {
  readonly input: Input<N>;
  readonly session: Calls[N]['who'] extends 'anyone' ? Session | null : Session;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** An answer that is JSON already, one character per byte: lists are joined from texts made once (views/bytes.ts). */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The answer of a download: a file that is made while it is sent, and the name that it is kept under. */
export class Attachment {
  readonly content: Readable;
  readonly name: string;

  constructor(content: Readable, name: string) {
    this.content = content;
    this.name = name;
  }
}

type Answer<N extends CallName> = Calls[N]['kind'] extends 'download' ? Attachment : Output<N> | JsonText;

export type Handler<N extends CallName> = (asked: Asked<N>) => Promise<Answer<N>>;

/** The handlers of some calls. A name without its handler, or the other way round, does not compile. */
export type Handlers<N extends CallName> = { readonly [K in N]: Handler<K> };
