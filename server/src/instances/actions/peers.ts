/** A silent peer's messages count as lost after this time; it sends one every 250 ms. */
export const silenceMs = 750;

const listAgeMs = 2_000;

/** Clocks of two machines drift apart less than a millisecond in a second. */
const driftPerMs = 0.001;

type LastMessage = {
  seq: number;
  at: number;
  /** The last message was sent at this time or later. */
  sentSince: number;
  /** By how much the peer's clock is ahead of this one, at least. */
  ahead: number;
};

type Arrival = { seq: number; hasFacts: boolean; now: number; t?: number; sentSince?: number };

/**
 * Finds gaps and silence in the messages of the other processes of the site (its peers), and of this one.
 * Times are milliseconds of a monotonic clock, which differs between processes.
 */
export class Peers {
  readonly #lastMessages = new Map<string, LastMessage>();
  #expectedSince = new Map<string, number>();
  /** A list that was read before a peer's goodbye still names it. */
  #goodbyes = new Set<string>();

  /** @returns whether a peer is gone without goodbye, so that its last messages may be missing */
  expect(ids: Iterable<string>, now: number): boolean {
    const previousIds = this.expectedIds;
    const listedIds = new Set(ids);
    this.#goodbyes = this.#goodbyes.intersection(listedIds);
    // The list may be older than the first message of a peer.
    const recentIds = [...this.#lastMessages].filter(([, { at }]) => now - at < listAgeMs).map(([id]) => id);
    this.#expectedSince = new Map(
      [...listedIds.difference(this.#goodbyes), ...recentIds].map((id) => [
        id,
        this.#expectedSince.get(id) ?? now,
      ]),
    );
    for (const id of this.#lastMessages.keys()) {
      if (!this.#expectedSince.has(id)) this.#lastMessages.delete(id);
    }
    return previousIds.some((id) => !this.#expectedSince.has(id));
  }

  get expectedIds(): string[] {
    return [...this.#expectedSince.keys()];
  }

  leave(id: string): void {
    this.#goodbyes.add(id);
    this.#expectedSince.delete(id);
    this.#lastMessages.delete(id);
  }

  /**
   * `seq` numbers the sender's messages with facts, of which this is one if it `hasFacts`. `t` is the sender's
   * clock when it sent the message, `sentSince` the latest time of this clock that it can prove to be earlier.
   * @returns `old` for a repeated or late message, `gap` when earlier ones are missing
   */
  hear(from: string, { seq, hasFacts, now, t, sentSince = 0 }: Arrival): 'next' | 'old' | 'gap' {
    const last = this.#lastMessages.get(from);
    if (!this.#expectedSince.has(from)) this.#expectedSince.set(from, now);
    const ahead = last === undefined ? -Infinity : aheadAt(last, now);
    this.#lastMessages.set(from, {
      seq: Math.max(seq, last?.seq ?? 0),
      at: now,
      sentSince: Math.max(Math.min(sentSince, now), last?.sentSince ?? 0),
      ahead: t === undefined ? ahead : Math.max(t - now, ahead),
    });
    // A peer may have published facts before its first message that arrives here.
    if (last === undefined) return seq === 0 || (seq === 1 && hasFacts) ? 'next' : 'gap';
    if (seq <= last.seq) return hasFacts ? 'old' : 'next';
    return hasFacts && seq === last.seq + 1 ? 'next' : 'gap';
  }

  seqOf(id: string): number | null {
    return this.#lastMessages.get(id)?.seq ?? null;
  }

  /** The times that the clocks of the peers show at least. */
  clocksAt(now: number): Record<string, number> {
    const clocks = [...this.#lastMessages]
      .map(([id, last]) => [id, Math.floor(now + aheadAt(last, now))] as const)
      .filter(([, clock]) => Number.isFinite(clock));
    return Object.fromEntries(clocks);
  }

  isSilent(id: string, now: number): boolean {
    const since = Math.max(this.#expectedSince.get(id) ?? now, this.#lastMessages.get(id)?.sentSince ?? 0);
    return now - since > silenceMs;
  }

  isAnySilent(now: number): boolean {
    for (const id of this.#expectedSince.keys()) if (this.isSilent(id, now)) return true;
    return false;
  }
}

function aheadAt({ ahead, at }: LastMessage, now: number): number {
  return ahead - driftPerMs * (now - at);
}
