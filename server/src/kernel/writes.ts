import { setTimeout as wait } from 'node:timers/promises';

import { Gate } from '../platform/concurrency/gate.ts';
import {
  type Database,
  mayHaveCommitted,
  type Pool,
  type Transaction,
} from '../platform/postgres/database.ts';
import type { Bus } from './bus.ts';
import type { Fact } from './facts.ts';
import type { NotificationDraft } from './notification-draft.ts';

export type FactCollector = Database & { fact: (fact: Fact) => void };

export type WriteTransaction = FactCollector & {
  readonly at: Date;
  /** Written last, in this transaction; recipients who block or mute the actor are skipped. */
  notify: (...drafts: NotificationDraft[]) => void;
  /**
   * Ends before the transaction does, but the notifications and the commit are sent without waiting for it, so
   * it must send its statements at once.
   */
  alongside: (...work: Promise<void>[]) => void;
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
} & Pick<Pool, 'isDistributed'>;

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
 * take something away. When the answer of the database is lost, the write fails and all caches are cleared,
 * since it may have been committed.
 */
export function createWrites({ db, bus, now, deliver }: WritesParts): Writes {
  const gate = new Gate(Math.ceil(db.size * transactionShare), Infinity, connectionWaitMs);
  const gatedTransaction: Pool['transaction'] = (work) => gate.run(() => db.transaction(work));
  const onFailure = clearAfterDoubt(bus);
  return {
    db,
    now,
    isDistributed: () => db.isDistributed(),
    transaction: async (work) => {
      const { result, facts } = await gatedTransaction(async (raw) => {
        const at = now();
        const facts: Fact[] = [];
        const drafts: NotificationDraft[] = [];
        const alongside: Promise<void>[] = [];
        const result = await work({
          run: raw.run,
          at,
          fact: (fact) => facts.push(fact),
          notify: (...more) => drafts.push(...more),
          alongside: (...more) => {
            // Awaited below, unless `work` fails first.
            for (const one of more) one.catch(() => undefined);
            alongside.push(...more);
          },
        });
        const delivered = drafts.length > 0 ? deliver(raw, drafts, at) : [];
        const [notified] = await Promise.all([delivered, ...alongside]);
        facts.push(...notified);
        return { result, facts };
      }).catch(onFailure);
      await bus.publish(facts);
      return result;
    },
    statement: async (work) => {
      const facts: Fact[] = [];
      const result = await work({ run: db.run, fact: (fact) => facts.push(fact) }).catch(onFailure);
      await bus.publish(facts);
      return result;
    },
  };
}

/** A lost database fails many writes at once: they share one clearing. */
const doubtMs = 100;
/** PostgreSQL goes on with a statement whose connection was lost, but by then it has ended it. */
const lateCommitMs = 5_000;

function clearAfterDoubt(bus: WritesParts['bus']): (error: unknown) => Promise<never> {
  const clearCaches = async () => bus.publish([{ type: 'everything-changed' }]);
  let clearing: Promise<void> | undefined;
  const clearTwice = async () => {
    await wait(doubtMs);
    clearing = undefined;
    setTimeout(() => void clearCaches(), lateCommitMs).unref();
    await clearCaches();
  };
  return async (error) => {
    if (mayHaveCommitted(error)) await (clearing ??= clearTwice());
    throw error;
  };
}
