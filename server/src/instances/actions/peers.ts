/** How long a peer may be silent before its messages count as lost; it sends one every 250 ms. */
export const silenceMs = 750;

/** How old the list of peers may be. */
const listAgeMs = 2_000;

type Heard = { seq: number; at: number };

/**
 * Keeps track of the messages from the other processes of the site (its peers), and from itself, to tell when some are
 * missing. Times are milliseconds of a monotonic clock.
 */
export class Peers {
  readonly #heard = new Map<string, Heard>();
  #expected = new Map<string, number>();
  /** Peers that said goodbye: a list that was read before that still names them. */
  #left = new Set<string>();

  /**
   * The peers that must be heard. One that is new in the list is given time from now on.
   * @returns whether one has gone without goodbye, so that its last messages may be missing
   */
  expect(ids: Iterable<string>, now: number): boolean {
    const before = this.expected;
    const listed = new Set(ids);
    this.#left = this.#left.intersection(listed);
    // The list may be older than the first message of a peer.
    const recent = [...this.#heard].filter(([, { at }]) => now - at < listAgeMs).map(([id]) => id);
    this.#expected = new Map(
      [...listed.difference(this.#left), ...recent].map((id) => [id, this.#expected.get(id) ?? now]),
    );
    for (const id of this.#heard.keys()) if (!this.#expected.has(id)) this.#heard.delete(id);
    return before.some((id) => !this.#expected.has(id));
  }

  get expected(): string[] {
    return [...this.#expected.keys()];
  }

  /** A peer that said goodbye: nothing more will come from it. */
  leave(id: string): void {
    this.#left.add(id);
    this.#expected.delete(id);
    this.#heard.delete(id);
  }

  /**
   * Notes a message: `seq` counts the sender's messages with facts, `hasFacts` says whether this is one of them.
   * @returns `next` when nothing is missing, `old` for one that came before, `gap` when messages are missing
   */
  hear(from: string, seq: number, hasFacts: boolean, now: number): 'next' | 'old' | 'gap' {
    const last = this.#heard.get(from);
    if (!this.#expected.has(from)) this.#expected.set(from, now);
    this.#heard.set(from, { seq: Math.max(seq, last?.seq ?? 0), at: now });
    // The facts that a peer published before it was first heard are missing.
    if (last === undefined) return seq === 0 || (seq === 1 && hasFacts) ? 'next' : 'gap';
    if (seq <= last.seq) return hasFacts ? 'old' : 'next';
    return hasFacts && seq === last.seq + 1 ? 'next' : 'gap';
  }

  /** The newest message of a peer that was applied; null for an unknown one. */
  seqOf(id: string): number | null {
    return this.#heard.get(id)?.seq ?? null;
  }

  /** Whether a peer is expected but silent. */
  isSilent(id: string, now: number): boolean {
    const since = Math.max(this.#expected.get(id) ?? now, this.#heard.get(id)?.at ?? 0);
    return now - since > silenceMs;
  }

  isAnySilent(now: number): boolean {
    for (const id of this.#expected.keys()) if (this.isSilent(id, now)) return true;
    return false;
  }
}
