import type { Bus } from '../../kernel/bus.ts';
import type { Fact, FactName } from '../../kernel/facts.ts';
import type { Transport } from '../../platform/transport/transport.ts';
import { Confirmations } from './confirmations.ts';
import { messageText, ownTimeOf, parseMessage, senderOf, splitFacts } from './link-messages.ts';
import { Peers } from './peers.ts';

/**
 * These facts take something away from somebody: their command waits until every process has applied them.
 */
const confirmedFacts: ReadonlySet<FactName> = new Set([
  'sessions-ended',
  'account-hidden',
  'block-changed',
  'post-deleted',
  'club-changed',
]);

const beatMs = 250;
const tickMs = 100;
/** Nothing that a blind process caches is older than this. */
const blindClearMs = 700;
/** A timer this late means that the process was paused: unread messages may wait in its sockets. */
const pauseMs = 500;
const catchUpMs = 150;
const peerListAgeMs = 3_000;

type CatchUp = {
  readonly from: string;
  readonly seq: number;
  readonly resolve: (isReached: boolean) => void;
};

export type LinkParts = {
  id: string;
  bus: Bus;
  /** Null: other processes cannot be heard, so beside any other this one is always blind. */
  transport: Transport | null;
  /** Awaited before a confirmation: commands of the users in these facts that still run. */
  waitForCommands?: (facts: readonly Fact[]) => Promise<unknown>;
  /** Milliseconds of a monotonic clock. */
  clock?: () => number;
};

/**
 * Exchanges facts with the other processes of the site. Nothing that this process caches is older than a
 * second: it is updated by their facts or, while one of them cannot be heard ('blind'), cleared again and
 * again.
 */
export class InstanceLink {
  readonly id: string;
  readonly #bus: Bus;
  readonly #transport: Transport | null;
  readonly #waitForCommands: (facts: readonly Fact[]) => Promise<unknown>;
  readonly #clock: () => number;
  readonly #peers = new Peers();
  readonly #blindPeers = new Set<string>();
  readonly #confirmations: Confirmations;
  readonly #catchUps = new Set<CatchUp>();
  readonly #timers: NodeJS.Timeout[];
  #pending: { facts: string[]; delivery: PromiseWithResolvers<void> } | undefined;
  #isClosed = false;
  #applying: Promise<unknown> = Promise.resolve();
  #seq = 0;
  #isBlind = false;
  #tickedAt: number;
  #heardUntil: number;
  #clearedAt = -Infinity;
  #listedAt: number;

  constructor({
    id,
    bus,
    transport,
    waitForCommands = async () => {},
    clock = () => performance.now(),
  }: LinkParts) {
    this.id = id;
    this.#bus = bus;
    this.#transport = transport;
    this.#waitForCommands = waitForCommands;
    this.#clock = clock;
    this.#confirmations = new Confirmations({
      peers: this.#peers,
      publish: (ask) => void this.#publish(`"ask":${ask}`),
      isUnreachable: (peer, now) =>
        transport === null || this.#blindPeers.has(peer) || this.#peers.isSilent(peer, now),
    });
    this.#tickedAt = this.#heardUntil = this.#listedAt = clock();
    transport?.onText((text) => this.#receive(text));
    transport?.onLost(() => this.#reportLoss());
    bus.carryBy(this);
    this.#timers = [
      setInterval(() => this.#tick(), tickMs).unref(),
      setInterval(() => void this.#beat(), beatMs).unref(),
    ];
  }

  get isBlind(): boolean {
    return this.#isBlind;
  }

  /** By the link's clock: older facts of the others were applied, or were lost in the last second. */
  get heardUntil(): number {
    return this.#heardUntil;
  }

  get size(): number {
    return this.#otherIds().length + 1;
  }

  get hasPeers(): boolean {
    return this.size > 1;
  }

  /** The latest fact of this process, for `caughtUp`; null without other processes. */
  get place(): string | null {
    return this.hasPeers ? `${this.id}.${this.#seq}` : null;
  }

  /**
   * Takes over the database's list. A process that left it without goodbye may have sent facts that were
   * lost.
   */
  expect(others: readonly string[], mayHaveLostFacts: boolean): void {
    const own = this.#transport === null ? [] : [this.id];
    // Only one process finds the row of a dead one in the list; all must tell their pages.
    const isPeerMissing = this.#peers.expect([...own, ...others], this.#clock());
    this.#listedAt = this.#clock();
    if (isPeerMissing || mayHaveLostFacts) this.#reportLoss();
  }

  /** Resolves when the others have these facts, or know that some are missing. */
  send(facts: readonly Fact[]): Promise<void> | undefined {
    if (facts.length === 0 || (this.#transport === null && !this.hasPeers)) return undefined;
    if (!this.#pending) setImmediate(() => void this.#flush());
    this.#pending ??= { facts: [], delivery: Promise.withResolvers() };
    this.#pending.facts.push(...facts.map((fact) => JSON.stringify(fact)));
    if (facts.some(({ type }) => confirmedFacts.has(type))) return this.#flushConfirmed();
    return this.#pending.delivery.promise;
  }

  async greet(): Promise<void> {
    await this.#flushConfirmed();
  }

  /** Call before a request is served: after a pause of the process its caches may be stale. */
  check(): void {
    if (this.#clock() - this.#tickedAt > pauseMs) this.#tick();
  }

  /** Whether the facts up to a `place` of any process are applied here; waits for them 150 ms at most. */
  async caughtUp(place: string): Promise<boolean> {
    const [, from = '', digits = ''] = /^([0-9a-f-]{36})\.(\d{1,15})$/.exec(place) ?? [];
    const seq = Number(digits);
    // A process that is no longer listed has sent everything it had.
    if (from === this.id || !this.#peers.expectedIds.includes(from)) return true;
    if ((this.#peers.seqOf(from) ?? -1) >= seq) return true;
    return new Promise((resolve) => {
      const finish = (isReached: boolean) => {
        clearTimeout(timer);
        this.#catchUps.delete(catchUp);
        resolve(isReached);
      };
      const catchUp = { from, seq, resolve: finish };
      const timer = setTimeout(() => finish(false), catchUpMs);
      this.#catchUps.add(catchUp);
    });
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#transport === null) return;
    await this.#publish('"bye":true');
    this.#isClosed = true;
    await this.#transport.close();
  }

  #otherIds(): string[] {
    return this.#peers.expectedIds.filter((id) => id !== this.id);
  }

  async #flushConfirmed(): Promise<void> {
    const ids = this.#otherIds();
    void this.#flush();
    await this.#confirmations.request(ids, this.#clock());
  }

  async #flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = undefined;
    const chunks = splitFacts(pending?.facts ?? []);
    await Promise.all(
      chunks.map(async (chunk) => {
        this.#seq++;
        await this.#publish(`"facts":[${chunk.join()}]`);
      }),
    );
    pending?.delivery.resolve();
  }

  // How late it arrives is known only by a clock that both know, so it returns the others' times to them.
  #beat(): Promise<void> {
    return this.#publish(`"clocks":${JSON.stringify(this.#peers.clocksAt(this.#clock()))}`);
  }

  async #publish(field?: string): Promise<void> {
    if (this.#isClosed) return;
    const head = { from: this.id, t: this.#clock(), seq: this.#seq, isBlind: this.#isBlind };
    const text = messageText(head, field);
    // The others notice a lost message by the number of the next one.
    await this.#transport?.publish(text).catch(() => undefined);
  }

  #tick(): void {
    const now = this.#clock();
    const wasPaused = now - this.#tickedAt > pauseMs;
    this.#tickedAt = now;
    const wasBlind = this.#isBlind;
    this.#isBlind = (wasPaused && this.hasPeers) || this.#cannotHear(now);
    if (!this.#isBlind) this.#heardUntil = now;
    const isDue = this.#isBlind && now - this.#clearedAt >= blindClearMs;
    if (isDue || wasBlind !== this.#isBlind || (wasPaused && this.#isBlind)) {
      this.#clearedAt = now;
      this.#bus.clearCaches();
    }
    this.#confirmations.tick(now);
  }

  #cannotHear(now: number): boolean {
    if (this.#transport === null) return this.hasPeers;
    // An old list may lack processes that have started since.
    return this.#peers.isAnySilent(now) || (this.hasPeers && now - this.#listedAt > peerListAgeMs);
  }

  #receive(text: string): void {
    const from = senderOf(text);
    const now = this.#clock();
    if (from === this.id) {
      this.#peers.hear(from, { seq: 0, hasFacts: false, now, sentSince: ownTimeOf(text) });
      return;
    }
    const message = parseMessage(text);
    if (message === null) return this.#reportLoss();
    const { t, seq, facts = [], clocks, ask, confirms, bye } = message;
    const sentSince = t === undefined ? now : clocks?.[this.id];
    const order = this.#peers.hear(from, { seq, hasFacts: facts.length > 0, now, t, sentSince });
    if (message.blind) this.#blindPeers.add(from);
    else this.#blindPeers.delete(from);
    if (facts.length > 0 && order !== 'old') {
      this.#bus.receive(facts);
      this.#applying = Promise.all([this.#applying, this.#waitForCommands(facts)]);
    }
    if (order === 'gap') this.#reportLoss();
    for (const catchUp of this.#catchUps) {
      if (catchUp.from === from && catchUp.seq <= seq) catchUp.resolve(true);
    }
    if (ask !== undefined) void this.#confirm(from, ask);
    if (confirms?.to === this.id) this.#confirmations.receive(from, confirms.ask);
    if (bye) this.#peers.leave(from);
  }

  async #confirm(to: string, ask: number): Promise<void> {
    await this.#applying;
    await this.#publish(`"confirms":{"to":"${to}","ask":${ask}}`);
  }

  #reportLoss(): void {
    this.#bus.receive([{ type: 'everything-changed' }]);
  }
}
