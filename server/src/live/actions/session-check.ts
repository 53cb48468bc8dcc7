import { setTimeout as sleep } from 'node:timers/promises';

import type { Writes } from '../../kernel/writes.ts';
import { findVisibleUids } from '../../people/store/users.ts';
import type { EventStreams } from '../../platform/concurrency/event-streams.ts';
import type { StreamOwner } from '../../platform/concurrency/open-streams.ts';
import { isDatabaseUnavailable } from '../../platform/postgres/database.ts';
import { sessionLife } from '../../sessions/actions/sessions.ts';
import { findLiveSessions } from '../../sessions/store/sessions.ts';

const batchSize = 1_000;
const restMs = 500;

export type SessionCheckParts = {
  writes: Pick<Writes, 'db' | 'now'>;
  streams: Pick<EventStreams, 'owners' | 'end'>;
  log: { error: (detail: object, message: string) => void };
};

/** Ends the streams whose session is over, or whose user is hidden or gone, as the database knows them. */
export class SessionCheck {
  readonly #parts: SessionCheckParts;
  #isDue = false;
  #isRunning = false;

  constructor(parts: SessionCheckParts) {
    this.#parts = parts;
  }

  /** Returns at once. Requests during a check become one more, and a failed check is repeated. */
  request(): void {
    this.#isDue = true;
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isDue) {
      this.#isDue = false;
      await this.#check().catch((error: unknown) => {
        this.#isDue = true;
        // While the database is away nobody is sent anything about posts, and no notification can be read.
        if (!isDatabaseUnavailable(error))
          this.#parts.log.error({ err: error }, 'the sessions of open pages could not be checked');
      });
      await sleep(restMs, undefined, { ref: false });
    }
    this.#isRunning = false;
  }

  async #check(): Promise<void> {
    const bySession = new Map(this.#parts.streams.owners.map((owner) => [owner.tokenHash, owner]));
    const owners = [...bySession.values()];
    for (let i = 0; i < owners.length; i += batchSize) await this.#checkBatch(owners.slice(i, i + batchSize));
  }

  async #checkBatch(owners: readonly StreamOwner[]): Promise<void> {
    const { streams, writes } = this.#parts;
    const now = writes.now();
    const idleSince = new Date(now.getTime() - sessionLife.idleMs);
    const hashes = owners.map(({ tokenHash }) => Buffer.from(tokenHash, 'base64url'));
    const uids = [...new Set(owners.map(({ uid }) => uid))];
    const [live, visibleUids] = await Promise.all([
      findLiveSessions(writes.db, hashes, { now, idleSince }),
      findVisibleUids(writes.db, uids),
    ]);
    const over = owners.filter(({ tokenHash, uid }) => !live.has(tokenHash) || !visibleUids.has(uid));
    if (over.length > 0)
      streams.end({ tokenHashes: over.map(({ tokenHash }) => tokenHash) }, 'session-ended');
  }
}
