import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';

export type StreamOwner = {
  readonly uid: string;
  /** The session that the stream lives by. */
  readonly tokenHash: string;
  /** The client's address as limits count it. */
  readonly address: string;
};

type Stream = StreamOwner & {
  readonly response: ServerResponse;
  readonly until: number;
  wroteAt: number;
  /** Since when something is lying unread; 0 when nothing is. */
  stalledAt: number;
};

/** An event under its number; `uid` is null for one that goes to everybody, save `except`. */
type Entry = {
  readonly id: number;
  readonly uid: string | null;
  readonly except: ReadonlySet<string> | null;
  readonly text: string;
};

export const streamLimits = {
  /** How often what came is sent, in milliseconds. */
  flushMs: 100,
  heartbeatMs: 25_000,
  /** A reader that leaves so many bytes lying is let go: it comes back and reads on. */
  backlogBytes: 64 * 1024,
  /** And one that takes nothing for so long. */
  stalledMs: 30_000,
  /** How many events are kept for who comes back. */
  kept: 10_000,
  /** A stream ends after that, and its client, coming back, shows its session anew. */
  lifeMs: 3_600_000,
  /** How many streams are written to before other work has its turn. */
  atOnce: 250,
  perUser: 6,
  perAddress: 200,
};

/**
 * Server-sent events to many open pages. Events are numbered in one order and sent in it, a few times a second: what
 * goes to everybody is made once for all. Who comes back names the last one it has and gets what it missed; when that
 * is no longer known, or was not all, `resync` tells it to read everything anew.
 */
export class EventStreams {
  readonly #streams = new Set<Stream>();
  readonly #byUser = new Map<string, Set<Stream>>();
  readonly #byAddress = new Map<string, number>();
  /** Tells the numbers of this process apart from those of the one before it. */
  readonly #epoch = randomInt(2 ** 40).toString(36);
  readonly #kept: Entry[] = [];
  /** Who was not told something, and the last event before that, in the order of these. */
  readonly #skipped = new Map<string, number>();
  readonly #limits: typeof streamLimits;
  #last = 0;
  #sent = 0;
  #flushing: NodeJS.Timeout | undefined;
  /** What is being sent now, stream by stream. */
  #sending: Iterator<undefined> | undefined;
  readonly #beat: NodeJS.Timeout;
  #opened = 0;
  #dropped = 0;

  constructor(limits: Partial<typeof streamLimits> = {}) {
    this.#limits = { ...streamLimits, ...limits };
    this.#beat = setInterval(() => this.#heartbeat(), 1_000).unref();
  }

  /** How many were opened, and cut because nobody read them. */
  get counts(): { opened: number; dropped: number } {
    return { opened: this.#opened, dropped: this.#dropped };
  }

  get size(): number {
    return this.#streams.size;
  }

  /** The last event until now: from here on goes a page that opens its stream a little later. */
  get place(): string {
    return `${this.#epoch}-${this.#sent}`;
  }

  /** Whether one more stream may be opened by this user from this address. */
  hasRoomFor({ uid, address }: StreamOwner): boolean {
    const { perUser, perAddress } = this.#limits;
    return (this.#byUser.get(uid)?.size ?? 0) < perUser && (this.#byAddress.get(address) ?? 0) < perAddress;
  }

  /** Whether this user has a page open. */
  has(uid: string): boolean {
    return this.#byUser.has(uid);
  }

  /** Who has a page open. */
  users(): string[] {
    return [...this.#byUser.keys()];
  }

  /** Takes a response whose head is written. `lastEventId`: what the client has, when it comes back. */
  open(response: ServerResponse, owner: StreamOwner, lastEventId: string | null): void {
    // It begins after what was told before, to the number.
    this.flush();
    const now = performance.now();
    const stream: Stream = {
      ...owner,
      response,
      until: now + this.#limits.lifeMs,
      wroteAt: now,
      stalledAt: 0,
    };
    this.#streams.add(stream);
    this.#opened++;
    const own = this.#byUser.get(owner.uid) ?? new Set();
    this.#byUser.set(owner.uid, own.add(stream));
    this.#byAddress.set(owner.address, (this.#byAddress.get(owner.address) ?? 0) + 1);
    response.on('close', () => this.#remove(stream));
    response.on('error', () => this.#remove(stream));
    this.#write(stream, this.#greeting(owner.uid, lastEventId));
  }

  /** Sends an event to every open page, save those of some users. */
  toAll(event: string, data: object, except: ReadonlySet<string> | null = null): void {
    this.#add(null, event, data, except);
  }

  /** Sends an event to the open pages of one user. */
  toUser(uid: string, event: string, data: object): void {
    this.#add(uid, event, data);
  }

  /** Something that concerns this user was not told: what is opened again from before is told to read anew. */
  skip(uid: string): void {
    this.#skipped.delete(uid);
    this.#skipped.set(uid, this.#last);
  }

  /** Ends the streams of a session, or of all sessions of a user, with a last event. */
  end(of: { tokenHash: string } | { uid: string }, event: string): void {
    this.flush();
    for (const stream of this.#streams) {
      const meant = 'uid' in of ? stream.uid === of.uid : stream.tokenHash === of.tokenHash;
      if (meant) stream.response.end(eventText(event, {}));
    }
  }

  /** Sends what is left and ends every stream; clients come back by themselves. */
  close(): void {
    clearInterval(this.#beat);
    while (this.#sending) this.#sendSome();
    this.flush();
    while (this.#sending) this.#sendSome();
    for (const { response } of this.#streams) {
      response.end(eventText('bye', {}));
      response.socket?.destroySoon();
    }
  }

  /** Sends what came since the last time, once that is sent. */
  flush(): void {
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    const fresh = this.#kept.slice(this.#kept.length - (this.#last - this.#sent));
    // What comes meanwhile goes together in the next round.
    if (fresh.length === 0 || this.#sending) return;
    this.#sent = this.#last;
    this.#sending = this.#send(fresh);
    this.#sendSome();
  }

  // Ten thousand streams take a tenth of a second and more: other calls are not to wait for all of them.
  #sendSome(): void {
    const sending = this.#sending;
    if (!sending) return;
    for (let i = 0; i < this.#limits.atOnce; i++) {
      if (!sending.next().done) continue;
      this.#sending = undefined;
      if (this.#sent < this.#last) this.#flushing ??= setTimeout(() => this.flush(), this.#limits.flushMs);
      return;
    }
    setImmediate(() => this.#sendSome());
  }

  *#send(fresh: readonly Entry[]): Generator<undefined> {
    const shared = fresh.filter((entry) => entry.uid === null);
    const users = new Set(fresh.flatMap((entry) => entry.uid ?? []));
    for (const { except } of shared) for (const uid of except ?? []) if (this.has(uid)) users.add(uid);
    const bytes = Buffer.from(textOf(shared));
    const own = new Map([...users].map((uid) => [uid, textOf(fresh.filter((entry) => isFor(entry, uid)))]));
    // Who opens a stream meanwhile is given all that by its greeting.
    const streams =
      shared.length > 0 ? [...this.#streams] : [...users].flatMap((uid) => Array.from(this.#of(uid)));
    for (const stream of streams) {
      const text = own.get(stream.uid) ?? bytes;
      if (text.length > 0 && this.#streams.has(stream)) this.#write(stream, text);
      yield undefined;
    }
  }

  #of(uid: string): ReadonlySet<Stream> {
    return this.#byUser.get(uid) ?? new Set();
  }

  #add(uid: string | null, event: string, data: object, except: Entry['except'] = null): void {
    const id = ++this.#last;
    this.#kept.push({ id, uid, except, text: `id: ${this.#epoch}-${id}\n${eventText(event, data)}` });
    // What was not sent yet is never dropped.
    const surplus = Math.min(
      this.#kept.length - this.#limits.kept,
      this.#sent - (this.#kept[0]?.id ?? 0) + 1,
    );
    if (surplus >= this.#limits.kept / 10) this.#forget(surplus);
    this.#flushing ??= setTimeout(() => this.flush(), this.#limits.flushMs);
  }

  #forget(count: number): void {
    const last = this.#kept.splice(0, count).at(-1)?.id ?? 0;
    // Whoever comes back from there reads anew in any case.
    for (const [uid, before] of this.#skipped) {
      if (before >= last) break;
      this.#skipped.delete(uid);
    }
  }

  // Clients of a process that ended come back spread over a few seconds.
  #greeting(uid: string, lastEventId: string | null): string {
    const retry = `retry: ${randomInt(1_000, 5_000)}\n`;
    const [epoch, number] = lastEventId?.split('-') ?? [];
    const after = epoch === this.#epoch && /^\d{1,15}$/.test(number ?? '') ? Number(number) : null;
    const oldest = this.#kept[0]?.id ?? this.#last + 1;
    const here = `${retry}id: ${this.place}\n\n`;
    if (lastEventId === null) return here;
    if (after === null || after < oldest - 1 || after > this.#last) return here + eventText('resync', {});
    const missed = this.#kept.filter(
      (entry) => entry.id > after && entry.id <= this.#sent && isFor(entry, uid),
    );
    const isAll = (this.#skipped.get(uid) ?? -1) < after;
    return `${retry}\n${textOf(missed)}${isAll ? '' : eventText('resync', {})}`;
  }

  #write(stream: Stream, chunk: string | Buffer): void {
    const { response } = stream;
    if (response.writableEnded) return;
    if (response.writableLength > this.#limits.backlogBytes) {
      this.#drop(stream);
      return;
    }
    stream.wroteAt = performance.now();
    response.write(chunk);
  }

  #heartbeat(): void {
    const now = performance.now();
    for (const stream of this.#streams) {
      stream.stalledAt = stream.response.writableLength === 0 ? 0 : stream.stalledAt || now;
      if (stream.stalledAt > 0 && now - stream.stalledAt >= this.#limits.stalledMs) this.#drop(stream);
      else if (now > stream.until) stream.response.end();
      else if (now - stream.wroteAt >= this.#limits.heartbeatMs) this.#write(stream, ':\n\n');
    }
  }

  #drop({ response }: Stream): void {
    this.#dropped++;
    response.destroy();
  }

  #remove(stream: Stream): void {
    if (!this.#streams.delete(stream)) return;
    const own = this.#byUser.get(stream.uid);
    own?.delete(stream);
    if (own?.size === 0) this.#byUser.delete(stream.uid);
    const left = (this.#byAddress.get(stream.address) ?? 1) - 1;
    if (left === 0) this.#byAddress.delete(stream.address);
    else this.#byAddress.set(stream.address, left);
  }
}

function isFor(entry: Entry, uid: string): boolean {
  return entry.uid === uid || (entry.uid === null && !entry.except?.has(uid));
}

function eventText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function textOf(entries: readonly Entry[]): string {
  return entries.map((entry) => entry.text).join('');
}
