import { Gate } from '../platform/concurrency/gate.ts';
import type { Database, Pool, Transaction } from '../platform/postgres/database.ts';
import type { Bus } from './bus.ts';
import type { Fact } from './facts.ts';
import type { NotificationDraft } from './notification-draft.ts';

export type FactCollector = Database & { fact: (fact: Fact) => void };

export type WriteTransaction = FactCollector & {
  readonly at: Date;
  /** Written last, in this transaction; recipients who block or mute the actor are skipped. */
  notify: (...drafts: NotificationDraft[]) => void;
};

export type Writes = {
  readonly db: Database;
  readonly now: () => Date;
  /**
   * Runs `work` in one transaction, then writes its notifications, commits and publishes its facts. After a
   * deadlock or a lock time-out, retries everything: up to three attempts in all.
   */
  transaction: <T>(work: (tx: WriteTransaction) => Promise<T>) => Promise<T>;
  /** Without a transaction: each statement commits by itself, which saves round trips. */
  statement: <T>(work: (db: FactCollector) => Promise<T>) => Promise<T>;
};

export type Deliver = (
  tx: Transaction,
  drafts: readonly NotificationDraft[],
  at: Date,
) => Promise<Fact<'notified'>[]>;

export type WritesParts = { db: Pool; bus: Pick<Bus, 'publish'>; now: () => Date; deliver: Deliver };

/** Transactions may hold this part of the connections: the rest is for reads, however many users write. */
const transactionShare = 2 / 3;
const connectionWaitMs = 2_000;

/**
 * The only way to write. An answer waits until other processes have the facts, and have applied those that
 * take something away.
 */
export function createWrites({ db, bus, now, deliver }: WritesParts): Writes {
  const gate = new Gate(Math.ceil(db.size * transactionShare), Infinity, connectionWaitMs);
  const gatedTransaction: Pool['transaction'] = (work) => gate.run(() => db.transaction(work));
  return {
    db,
    now,
    transaction: async (work) => {
      const { result, facts } = await gatedTransaction(async (raw) => {
        const at = now();
        const facts: Fact[] = [];
        const drafts: NotificationDraft[] = [];
        const result = await work({
          run: raw.run,
          at,
          fact: (fact) => facts.push(fact),
          notify: (...more) => drafts.push(...more),
        });
        if (drafts.length > 0) facts.push(...(await deliver(raw, drafts, at)));
        return { result, facts };
      });
      await bus.publish(facts);
      return result;
    },
    statement: async (work) => {
      const facts: Fact[] = [];
      const result = await work({ run: db.run, fact: (fact) => facts.push(fact) });
      await bus.publish(facts);
      return result;
    },
  };
}
