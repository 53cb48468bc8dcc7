import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';

export type StreamOwner = {
  readonly uid: string;
  readonly tokenHash: string;
  /** The client's address, as rate limits count it. */
  readonly address: string;
};

type Stream = StreamOwner & {
  readonly response: ServerResponse;
  readonly until: number;
  wroteAt: number;
  /** Since when data is unread; 0 when none is. */
  stalledAt: number;
  /** The last event that was sent, or is being sent as part of the greeting. */
  sentUntil: number;
};

/** A numbered event; `uid` is null for one that goes to everybody who may see its subject. */
type Entry<Subject> = {
  readonly id: number;
  /** When it was added, by the site's clock. */
  readonly at: number;
  readonly uid: string | null;
  readonly subject: Subject | null;
  /** Sent to open pages only: a client that missed it gets `resync`. */
  readonly once: boolean;
  readonly text: string;
};

/** For each subject, which of these users it is hidden from; null: from everybody. */
type Audience<Subject> = (
  subjects: readonly Subject[],
  uids: ReadonlySetLike<string>,
) => Promise<readonly (ReadonlySet<string> | null)[]>;

export const streamLimits = {
  flushMs: 100,
  heartbeatMs: 25_000,
  /** A client with this many unread bytes is dropped; it reconnects and resumes. */
  backlogBytes: 64 * 1024,
  stalledMs: 30_000,
  /** Events to which a reconnecting client can return. */
  historySize: 10_000,
  /** A stream ends after this time; the client reconnects, which checks its session again. */
  lifeMs: 3_600_000,
  /** Streams written to before other work gets a turn: at least so many, and more when a round would take longer. */
  atOnce: 50,
  roundMs: 500,
  /** After a round, no other begins for this many times as long as its writing took. */
  restFactor: 8,
  /** How much later, or by a clock that differs, another process of the site may have the same event. */
  acrossMs: 2_000,
  perUser: 6,
  perAddress: 200,
};

/**
 * Server-sent events to many open pages. Events are numbered and sent in order, a few times a second; events for
 * everybody are serialised once. A reconnecting client sends `Last-Event-ID` and receives what it missed; when that
 * is no longer complete, `resync` tells it to read everything again. A client that comes from another process of the
 * site receives what was added since shortly before its last event: it may get an event twice. Permission to see an
 * event is checked when it is sent, and again when it is resent to a reconnecting client.
 */
export class EventStreams<Subject = never> {
  readonly #streams = new Set<Stream>();
  readonly #byUser = new Map<string, Set<Stream>>();
  readonly #byAddress = new Map<string, number>();
  /** Distinguishes this process's event numbers from those of the previous one. */
  readonly #epoch = randomInt(2 ** 40).toString(36);
  readonly #history: Entry<Subject>[] = [];
  /** When users were last not sent something, by the site's clock, the earliest first. */
  readonly #skipped = new Map<string, number>();
  readonly #limits: typeof streamLimits;
  readonly #audience: Audience<Subject>;
  readonly #clock: () => number;
  readonly #heardUntil: () => number;
  /** All events since then are in the history. */
  #completeSince: number;
  #last = 0;
  #sent = 0;
  #flushing: NodeJS.Timeout | undefined;
  #restUntil = 0;
  #round: Promise<void> | undefined;
  readonly #beat: NodeJS.Timeout;
  #opened = 0;
  #dropped = 0;

  /**
   * `clock`: milliseconds since 1970, the same for all processes of the site. `heardUntil`: by this clock, from when on
   * events of the other processes may be missing, give or take a second.
   */
  constructor(
    audience: Audience<Subject>,
    limits: Partial<typeof streamLimits> = {},
    clock: () => number = Date.now,
    heardUntil: () => number = () => Infinity,
  ) {
    this.#audience = audience;
    this.#limits = { ...streamLimits, ...limits };
    this.#clock = clock;
    this.#heardUntil = heardUntil;
    this.#completeSince = clock();
    this.#beat = setInterval(() => this.#heartbeat(), 1_000).unref();
  }

  get counts(): { opened: number; dropped: number } {
    return { opened: this.#opened, dropped: this.#dropped };
  }

  get size(): number {
    return this.#streams.size;
  }

  /** The id of the last event: a page that opens its stream a little later resumes from here. */
  get place(): string {
    return this.#idOf(this.#sent, this.#clock());
  }

  hasRoomFor({ uid, address }: StreamOwner): boolean {
    const { perUser, perAddress } = this.#limits;
    return (this.#byUser.get(uid)?.size ?? 0) < perUser && (this.#byAddress.get(address) ?? 0) < perAddress;
  }

  has(uid: string): boolean {
    return this.#byUser.has(uid);
  }

  /** Takes over a response whose head is written. `lastEventId`: sent by a reconnecting client. */
  async open(response: ServerResponse, owner: StreamOwner, lastEventId: string | null): Promise<void> {
    const now = performance.now();
    // The stream starts right after the events that are sent by now.
    if (now >= this.#restUntil) this.flush();
    const stream: Stream = {
      ...owner,
      response,
      until: now + this.#limits.lifeMs,
      wroteAt: now,
      stalledAt: 0,
      sentUntil: Infinity,
    };
    this.#streams.add(stream);
    this.#opened++;
    const own = this.#byUser.get(owner.uid) ?? new Set();
    this.#byUser.set(owner.uid, own.add(stream));
    this.#byAddress.set(owner.address, (this.#byAddress.get(owner.address) ?? 0) + 1);
    response.on('close', () => this.#remove(stream));
    response.on('error', () => this.#remove(stream));
    await this.#greet(stream, lastEventId);
  }

  /** Sends an event (JSON) to every open page; with a subject, to those who may see it. */
  toAll(event: string, data: string, subject: Subject | null = null): void {
    this.#add({ uid: null, subject, once: false }, event, data);
  }

  /** Sends an event to the open pages of one user; `once`: it may be outdated when a client reconnects. */
  toUser(uid: string, event: string, data: string, { once = false } = {}): void {
    this.#add({ uid, subject: null, once }, event, data);
  }

  /** Records that something was not sent to this user: a client that reconnects from before it gets `resync`. */
  skip(uid: string): void {
    this.#skipped.delete(uid);
    this.#skipped.set(uid, this.#clock());
  }

  /** Tells every page to read everything again: events may be missing. */
  resync(): void {
    this.toAll('resync', '{}');
  }

  end(of: { tokenHash: string } | { uid: string }, event: string): void {
    this.flush();
    for (const stream of this.#streams) {
      const isMatch = 'uid' in of ? stream.uid === of.uid : stream.tokenHash === of.tokenHash;
      if (isMatch) stream.response.end(eventText(event, '{}'));
    }
  }

  /** Ends the streams at random moments of this time: their clients reconnect, to other processes. */
  async drain(ms: number): Promise<void> {
    for (const stream of this.#streams)
      setTimeout(() => {
        if (stream.sentUntil === this.#sent) this.#write(stream, `id: ${this.place}\n\n`);
        stream.response.end(eventText('bye', '{}'));
      }, Math.random() * ms).unref();
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Sends pending events and ends every stream. */
  async close(): Promise<void> {
    clearInterval(this.#beat);
    await this.#round;
    this.flush();
    await this.#round;
    clearTimeout(this.#flushing);
    for (const { response } of this.#streams) {
      response.end(eventText('bye', '{}'));
      response.socket?.destroySoon();
    }
  }

  flush(): void {
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    const pending = this.#history.slice(this.#history.length - (this.#last - this.#sent));
    // Events that arrive during a round go out together in the next one.
    if (pending.length === 0 || this.#round) return;
    this.#sent = this.#last;
    this.#round = this.#send(pending, this.#sent).finally(() => {
      this.#round = undefined;
      if (this.#sent < this.#last) this.#flushSoon();
    });
  }

  async #send(pending: readonly Entry<Subject>[], until: number): Promise<void> {
    const toAll = pending.filter(({ uid }) => uid === null);
    // Fails closed: when the audience is unknown, as without a database, nobody is sent the event; reconnecting
    // clients may still get it.
    const hiddenFrom = await this.#hiddenFrom(toAll, this.#byUser).catch(
      () => (entry: Entry<Subject>) => (entry.subject === null ? nobody : null),
    );
    const shared = toAll.filter((entry) => hiddenFrom(entry) !== null);
    const users = new Set(pending.flatMap((entry) => entry.uid ?? []));
    for (const entry of shared) for (const uid of hiddenFrom(entry) ?? []) users.add(uid);
    const isFor = (entry: Entry<Subject>, uid: string) =>
      entry.uid === null ? hiddenFrom(entry)?.has(uid) === false : entry.uid === uid;
    const bytes = Buffer.from(textOf(shared));
    const own = new Map(
      [...users].map((uid) => [uid, textOf(pending.filter((entry) => isFor(entry, uid)))] as const),
    );
    const streams =
      shared.length > 0 ? [...this.#streams] : [...users].flatMap((uid) => Array.from(this.#of(uid)));
    let spentMs = 0;
    let since = performance.now();
    const { atOnce, roundMs } = this.#limits;
    const begun = since;
    let pauseAt = atOnce;
    for (const [i, stream] of streams.entries()) {
      // Writing to ten thousand streams takes a tenth of a second and more: let other calls run in between.
      if (i === pauseAt) {
        spentMs += performance.now() - since;
        const pausedAt = performance.now();
        await new Promise((resolve) => setImmediate(resolve));
        since = performance.now();
        const turnsLeft = Math.max(1, (begun + roundMs - since) / (since - pausedAt));
        pauseAt = i + Math.max(atOnce, Math.ceil((streams.length - i) / turnsLeft));
      }
      // A stream that was opened meanwhile gets these events with its greeting.
      if (!this.#streams.has(stream) || stream.sentUntil >= until) continue;
      stream.sentUntil = until;
      const text = own.get(stream.uid) ?? bytes;
      if (text.length > 0) this.#write(stream, text);
    }
    const now = performance.now();
    this.#restUntil = now + this.#limits.restFactor * (spentMs + now - since);
  }

  async #hiddenFrom(
    entries: readonly Entry<Subject>[],
    uids: ReadonlySetLike<string>,
  ): Promise<(entry: Entry<Subject>) => ReadonlySet<string> | null> {
    const withSubject = entries.filter(({ subject }) => subject !== null);
    if (withSubject.length === 0) return () => nobody;
    const answers = await this.#audience(
      withSubject.flatMap(({ subject }) => subject ?? []),
      uids,
    );
    const byEntry = new Map(withSubject.map((entry, i) => [entry, answers[i] ?? null]));
    return (entry) => {
      const hiddenUids = byEntry.get(entry);
      return hiddenUids === undefined ? nobody : hiddenUids;
    };
  }

  #of(uid: string): ReadonlySet<Stream> {
    return this.#byUser.get(uid) ?? new Set();
  }

  #add(of: Pick<Entry<Subject>, 'uid' | 'subject' | 'once'>, event: string, data: string): void {
    const id = ++this.#last;
    const at = this.#clock();
    this.#history.push({ ...of, id, at, text: `id: ${this.#idOf(id, at)}\n${eventText(event, data)}` });
    // Events that are not sent yet are never dropped.
    const surplus = Math.min(
      this.#history.length - this.#limits.historySize,
      this.#sent - (this.#history[0]?.id ?? 0) + 1,
    );
    if (surplus >= this.#limits.historySize / 10) this.#forget(surplus);
    this.#flushSoon();
  }

  #flushSoon(): void {
    const ms = Math.max(this.#limits.flushMs, this.#restUntil - performance.now());
    this.#flushing ??= setTimeout(() => {
      this.#flushing = undefined;
      // A round may have ended since.
      if (performance.now() < this.#restUntil) this.#flushSoon();
      else this.flush();
    }, ms);
  }

  #forget(count: number): void {
    const forgotten = this.#history.splice(0, count).at(-1);
    this.#completeSince = forgotten?.at ?? this.#completeSince;
    // A client that reconnects from there gets `resync` in any case.
    for (const [uid, at] of this.#skipped) {
      if (at >= this.#completeSince) break;
      this.#skipped.delete(uid);
    }
  }

  async #greet(stream: Stream, lastEventId: string | null): Promise<void> {
    // Jitter: after a restart clients reconnect spread over a few seconds.
    const retry = `retry: ${randomInt(1_000, 5_000)}\n`;
    const beginHere = (more = '') => {
      stream.sentUntil = this.#sent;
      this.#write(stream, `${retry}id: ${this.place}\n\n${more}`);
    };
    if (lastEventId === null) return beginHere();
    const place = this.#placeOf(lastEventId);
    if (place === null) return beginHere(resync);
    let isComplete = (this.#skipped.get(stream.uid) ?? 0) < place.since;
    let text = '';
    let until = place.after;
    // A round may start while the audience is being checked.
    while (until < this.#sent) {
      const to = this.#sent;
      const missed = await this.#missed(stream.uid, until, to).catch(() => null);
      if (missed === null) return beginHere(resync);
      text += missed.text;
      isComplete &&= missed.isComplete;
      until = to;
    }
    stream.sentUntil = until;
    this.#write(stream, `${retry}\n${text}${isComplete ? '' : resync}`);
  }

  #idOf(id: number, at: number): string {
    // A client that leaves a process that hears nobody resumes elsewhere from before the silence.
    return `${this.#epoch}-${id}-${Math.floor(Math.min(at, this.#heardUntil()))}`;
  }

  /**
   * The last event that a client with this id is sure to have, and when that was; null when it may miss some of the
   * history.
   */
  #placeOf(lastEventId: string): { after: number; since: number } | null {
    const [, epoch, digits, ms] = /^([0-9a-z]{1,9})-(\d{1,15})-(\d{1,15})$/.exec(lastEventId) ?? [];
    const oldest = this.#history[0]?.id ?? this.#last + 1;
    if (epoch === this.#epoch) {
      const after = Number(digits);
      return after < oldest - 1 || after > this.#last ? null : { after, since: Number(ms) };
    }
    const since = Number(ms) - this.#limits.acrossMs;
    if (ms === undefined || since < this.#completeSince || since > this.#clock()) return null;
    const first = this.#history.findIndex(({ at }) => at >= since);
    return { after: first < 0 ? this.#last : oldest + first - 1, since };
  }

  async #missed(uid: string, after: number, until: number): Promise<{ text: string; isComplete: boolean }> {
    const missed = this.#history.filter(
      (entry) => entry.id > after && entry.id <= until && (entry.uid === null || entry.uid === uid),
    );
    const hiddenFrom = await this.#hiddenFrom(missed, new Set([uid]));
    const sent = missed.filter((entry) => !entry.once && hiddenFrom(entry)?.has(uid) === false);
    return { text: textOf(sent), isComplete: !missed.some(({ once }) => once) };
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
      else if (now - stream.wroteAt >= this.#limits.heartbeatMs)
        // A recent place, in case the client reconnects to another process.
        this.#write(stream, stream.sentUntil === this.#sent ? `id: ${this.place}\n\n` : ':\n\n');
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

const nobody: ReadonlySet<string> = new Set();
const resync = eventText('resync', '{}');

function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

function textOf(entries: readonly Entry<unknown>[]): string {
  return entries.map((entry) => entry.text).join('');
}
