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
  /** The number up to which it was told, or is being told by its greeting. */
  toldUntil: number;
};

/** An event under its number; `uid` is null for one that goes to everybody who may know of its subject. */
type Entry<Subject> = {
  readonly id: number;
  readonly uid: string | null;
  readonly subject: Subject | null;
  /** Whether it is sent to open pages alone: whoever missed it is told to read everything again. */
  readonly once: boolean;
  readonly text: string;
};

/** From which of some users each event is kept, by what it tells of; null: from everybody. */
type Audience<Subject> = (
  subjects: readonly Subject[],
  uids: ReadonlySetLike<string>,
) => Promise<readonly (ReadonlySet<string> | null)[]>;

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
 * goes to everybody is made once for all. A reconnecting client names the last event it has and receives what it
 * missed; when that is no longer known, or was not all, `resync` tells it to read everything again. Who may know of an
 * event is asked when it is sent, and once more when it is sent to a client that comes back.
 */
export class EventStreams<Subject = never> {
  readonly #streams = new Set<Stream>();
  readonly #byUser = new Map<string, Set<Stream>>();
  readonly #byAddress = new Map<string, number>();
  /** Tells the numbers of this process apart from those of the one before it. */
  readonly #epoch = randomInt(2 ** 40).toString(36);
  readonly #kept: Entry<Subject>[] = [];
  /** Who was not told something, and the last event before that, in the order of these. */
  readonly #skipped = new Map<string, number>();
  readonly #limits: typeof streamLimits;
  readonly #audience: Audience<Subject>;
  #last = 0;
  #sent = 0;
  #flushing: NodeJS.Timeout | undefined;
  /** The events that are being sent, until the last stream has them. */
  #round: Promise<void> | undefined;
  readonly #beat: NodeJS.Timeout;
  #opened = 0;
  #dropped = 0;

  constructor(audience: Audience<Subject>, limits: Partial<typeof streamLimits> = {}) {
    this.#audience = audience;
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

  /** Takes a response whose head is written. `lastEventId`: what the client has, when it comes back. */
  async open(response: ServerResponse, owner: StreamOwner, lastEventId: string | null): Promise<void> {
    // It begins after what was told before, to the number.
    this.flush();
    const now = performance.now();
    const stream: Stream = {
      ...owner,
      response,
      until: now + this.#limits.lifeMs,
      wroteAt: now,
      stalledAt: 0,
      toldUntil: Infinity,
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

  /** Sends an event, JSON, to every open page; with a subject, to those that may know of it. */
  toAll(event: string, data: string, subject: Subject | null = null): void {
    this.#add({ uid: null, subject, once: false }, event, data);
  }

  /** Sends an event to the open pages of one user; `once`: what it says may be out of date later. */
  toUser(uid: string, event: string, data: string, { once = false } = {}): void {
    this.#add({ uid, subject: null, once }, event, data);
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
      if (meant) stream.response.end(eventText(event, '{}'));
    }
  }

  /** Sends what is left and ends every stream; clients come back by themselves. */
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

  /** Sends what came since the last time, once that is sent. */
  flush(): void {
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    const fresh = this.#kept.slice(this.#kept.length - (this.#last - this.#sent));
    // What comes meanwhile goes together in the next round.
    if (fresh.length === 0 || this.#round) return;
    this.#sent = this.#last;
    this.#round = this.#send(fresh, this.#sent).finally(() => {
      this.#round = undefined;
      if (this.#sent < this.#last) this.#flushing ??= setTimeout(() => this.flush(), this.#limits.flushMs);
    });
  }

  async #send(fresh: readonly Entry<Subject>[], until: number): Promise<void> {
    const toAll = fresh.filter(({ uid }) => uid === null);
    // Without an answer, as when the database is away, nobody is sent it; a client that comes back may be.
    const keptFrom = await this.#keptFrom(toAll, this.#byUser).catch(
      () => (entry: Entry<Subject>) => (entry.subject === null ? nobody : null),
    );
    const shared = toAll.filter((entry) => keptFrom(entry) !== null);
    const users = new Set(fresh.flatMap((entry) => entry.uid ?? []));
    for (const entry of shared) for (const uid of keptFrom(entry) ?? []) users.add(uid);
    const isFor = (entry: Entry<Subject>, uid: string) =>
      entry.uid === null ? keptFrom(entry)?.has(uid) === false : entry.uid === uid;
    const bytes = Buffer.from(textOf(shared));
    const own = new Map(
      [...users].map((uid) => [uid, textOf(fresh.filter((entry) => isFor(entry, uid)))] as const),
    );
    const streams =
      shared.length > 0 ? [...this.#streams] : [...users].flatMap((uid) => Array.from(this.#of(uid)));
    for (const [i, stream] of streams.entries()) {
      // Ten thousand streams take a tenth of a second and more: other calls are not to wait for all of them.
      if (i > 0 && i % this.#limits.atOnce === 0) await new Promise((resolve) => setImmediate(resolve));
      // A stream that was opened meanwhile is given all that by its greeting.
      if (!this.#streams.has(stream) || stream.toldUntil >= until) continue;
      stream.toldUntil = until;
      const text = own.get(stream.uid) ?? bytes;
      if (text.length > 0) this.#write(stream, text);
    }
  }

  async #keptFrom(
    entries: readonly Entry<Subject>[],
    uids: ReadonlySetLike<string>,
  ): Promise<(entry: Entry<Subject>) => ReadonlySet<string> | null> {
    const asked = entries.filter(({ subject }) => subject !== null);
    if (asked.length === 0) return () => nobody;
    const answers = await this.#audience(
      asked.flatMap(({ subject }) => subject ?? []),
      uids,
    );
    const byEntry = new Map(asked.map((entry, i) => [entry, answers[i] ?? null]));
    return (entry) => {
      const uidsKept = byEntry.get(entry);
      return uidsKept === undefined ? nobody : uidsKept;
    };
  }

  #of(uid: string): ReadonlySet<Stream> {
    return this.#byUser.get(uid) ?? new Set();
  }

  #add(of: Pick<Entry<Subject>, 'uid' | 'subject' | 'once'>, event: string, data: string): void {
    const id = ++this.#last;
    this.#kept.push({ ...of, id, text: `id: ${this.#epoch}-${id}\n${eventText(event, data)}` });
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

  async #greet(stream: Stream, lastEventId: string | null): Promise<void> {
    // Clients of a process that ended come back spread over a few seconds.
    const retry = `retry: ${randomInt(1_000, 5_000)}\n`;
    const beginHere = (more = '') => {
      stream.toldUntil = this.#sent;
      this.#write(stream, `${retry}id: ${this.place}\n\n${more}`);
    };
    if (lastEventId === null) return beginHere();
    const [epoch, number] = lastEventId.split('-');
    const after = epoch === this.#epoch && /^\d{1,15}$/.test(number ?? '') ? Number(number) : null;
    const oldest = this.#kept[0]?.id ?? this.#last + 1;
    if (after === null || after < oldest - 1 || after > this.#last) return beginHere(resync);
    let isAll = (this.#skipped.get(stream.uid) ?? -1) < after;
    let text = '';
    let until = after;
    // A round may begin while the audience is asked.
    while (until < this.#sent) {
      const to = this.#sent;
      const missed = await this.#missed(stream.uid, until, to).catch(() => null);
      if (missed === null) return beginHere(resync);
      text += missed.text;
      isAll &&= missed.isAll;
      until = to;
    }
    stream.toldUntil = until;
    this.#write(stream, `${retry}\n${text}${isAll ? '' : resync}`);
  }

  async #missed(uid: string, after: number, until: number): Promise<{ text: string; isAll: boolean }> {
    const missed = this.#kept.filter(
      (entry) => entry.id > after && entry.id <= until && (entry.uid === null || entry.uid === uid),
    );
    const keptFrom = await this.#keptFrom(missed, new Set([uid]));
    const sent = missed.filter((entry) => !entry.once && keptFrom(entry)?.has(uid) === false);
    return { text: textOf(sent), isAll: !missed.some(({ once }) => once) };
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

const nobody: ReadonlySet<string> = new Set();
const resync = eventText('resync', '{}');

function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

function textOf(entries: readonly Entry<unknown>[]): string {
  return entries.map((entry) => entry.text).join('');
}
