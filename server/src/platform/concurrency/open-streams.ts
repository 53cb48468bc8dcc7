import type { ServerResponse } from 'node:http';

export type StreamOwner = {
  readonly uid: string;
  readonly tokenHash: string;
  readonly address: string;
};

export type Stream = StreamOwner & {
  readonly response: ServerResponse;
  readonly until: number;
  /** From 0 to 1: spreads what all streams are sent at intervals. */
  readonly phase: number;
  wroteAt: number;
  /** 0 while the client has read everything. */
  stalledAt: number;
  /** The last event that was sent, or is being sent as part of the greeting. */
  sentUntil: number;
};

export type OpenStreamsLimits = {
  heartbeatMs: number;
  /** A client with this many unread bytes is dropped; it reconnects and resumes. */
  backlogBytes: number;
  stalledMs: number;
  /** A stream ends after this time; the client reconnects, which checks its session again. */
  lifeMs: number;
  perUser: number;
  perAddress: number;
};

const noStreams: ReadonlySet<Stream> = new Set();

export class OpenStreams implements Iterable<Stream> {
  readonly #limits: OpenStreamsLimits;
  readonly #streams = new Set<Stream>();
  readonly #byUser = new Map<string, Set<Stream>>();
  readonly #countByAddress = new Map<string, number>();
  #opens = 0;
  #drops = 0;

  constructor(limits: OpenStreamsLimits) {
    this.#limits = limits;
  }

  get counts(): { opens: number; drops: number } {
    return { opens: this.#opens, drops: this.#drops };
  }

  get size(): number {
    return this.#streams.size;
  }

  get uids(): ReadonlySetLike<string> {
    return this.#byUser;
  }

  [Symbol.iterator](): Iterator<Stream> {
    return this.#streams.values();
  }

  has(stream: Stream): boolean {
    return this.#streams.has(stream);
  }

  of(uid: string): ReadonlySet<Stream> {
    return this.#byUser.get(uid) ?? noStreams;
  }

  hasRoomFor({ uid, address }: StreamOwner): boolean {
    const { perUser, perAddress } = this.#limits;
    return this.of(uid).size < perUser && (this.#countByAddress.get(address) ?? 0) < perAddress;
  }

  /** The response must not be chunked: what is written goes to its socket as it is. */
  add(response: ServerResponse, owner: StreamOwner): Stream {
    response.flushHeaders();
    const now = performance.now();
    const until = now + this.#limits.lifeMs;
    const stream: Stream = {
      ...owner,
      response,
      until,
      phase: Math.random(),
      wroteAt: now,
      stalledAt: 0,
      sentUntil: Infinity,
    };
    this.#streams.add(stream);
    this.#opens++;
    const ofUser = this.#byUser.get(owner.uid) ?? new Set();
    this.#byUser.set(owner.uid, ofUser.add(stream));
    this.#countByAddress.set(owner.address, (this.#countByAddress.get(owner.address) ?? 0) + 1);
    response.on('close', () => this.#remove(stream));
    response.on('error', () => this.#remove(stream));
    // A client that left while its session was looked up emitted 'close' before.
    if (response.destroyed) this.#remove(stream);
    return stream;
  }

  write(stream: Stream, chunk: string | Buffer): void {
    const { response } = stream;
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > this.#limits.backlogBytes) {
      this.#drop(stream);
      return;
    }
    stream.wroteAt = performance.now();
    // The response would wait for the end of the turn, and send head, body and end of a chunk apart.
    (response.socket ?? response).write(chunk);
  }

  heartbeat(textFor: (stream: Stream) => string): void {
    const now = performance.now();
    for (const stream of this.#streams) {
      stream.stalledAt = stream.response.writableLength === 0 ? 0 : stream.stalledAt || now;
      if (stream.stalledAt > 0 && now - stream.stalledAt >= this.#limits.stalledMs) this.#drop(stream);
      else if (now > stream.until) stream.response.end();
      else if (now - stream.wroteAt >= this.#limits.heartbeatMs) this.write(stream, textFor(stream));
    }
  }

  #drop({ response }: Stream): void {
    this.#drops++;
    response.destroy();
  }

  #remove(stream: Stream): void {
    if (!this.#streams.delete(stream)) return;
    const ofUser = this.#byUser.get(stream.uid);
    ofUser?.delete(stream);
    if (ofUser?.size === 0) this.#byUser.delete(stream.uid);
    const remaining = (this.#countByAddress.get(stream.address) ?? 1) - 1;
    if (remaining === 0) this.#countByAddress.delete(stream.address);
    else this.#countByAddress.set(stream.address, remaining);
  }
}
