import type { Peers } from './peers.ts';

const repeatMs = 250;
/** By then a peer that cannot hear has cleared its caches. */
const unreachableMs = 1_000;
/** Longer than the wait for a user's running commands. */
const longestMs = 5_500;

type Request = {
  readonly missingIds: Set<string>;
  readonly since: number;
  sentAt: number;
  readonly resolve: () => void;
};

export type ConfirmationsParts = {
  peers: Pick<Peers, 'expectedIds'>;
  publish: (ask: number) => void;
  isUnreachable: (id: string, now: number) => boolean;
};

export class Confirmations {
  readonly #parts: ConfirmationsParts;
  readonly #requests = new Map<number, Request>();
  #lastAsk = 0;

  constructor(parts: ConfirmationsParts) {
    this.#parts = parts;
  }

  async request(ids: readonly string[], now: number): Promise<void> {
    if (ids.length === 0) return;
    const ask = ++this.#lastAsk;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#requests.set(ask, { missingIds: new Set(ids), since: now, sentAt: now, resolve });
    this.#parts.publish(ask);
    await promise.finally(() => this.#requests.delete(ask));
  }

  receive(from: string, ask: number): void {
    const request = this.#requests.get(ask);
    if (!request) return;
    request.missingIds.delete(from);
    if (request.missingIds.size === 0) request.resolve();
  }

  tick(now: number): void {
    for (const [ask, request] of this.#requests) {
      this.#giveUp(request, now);
      this.#repeat(ask, request, now);
    }
  }

  #giveUp({ missingIds, since, resolve }: Request, now: number): void {
    const { peers, isUnreachable } = this.#parts;
    const age = now - since;
    for (const id of missingIds) {
      const isOver = age > longestMs || (age > unreachableMs && isUnreachable(id, now));
      if (isOver || !peers.expectedIds.includes(id)) missingIds.delete(id);
    }
    if (missingIds.size === 0) resolve();
  }

  // A confirmation can be lost: the peer answers before this process can hear, or Redis is down for a moment.
  #repeat(ask: number, request: Request, now: number): void {
    if (request.missingIds.size === 0 || now - request.sentAt < repeatMs) return;
    request.sentAt = now;
    this.#parts.publish(ask);
  }
}
