import type { Bus } from '../../kernel/bus.ts';
import type { Fact, FactName } from '../../kernel/facts.ts';
import type { Transport } from '../../platform/transport/transport.ts';
import { Peers } from './peers.ts';

/** Facts that take something away from somebody: their command is answered when every process has applied them. */
const confirmedFacts: ReadonlySet<FactName> = new Set([
  'sessions-ended',
  'account-hidden',
  'block-changed',
  'post-deleted',
  'club-changed',
]);

export const linkTimes = {
  beatMs: 250,
  tickMs: 100,
  /** A blind process clears its caches this often, so that nothing in them is older. */
  blindClearMs: 700,
  /** A timer this late shows that the process was paused, and may have missed messages that wait in its sockets. */
  pausedMs: 500,
  /** From then on, a process that is silent counts as blind. */
  silentConfirmMs: 1_000,
  /** Longer than the wait for a user's running commands. */
  confirmMs: 5_500,
  catchUpMs: 150,
};

/** A message is this many characters of facts at most, unless it holds a single fact. */
const maxLength = 200_000;
const idLength = 36;

type Message = {
  readonly v: 1;
  /** Counts the messages with facts of this sender; in any other message, the last one. */
  readonly seq: number;
  readonly facts?: readonly Fact[];
  /** Asks for a confirmation with this number, when all facts so far are applied. */
  readonly ask?: number;
  readonly confirms?: { readonly to: string; readonly ask: number };
  /** The sender cannot hear everybody. */
  readonly blind?: true;
  readonly bye?: true;
};

type Question = {
  readonly waiting: Set<string>;
  readonly since: number;
  askedAt: number;
  readonly done: () => void;
};
type CatchUp = { readonly from: string; readonly seq: number; readonly done: (reached: boolean) => void };

export type LinkParts = {
  /** A UUID of this process. */
  id: string;
  bus: Bus;
  /** Null: no way to hear others. Beside any other process this one is then always blind. */
  transport: Transport | null;
  /** Awaited before a confirmation: work of the users in these facts that is still running. */
  settled?: (facts: readonly Fact[]) => Promise<unknown>;
  /** Milliseconds of a monotonic clock. */
  clock?: () => number;
};

/**
 * Exchanges facts with the other processes of the site. Nothing that this process caches is older than a second: it
 * is updated by their facts or, while one of them cannot be heard ('blind'), cleared again and again.
 */
export class InstanceLink {
  readonly id: string;
  readonly #bus: Bus;
  readonly #transport: Transport | null;
  readonly #settled: (facts: readonly Fact[]) => Promise<unknown>;
  readonly #clock: () => number;
  readonly #peers = new Peers();
  readonly #blindPeers = new Set<string>();
  readonly #questions = new Map<number, Question>();
  readonly #catchUps = new Set<CatchUp>();
  readonly #timers: NodeJS.Timeout[];
  #pending: { facts: string[]; sent: PromiseWithResolvers<void> } | undefined;
  #isClosed = false;
  #settling: Promise<unknown> = Promise.resolve();
  #seq = 0;
  #asks = 0;
  #isBlind = false;
  #tickedAt: number;
  #heardUntil: number;
  #clearedAt = -Infinity;
  #listedAt: number;

  constructor({ id, bus, transport, settled = async () => {}, clock = () => performance.now() }: LinkParts) {
    this.id = id;
    this.#bus = bus;
    this.#transport = transport;
    this.#settled = settled;
    this.#clock = clock;
    this.#tickedAt = this.#heardUntil = this.#listedAt = clock();
    transport?.onText((text) => this.#receive(text));
    transport?.onLost(() => this.#lost());
    bus.carryBy(this);
    this.#timers = [
      setInterval(() => this.#tick(), linkTimes.tickMs).unref(),
      setInterval(() => void this.#publish(), linkTimes.beatMs).unref(),
    ];
  }

  get isBlind(): boolean {
    return this.#isBlind;
  }

  /** All facts of the others that are this old were applied, or were lost in the last second; by the link's clock. */
  get heardUntil(): number {
    return this.#heardUntil;
  }

  /** The living processes of the site, this one included. */
  get size(): number {
    return this.#peers.expected.filter((id) => id !== this.id).length + 1;
  }

  /** Whether other processes serve this site. */
  get hasPeers(): boolean {
    return this.size > 1;
  }

  /** The latest fact of this process, as `caughtUp` takes it; null when no other process could be asked. */
  get place(): string | null {
    return this.hasPeers ? `${this.id}.${this.#seq}` : null;
  }

  /**
   * The living processes by the database's list. When one has left it without goodbye, its last facts may be lost.
   * `ended`: so they may for another reason.
   */
  expect(others: readonly string[], ended: boolean): void {
    const own = this.#transport === null ? [] : [this.id];
    // Only one process finds the row of a dead one in the list; all must tell their pages.
    const hasGone = this.#peers.expect([...own, ...others], this.#clock());
    this.#listedAt = this.#clock();
    if (hasGone || ended) this.#lost();
  }

  /** Resolves when the others have these facts, or have been told that something is missing. */
  send(facts: readonly Fact[]): Promise<void> | undefined {
    if (facts.length === 0 || (this.#transport === null && !this.hasPeers)) return undefined;
    // Facts of one turn of the event loop travel together.
    if (!this.#pending) setImmediate(() => void this.#flush());
    this.#pending ??= { facts: [], sent: Promise.withResolvers() };
    this.#pending.facts.push(...facts.map((fact) => JSON.stringify(fact)));
    if (facts.some(({ type }) => confirmedFacts.has(type))) return this.#ask();
    return this.#pending.sent.promise;
  }

  /** Waits until every process knows of this one, or cannot be asked. */
  async greet(): Promise<void> {
    await this.#ask();
  }

  /** Before a request is served: a process that was paused must not answer from what it knew then. */
  check(): void {
    if (this.#clock() - this.#tickedAt > linkTimes.pausedMs) this.#tick();
  }

  /** Whether the facts up to a `place` of any process are applied here, waiting for them for 150 ms at most. */
  async caughtUp(place: string): Promise<boolean> {
    const [, from = '', digits = ''] = /^([0-9a-f-]{36})\.(\d{1,15})$/.exec(place) ?? [];
    const seq = Number(digits);
    // A process that is not listed any more has sent everything it had.
    if (from === this.id || !this.#peers.expected.includes(from)) return true;
    if ((this.#peers.seqOf(from) ?? -1) >= seq) return true;
    return new Promise((resolve) => {
      const done = (reached: boolean) => {
        clearTimeout(timer);
        this.#catchUps.delete(catchUp);
        resolve(reached);
      };
      const catchUp = { from, seq, done };
      const timer = setTimeout(() => done(false), linkTimes.catchUpMs);
      this.#catchUps.add(catchUp);
    });
  }

  /** Says goodbye and closes the connection. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#transport === null) return;
    await this.#publish('"bye":true');
    this.#isClosed = true;
    await this.#transport.close();
  }

  // Sends what is pending, and asks for a confirmation of it.
  async #ask(): Promise<void> {
    const ask = ++this.#asks;
    const waiting = new Set(this.#peers.expected.filter((id) => id !== this.id));
    void this.#flush();
    if (waiting.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const since = this.#clock();
    this.#questions.set(ask, { waiting, since, askedAt: since, done: resolve });
    void this.#publish(`"ask":${ask}`);
    await promise.finally(() => this.#questions.delete(ask));
  }

  async #flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = undefined;
    const chunks = chunksOf(pending?.facts ?? []);
    await Promise.all(
      chunks.map(async (chunk) => {
        this.#seq++;
        await this.#publish(`"facts":[${chunk.join()}]`);
      }),
    );
    pending?.sent.resolve();
  }

  // The others notice a message that never arrived by the number of the next one.
  async #publish(field?: string): Promise<void> {
    if (this.#isClosed) return;
    const blind = this.#isBlind ? ',"blind":true' : '';
    const more = field === undefined ? '' : `,${field}`;
    const text = `${this.id}{"v":1,"seq":${this.#seq}${blind}${more}}`;
    await this.#transport?.publish(text).catch(() => undefined);
  }

  #tick(): void {
    const now = this.#clock();
    const wasPaused = now - this.#tickedAt > linkTimes.pausedMs;
    this.#tickedAt = now;
    const before = this.#isBlind;
    this.#isBlind = (wasPaused && this.hasPeers) || this.#cannotHear(now);
    if (!this.#isBlind) this.#heardUntil = now;
    const isDue = this.#isBlind && now - this.#clearedAt >= linkTimes.blindClearMs;
    if (isDue || before !== this.#isBlind || (wasPaused && this.#isBlind)) {
      this.#clearedAt = now;
      this.#bus.clearCaches();
    }
    for (const [ask, question] of this.#questions) {
      this.#giveUp(question, now);
      this.#repeat(ask, question, now);
    }
  }

  #cannotHear(now: number): boolean {
    if (this.#transport === null) return this.hasPeers;
    // Without a fresh list there may be processes that this one does not know of.
    return this.#peers.isAnySilent(now) || (this.hasPeers && now - this.#listedAt > 3_000);
  }

  // Processes that are gone, silent or blind do not confirm; after a second nothing they keep is that old.
  #giveUp({ waiting, since, done }: Question, now: number): void {
    const age = now - since;
    for (const id of waiting) {
      const isDeaf = this.#transport === null || this.#blindPeers.has(id) || this.#peers.isSilent(id, now);
      const isOver = (age > linkTimes.silentConfirmMs && isDeaf) || age > linkTimes.confirmMs;
      if (isOver || !this.#peers.expected.includes(id)) waiting.delete(id);
    }
    if (waiting.size === 0) done();
  }

  // A confirmation can be lost: those of a starting process come before it hears, or Redis was away for a moment.
  #repeat(ask: number, question: Question, now: number): void {
    if (question.waiting.size === 0 || now - question.askedAt < linkTimes.beatMs) return;
    question.askedAt = now;
    void this.#publish(`"ask":${ask}`);
  }

  #receive(text: string): void {
    const from = text.slice(0, idLength);
    const now = this.#clock();
    if (from === this.id) return void this.#peers.hear(from, 0, false, now);
    const message = parse(text.slice(idLength));
    // From a newer version: what it says is unknown.
    if (message === null) return this.#lost();
    const { seq, facts = [], ask, confirms, bye } = message;
    const order = this.#peers.hear(from, seq, facts.length > 0, now);
    if (message.blind) this.#blindPeers.add(from);
    else this.#blindPeers.delete(from);
    if (facts.length > 0 && order !== 'old') {
      this.#bus.receive(facts);
      this.#settling = Promise.all([this.#settling, this.#settled(facts)]);
    }
    if (order === 'gap') this.#lost();
    for (const catchUp of this.#catchUps) if (catchUp.from === from && catchUp.seq <= seq) catchUp.done(true);
    if (ask !== undefined) void this.#confirm(from, ask);
    if (confirms?.to === this.id) this.#confirmed(from, confirms.ask);
    if (bye) this.#peers.leave(from);
  }

  async #confirm(to: string, ask: number): Promise<void> {
    await this.#settling;
    await this.#publish(`"confirms":{"to":"${to}","ask":${ask}}`);
  }

  #confirmed(from: string, ask: number): void {
    const question = this.#questions.get(ask);
    if (!question) return;
    question.waiting.delete(from);
    if (question.waiting.size === 0) question.done();
  }

  #lost(): void {
    this.#bus.receive([{ type: 'everything-changed' }]);
  }
}

function chunksOf(facts: readonly string[]): string[][] {
  const chunks: string[][] = [];
  let length = Infinity;
  for (const fact of facts) {
    if (length + fact.length > maxLength) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(fact);
    length += fact.length;
  }
  return chunks;
}

function parse(json: string): Message | null {
  try {
    const message = JSON.parse(json) as Message | null;
    return message?.v === 1 && Number.isSafeInteger(message.seq) ? message : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
