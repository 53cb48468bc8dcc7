import {
  expectAnswer,
  isDatabaseUnavailable,
  type Pool,
  type Session,
} from '../../platform/postgres/database.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import {
  databaseTimeMs,
  deleteDeadInstances,
  deleteInstance,
  type InstanceRow,
  type NewInstance,
  renewInstance,
} from '../store/instances.ts';
import type { InstanceLink } from './link.ts';

const renewMs = 1_000;
/** Below the 5 seconds after which the others count a process as dead. */
const fencedMs = 4_000;

export class Membership {
  readonly #db: Pool;
  readonly #link: InstanceLink;
  readonly #self: NewInstance;
  readonly #onFailure: (error: unknown) => void;
  /** Of its own: when requests use the whole pool, this process is still alive. */
  #session: Session | undefined;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #renewedAt = -Infinity;
  #epochMs = performance.timeOrigin;
  #lastMs = 0;

  constructor(
    db: Pool,
    link: InstanceLink,
    self: Omit<NewInstance, 'id'>,
    log: { error: (detail: object, message: string) => void },
  ) {
    this.#db = db;
    // An unavailable database fences this process anyway; any other error is a fault.
    this.#onFailure = (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error }, 'the list of processes could not be updated');
    };
    this.#link = link;
    this.#self = { ...self, id: link.id };
  }

  /** @throws {StartFailure} when another living process has other secrets */
  async join(): Promise<void> {
    await this.#renew();
    // A process that starts at the same moment is not in the first answer of both.
    const instances = await this.#renew();
    const stranger = instances.find(({ dead, secrets }) => !dead && !this.#self.secrets.equals(secrets));
    if (stranger) {
      await this.#session?.close();
      await deleteInstance(this.#db, this.#self.id);
      throw new StartFailure(
        'Another process serves this database with a different SESSION_SECRET, PUSH_PUBLIC_KEY, S3_BUCKET or PUBLIC_URL.',
      );
    }
    await this.#setClock();
    this.#timer = setInterval(() => {
      // Without the database this process is soon fenced; a second attempt beside the first would not help.
      this.#renewing ??= this.#renew()
        .then(() => this.#setClock())
        .catch(this.#onFailure)
        .finally(() => (this.#renewing = undefined));
    }, renewMs).unref();
    await this.#link.greet();
  }

  /** Shared by all processes, in milliseconds since 1970; never goes back. */
  readonly clock = (): number => {
    this.#lastMs = Math.max(this.#lastMs, this.#epochMs + performance.now());
    return this.#lastMs;
  };

  /** By `clock`, give or take a second. */
  readonly heardUntil = (): number => this.#epochMs + this.#link.heardUntil;

  /** The others may count this process as dead: it must not change anything now. */
  get isFenced(): boolean {
    return this.#link.hasPeers && performance.now() - this.#renewedAt > fencedMs;
  }

  async leave(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    await this.#session?.close();
    await deleteInstance(this.#db, this.#self.id).catch(this.#onFailure);
    await this.#link.close();
  }

  async #renew(): Promise<InstanceRow[]> {
    const startedAt = performance.now();
    const isFirst = this.#renewedAt === -Infinity;
    const rows = await this.#onSession(({ db }) => renewInstance(db, this.#self));
    this.#renewedAt = startedAt;
    const wasRemoved = !isFirst && rows.every(({ id }) => id !== this.#self.id);
    const hasDead = rows.some((row) => row.dead && row.id !== this.#self.id);
    if (hasDead) await this.#onSession(({ db }) => deleteDeadInstances(db));
    const living = rows.filter((row) => !row.dead && row.id !== this.#self.id);
    this.#link.expect(
      living.map(({ id }) => id),
      hasDead || wasRemoved,
    );
    return rows;
  }

  // Clocks of machines drift apart by seconds a day. Corrects no more than the answer proves.
  async #setClock(): Promise<void> {
    const startedAt = performance.now();
    const databaseMs = await this.#onSession(({ db }) => databaseTimeMs(db));
    const earliest = databaseMs - performance.now();
    this.#epochMs = Math.min(Math.max(this.#epochMs, earliest), databaseMs - startedAt);
  }

  // Replaces the session after any failure, and when it is silent.
  async #onSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = (this.#session ??= await this.#db.session());
    try {
      return await expectAnswer(session, work(session));
    } catch (error) {
      this.#session = undefined;
      void session.close();
      throw error;
    }
  }
}
