import { Gate } from '../platform/concurrency/gate.ts';
import type { Database, Pool, Transaction } from '../platform/postgres/database.ts';
import type { Bus } from './bus.ts';
import type { Fact } from './facts.ts';
import type { NotificationDraft } from './notification-draft.ts';

/** A database handle that collects facts; they are published once the writes are committed. */
export type FactCollector = Database & { fact: (fact: Fact) => void };

export type WriteTransaction = FactCollector & {
  readonly at: Date;
  /** Notifies users. Written last, in this transaction; recipients who block or mute the actor are skipped. */
  notify: (...drafts: NotificationDraft[]) => void;
};

/** The handles that every action and job writes with. `db` itself is for reading. */
export type Writes = {
  readonly db: Database;
  readonly now: () => Date;
  /**
   * Runs `work` in one transaction, then writes its notifications, commits and publishes its facts. After a deadlock
   * or a lock time-out everything is retried, up to three attempts in all.
   */
  transaction: <T>(work: (tx: WriteTransaction) => Promise<T>) => Promise<T>;
  /**
   * For work without a transaction: each statement commits by itself, which saves round trips. Best for one
   * statement.
   */
  statement: <T>(work: (db: FactCollector) => Promise<T>) => Promise<T>;
};

export type Deliver = (
  tx: Transaction,
  drafts: readonly NotificationDraft[],
  at: Date,
) => Promise<Fact<'notified'>[]>;

export type WritesParts = { db: Pool; bus: Pick<Bus, 'publish'>; now: () => Date; deliver: Deliver };

/** The part of the connections that transactions may hold: the others are for reads, whoever else writes. */
const share = 2 / 3;
/** As long as a read waits for a connection. */
const waitMs = 2_000;

/** The only way to write: commit first, then publish. The answer waits until the
 * facts are sent, and confirmed where they take something away. */
export function createWrites({ db, bus, now, deliver }: WritesParts): Writes {
  const gate = new Gate(Math.ceil(db.size * share), Infinity, waitMs);
  const inTurn: Pool['transaction'] = (work) => gate.run(() => db.transaction(work));
  return {
    db,
    now,
    transaction: async (work) => {
      const { result, facts } = await inTurn(async (raw) => {
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
