import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setImmediate as turnEnd, setTimeout as timeout } from 'node:timers/promises';

import { EventHistory, type HistoryEntry } from './event-history.ts';
import { OpenStreams, type OpenStreamsLimits, type Stream, type StreamOwner } from './open-streams.ts';

/**
 * For each subject, those of `uids` that it is hidden from; null: it is hidden from everybody. `outdated`: it
 * has changed since, so the event is for nobody, and a client that missed it gets `resync`.
 */
type Audience<Subject> = (
  subjects: readonly Subject[],
  uids: ReadonlySetLike<string>,
) => Promise<readonly (Hidden | 'outdated')[]>;

type Hidden = ReadonlySet<string> | null;

const openStreamsLimits: OpenStreamsLimits = {
  heartbeatMs: 25_000,
  backlogBytes: 64 * 1024,
  stalledMs: 30_000,
  lifeMs: 3_600_000,
  perUser: 6,
  perAddress: 200,
};

export const streamLimits = {
  ...openStreamsLimits,
  flushMs: 100,
  historySize: 10_000,
  /** A reconnecting client is resent at most this much: it may read nothing. */
  resentLength: 512 * 1024,
  acrossMs: 2_000,
  /** Streams count as incomplete when the other processes of the site have not been heard for this time. */
  unheardMs: 2_000,
  /** An incomplete stream gets a `resync` at this interval, since its page does not poll. */
  resyncMs: 45_000,
  /** This many streams are written to in one turn; more when a round would exceed `roundMs`. */
  atOnce: 10,
  roundMs: 500,
  /**
   * After each turn, nothing is written for this many times as long as its writing took, or less when the round
   * would exceed `roundMs`; what is missing then follows after the round.
   */
  restFactor: 8,
  /** The same after a round during which the process had little else to do: pages are told sooner. */
  idleRestFactor: 4,
};

/** Of the time of a round: while others use more of it, they need the process. */
const busyShare = 1 / 4;

export type EventStreamsOptions<Subject> = {
  audience: Audience<Subject>;
  /**
   * Called once per outage of the audience: its events are withheld, and sent to clients that reconnect
   * later.
   */
  onAudienceError: (error: unknown) => void;
  limits?: Partial<typeof streamLimits>;
  clock?: (() => number) | undefined;
  heardUntil?: (() => number) | undefined;
};

/**
 * Server-sent events to many open pages. Events are numbered and sent in order, a few times a second; events
 * for everybody are serialised once. A reconnecting client sends `Last-Event-ID` and receives what it missed;
 * when that is no longer complete, `resync` tells it to read everything again. A client that comes from
 * another process of the site may get an event twice. Permission to see an event is checked when it is sent,
 * and again when it is resent.
 */
export class EventStreams<Subject = never> {
  readonly #streams: OpenStreams;
  readonly #history: EventHistory<Subject>;
  readonly #limits: typeof streamLimits;
  readonly #audience: Audience<Subject>;
  readonly #onAudienceError: (error: unknown) => void;
  readonly #clock: () => number;
  readonly #heardUntil: () => number;
  readonly #heartbeatTimer: NodeJS.Timeout;
  #resyncedUntil: number;
  #isAudienceDown = false;
  #sentId = 0;
  #flushTimer: NodeJS.Timeout | undefined;
  #restUntil = 0;
  #round: Promise<void> | undefined;

  constructor(options: EventStreamsOptions<Subject>) {
    const { audience, onAudienceError, limits, clock = Date.now, heardUntil = () => Infinity } = options;
    this.#audience = audience;
    this.#onAudienceError = onAudienceError;
    this.#limits = { ...streamLimits, ...limits };
    this.#streams = new OpenStreams(this.#limits);
    const { historySize: size, acrossMs } = this.#limits;
    this.#history = new EventHistory({ size, acrossMs, clock, heardUntil });
    this.#clock = clock;
    this.#heardUntil = heardUntil;
    this.#resyncedUntil = clock();
    this.#heartbeatTimer = setInterval(() => {
      this.#streams.heartbeat((stream) => this.#heartbeatText(stream));
      this.#resyncUnheard();
    }, 1_000).unref();
  }

  get counts(): { opens: number; drops: number } {
    return this.#streams.counts;
  }

  get size(): number {
    return this.#streams.size;
  }

  get owners(): readonly StreamOwner[] {
    return [...this.#streams];
  }

  /** The id of the last event: a page that opens its stream a little later resumes from here. */
  get place(): string {
    return this.#history.placeAt(this.#sentId);
  }

  hasRoomFor(owner: StreamOwner): boolean {
    return this.#streams.hasRoomFor(owner);
  }

  has(uid: string): boolean {
    return this.#streams.uids.has(uid);
  }

  async open(response: ServerResponse, owner: StreamOwner, lastEventId: string | null): Promise<void> {
    // The stream starts right after the events that are sent by now.
    if (performance.now() >= this.#restUntil) this.flush();
    const stream = this.#streams.add(response, owner);
    await this.#greet(stream, lastEventId);
  }

  toAll(event: string, data: string, subject: Subject | null = null): void {
    this.#add({ uid: null, subject, once: false, text: eventText(event, data) });
  }

  /** `once`: not resent, since it may be outdated when a client reconnects. */
  toUser(uid: string, event: string, data: string, { once = false } = {}): void {
    this.#add({ uid, subject: null, once, text: eventText(event, data) });
  }

  /**
   * Records that something was not sent to this user: a client that reconnects from before it gets `resync`.
   */
  skip(uid: string): void {
    this.#history.skip(uid);
  }

  resync(): void {
    this.toAll('resync', '{}');
  }

  end(of: { tokenHashes: readonly string[] } | { uid: string }, event: string): void {
    this.flush();
    const tokenHashes = 'uid' in of ? null : new Set(of.tokenHashes);
    for (const stream of 'uid' in of ? this.#streams.of(of.uid) : this.#streams) {
      const isMatch = tokenHashes?.has(stream.tokenHash) ?? true;
      // A client that reads nothing keeps its ended stream open until it is dropped.
      if (isMatch && !stream.response.writableEnded) stream.response.end(eventText(event, '{}'));
    }
  }

  /** Ends the streams at random moments of this time: their clients reconnect, to other processes. */
  async drain(ms: number): Promise<void> {
    for (const stream of this.#streams) {
      setTimeout(() => {
        if (stream.sentUntil === this.#sentId) this.#streams.write(stream, `id: ${this.place}\n\n`);
        stream.response.end(eventText('bye', '{}'));
      }, Math.random() * ms).unref();
    }
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeatTimer);
    await this.#round;
    this.flush();
    await this.#round;
    clearTimeout(this.#flushTimer);
    for (const { response } of this.#streams) {
      response.end(eventText('bye', '{}'));
      response.socket?.destroySoon();
    }
  }

  flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    const pending = this.#history.after(this.#sentId);
    if (pending.length === 0 || this.#round) return;
    this.#sentId = this.#history.lastId;
    this.#round = this.#send(pending, this.#sentId).finally(() => {
      this.#round = undefined;
      if (this.#sentId < this.#history.lastId) this.#flushSoon();
    });
  }

  async #send(pending: readonly HistoryEntry<Subject>[], until: number): Promise<void> {
    const toAll = pending.filter(({ uid }) => uid === null);
    // Fails closed: while the audience is unknown, as without a database, nobody is sent the event.
    const audienceOf = await this.#audienceOf(toAll, this.#streams.uids).catch(
      () => (entry: HistoryEntry<Subject>) => (entry.subject === null ? nobody : null),
    );
    const hiddenFrom = (entry: HistoryEntry<Subject>) => {
      const hiddenUids = audienceOf(entry);
      return hiddenUids === 'outdated' ? null : hiddenUids;
    };
    const sharedEntries = toAll.filter((entry) => hiddenFrom(entry) !== null);
    const users = new Set(pending.flatMap((entry) => entry.uid ?? []));
    for (const entry of sharedEntries) for (const uid of hiddenFrom(entry) ?? []) users.add(uid);
    const isFor = (entry: HistoryEntry<Subject>, uid: string) =>
      entry.uid === null ? hiddenFrom(entry)?.has(uid) === false : entry.uid === uid;
    const bytes = Buffer.from(textOf(sharedEntries));
    const textByUser = new Map(
      [...users].map((uid) => [uid, textOf(pending.filter((entry) => isFor(entry, uid)))] as const),
    );
    // The others have missed nothing: they keep a recent place too.
    if (toAll.length === 0)
      for (const stream of this.#streams)
        if (!users.has(stream.uid) && stream.sentUntil < until) stream.sentUntil = until;
    const streams =
      sharedEntries.length > 0
        ? [...this.#streams]
        : [...users].flatMap((uid) => Array.from(this.#streams.of(uid)));
    await this.#inTurns(streams, (stream) => {
      // A stream that was opened meanwhile gets these events with its greeting.
      if (!this.#streams.has(stream) || stream.sentUntil >= until) return;
      stream.sentUntil = until;
      const text = textByUser.get(stream.uid) ?? bytes;
      if (text.length > 0) this.#streams.write(stream, text);
    });
  }

  // Writing to ten thousand streams takes a tenth of a second and more: others need the process in between,
  // and the machine, which has to wake the reader of each stream.
  async #inTurns(streams: readonly Stream[], write: (stream: Stream) => void): Promise<void> {
    const { atOnce, roundMs, restFactor, idleRestFactor } = this.#limits;
    // No timer is short enough: others get their turn of the event loop in between.
    const isCrowded = (roundMs * atOnce) / streams.length < 1;
    const startedAt = performance.now();
    const usedBefore = performance.eventLoopUtilization();
    let spentMs = 0;
    let turnStartedAt = startedAt;
    let pauseAt = atOnce;
    for (const [i, stream] of streams.entries()) {
      if (i === pauseAt) {
        const pausedAt = performance.now();
        const turnMs = pausedAt - turnStartedAt;
        spentMs += turnMs;
        const turnEveryMs = ((startedAt + roundMs - pausedAt) * atOnce) / (streams.length - i);
        await rest(isCrowded ? 0 : Math.min(restFactor * turnMs, turnEveryMs - turnMs));
        turnStartedAt = performance.now();
        const turnsLeft = Math.max(1, (startedAt + roundMs - turnStartedAt) / (turnStartedAt - pausedAt));
        pauseAt = i + Math.max(atOnce, Math.ceil((streams.length - i) / turnsLeft));
      }
      write(stream);
    }
    const endedAt = performance.now();
    spentMs += endedAt - turnStartedAt;
    const othersMs = performance.eventLoopUtilization(usedBefore).active - spentMs;
    const isBusy = othersMs > busyShare * (endedAt - startedAt);
    this.#restUntil = startedAt + (1 + (isBusy ? restFactor : idleRestFactor)) * spentMs;
  }

  async #audienceOf(
    entries: readonly HistoryEntry<Subject>[],
    uids: ReadonlySetLike<string>,
  ): Promise<(entry: HistoryEntry<Subject>) => Hidden | 'outdated'> {
    const withSubject = entries.filter(({ subject }) => subject !== null);
    if (withSubject.length === 0) return () => nobody;
    const answers = await this.#findAudience(
      withSubject.flatMap(({ subject }) => subject ?? []),
      uids,
    );
    const byEntry = new Map(withSubject.map((entry, i) => [entry, answers[i] ?? null]));
    return (entry) => {
      const hiddenUids = byEntry.get(entry);
      return hiddenUids === undefined ? nobody : hiddenUids;
    };
  }

  async #findAudience(subjects: readonly Subject[], uids: ReadonlySetLike<string>) {
    try {
      const answers = await this.#audience(subjects, uids);
      this.#isAudienceDown = false;
      return answers;
    } catch (error) {
      if (!this.#isAudienceDown) this.#onAudienceError(error);
      this.#isAudienceDown = true;
      throw error;
    }
  }

  #add(event: Pick<HistoryEntry<Subject>, 'uid' | 'subject' | 'once' | 'text'>): void {
    this.#history.add(event, this.#sentId);
    this.#flushSoon();
  }

  #flushSoon(): void {
    const ms = Math.max(this.#limits.flushMs, this.#restUntil - performance.now());
    this.#flushTimer ??= setTimeout(() => {
      this.#flushTimer = undefined;
      // A round may have ended since.
      if (performance.now() < this.#restUntil) this.#flushSoon();
      else this.flush();
    }, ms);
  }

  async #greet(stream: Stream, lastEventId: string | null): Promise<void> {
    // Jitter: after a restart clients reconnect spread over a few seconds.
    const retry = `retry: ${randomInt(1_000, 5_000)}\n`;
    const beginHere = (more = '') => {
      stream.sentUntil = this.#sentId;
      this.#streams.write(stream, `${retry}id: ${this.place}\n\n${more}`);
    };
    if (lastEventId === null) return beginHere();
    const point = this.#history.find(lastEventId);
    if (point === null) return beginHere(resync);
    let isComplete = !this.#history.hasSkipped(stream.uid, point.since);
    let text = '';
    let until = point.after;
    // A round may start while the audience is being checked.
    while (until < this.#sentId) {
      const to = this.#sentId;
      const missedEvents = await this.#missedEvents(stream.uid, until, to).catch(() => null);
      if (missedEvents === null) return beginHere(resync);
      text += missedEvents.text;
      if (text.length > this.#limits.resentLength) return beginHere(resync);
      isComplete &&= missedEvents.isComplete;
      until = to;
    }
    stream.sentUntil = until;
    this.#streams.write(stream, `${retry}\n${text}${isComplete ? '' : resync}`);
  }

  async #missedEvents(uid: string, after: number, until: number) {
    const entries = this.#history.between(after, until, uid);
    const audienceOf = await this.#audienceOf(entries, new Set([uid]));
    let isComplete = true;
    const visibleEntries = entries.filter((entry) => {
      const hiddenUids = audienceOf(entry);
      const isOutdated = entry.once || hiddenUids === 'outdated';
      isComplete &&= !isOutdated;
      return !isOutdated && hiddenUids?.has(uid) === false;
    });
    return { text: textOf(visibleEntries), isComplete };
  }

  // Each stream at its own moment of the interval: after a `resync` a page reads everything again.
  #resyncUnheard(): void {
    const { unheardMs, resyncMs } = this.#limits;
    const since = this.#resyncedUntil;
    const now = this.#clock();
    this.#resyncedUntil = now;
    if (now - this.#heardUntil() < unheardMs) return;
    for (const stream of this.#streams) {
      const turnAt = (at: number) => Math.floor(at / resyncMs + stream.phase);
      if (turnAt(now) > turnAt(since)) this.#streams.write(stream, resync);
    }
  }

  // A recent place, in case the client reconnects to another process.
  #heartbeatText({ sentUntil }: Stream): string {
    return sentUntil === this.#sentId ? `id: ${this.place}\n\n` : ':\n\n';
  }
}

// A timer takes at least a millisecond.
const shortestRestMs = 0.5;

/** At least until the next turn of the event loop. */
async function rest(ms: number): Promise<void> {
  await (ms < shortestRestMs ? turnEnd() : timeout(ms));
}

const nobody: ReadonlySet<string> = new Set();
const resync = eventText('resync', '{}');

function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

function textOf(entries: readonly HistoryEntry<unknown>[]): string {
  return entries.map((entry) => entry.text).join('');
}
