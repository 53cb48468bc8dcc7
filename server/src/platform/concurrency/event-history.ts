import { randomInt } from 'node:crypto';

/** A numbered event; `uid` is null for one that goes to everybody who may see its subject. */
export type HistoryEntry<Subject> = {
  readonly id: number;
  readonly at: number;
  readonly uid: string | null;
  readonly subject: Subject | null;
  /** Sent to open pages only: a client that missed it gets `resync`. */
  readonly once: boolean;
  readonly text: string;
};

/** A client with this place has all events up to the id `after`, which was added at `since`. */
export type ResumePoint = { readonly after: number; readonly since: number };

export type EventHistoryOptions = {
  size: number;
  /** How much later, or by a clock that differs, another process of the site may add the same event. */
  acrossMs: number;
  /** Milliseconds since 1970, the same for all processes of the site. */
  clock: () => number;
  /** By `clock`, give or take a second: later events of the other processes may be missing. */
  heardUntil: () => number;
};

export class EventHistory<Subject> {
  /** Distinguishes this process's ids from those of other ones. */
  readonly #epoch = randomInt(2 ** 40).toString(36);
  readonly #options: EventHistoryOptions;
  readonly #entries: HistoryEntry<Subject>[] = [];
  readonly #skips = new Map<string, number>();
  #completeSince: number;
  #lastId = 0;

  constructor(options: EventHistoryOptions) {
    this.#options = options;
    this.#completeSince = options.clock();
  }

  get lastId(): number {
    return this.#lastId;
  }

  /** Entries after `sentId` are kept beyond the size of the history: they are still to be sent. */
  add(event: Pick<HistoryEntry<Subject>, 'uid' | 'subject' | 'once' | 'text'>, sentId: number): void {
    const id = ++this.#lastId;
    const at = this.#options.clock();
    this.#entries.push({ ...event, id, at, text: `id: ${this.#placeOf(id, at)}\n${event.text}` });
    const { size } = this.#options;
    const surplus = Math.min(this.#entries.length - size, sentId - (this.#entries[0]?.id ?? 0) + 1);
    if (surplus >= size / 10) this.#forget(surplus);
  }

  after(id: number): HistoryEntry<Subject>[] {
    return this.#entries.slice(this.#entries.length - (this.#lastId - id));
  }

  between(after: number, until: number, uid: string): HistoryEntry<Subject>[] {
    return this.#entries.filter(
      (entry) => entry.id > after && entry.id <= until && (entry.uid === null || entry.uid === uid),
    );
  }

  skip(uid: string): void {
    this.#skips.delete(uid);
    this.#skips.set(uid, this.#options.clock());
  }

  hasSkipped(uid: string, since: number): boolean {
    return (this.#skips.get(uid) ?? 0) >= since;
  }

  placeAt(id: number): string {
    return this.#placeOf(id, this.#options.clock());
  }

  /** Null when the history lacks events that a client with this id may miss. */
  find(lastEventId: string): ResumePoint | null {
    const [, epoch, digits, ms] = /^([0-9a-z]{1,9})-(\d{1,15})-(\d{1,15})$/.exec(lastEventId) ?? [];
    const oldest = this.#entries[0]?.id ?? this.#lastId + 1;
    if (epoch === this.#epoch) {
      const after = Number(digits);
      return after < oldest - 1 || after > this.#lastId ? null : { after, since: Number(ms) };
    }
    const { acrossMs, clock } = this.#options;
    const since = Number(ms) - acrossMs;
    if (ms === undefined || since < this.#completeSince || since > clock()) return null;
    const first = this.#entries.findIndex(({ at }) => at >= since);
    return { after: first < 0 ? this.#lastId : oldest + first - 1, since };
  }

  #placeOf(id: number, at: number): string {
    // A client that leaves a process that hears nobody resumes elsewhere from before the silence.
    return `${this.#epoch}-${id}-${Math.floor(Math.min(at, this.#options.heardUntil()))}`;
  }

  #forget(count: number): void {
    const newest = this.#entries.splice(0, count).at(-1);
    this.#completeSince = newest?.at ?? this.#completeSince;
    // A client that reconnects from before then gets `resync` in any case.
    for (const [uid, at] of this.#skips) {
      if (at >= this.#completeSince) break;
      this.#skips.delete(uid);
    }
  }
}
