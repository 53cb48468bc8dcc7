import { LRUCache } from 'lru-cache';

import { Problem } from '../../../../contract/src/problem.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import type { Bus } from '../../kernel/bus.ts';
import { newId } from '../../kernel/ids.ts';
import type { Session } from '../../kernel/session.ts';
import type { Caches } from '../../kernel/staleness.ts';
import type { Writes } from '../../kernel/writes.ts';
import { newToken, tokenHash } from '../../platform/secrets/tokens.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  touchSession,
} from '../store/sessions.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How long a session lives: 30 days in all, 14 without being used. */
export const sessionLife = { absoluteMs: 30 * day, idleMs: 14 * day };

/** How much of what a browser says of itself is kept. */
const userAgentLength = 300;

type Known = Session & { expiresAt: number; seenAt: number };

/** Sessions by their token, of which only the SHA-256 is stored; looked up once and then kept in memory for a while. */
export class Sessions {
  readonly #known: LRUCache<string, Known>;
  readonly #writes: Writes;
  #endings = 0;

  constructor(writes: Writes, bus: Bus) {
    this.#writes = writes;
    // Another process may end a session without an event reaching this one: a minute bounds that.
    this.#known = new LRUCache({ max: 50_000, ttl: 60_000, ttlResolution: 1_000 });
    const clear = () => {
      this.#endings++;
      this.#known.clear();
    };
    const forget = (ended: Caches['sessions']) => {
      this.#endings++;
      if ('tokenHashes' in ended) for (const hash of ended.tokenHashes) this.#known.delete(hash);
      else
        for (const [hash, known] of this.#known.entries())
          if (known.uid === ended.uid) this.#known.delete(hash);
    };
    bus.onStale('sessions', forget, clear);
  }

  /**
   * Starts a session on the device that says this of itself; there is none for an account that is to be removed.
   * @returns its token: 256 random bits in base64url
   */
  async start(uid: string, said: string): Promise<string> {
    const token = newToken();
    const at = this.#writes.now();
    const expiresAt = new Date(at.getTime() + sessionLife.absoluteMs);
    const userAgent = cutText(cleanLine(cutText(said, userAgentLength)), userAgentLength);
    const session = { tokenHash: tokenHash(token), id: newId(at), uid, at, expiresAt, userAgent };
    if (!(await insertSession(this.#writes.db, session))) throw new Problem('unavailable');
    return token;
  }

  /** The session of a token, or null when it has none or it has ended. */
  async find(token: string): Promise<Session | null> {
    const hash = tokenHash(token);
    const key = hash.toString('base64url');
    const known = this.#known.get(key) ?? (await this.#read(hash, key));
    if (!known) return null;
    const now = this.#writes.now().getTime();
    if (known.expiresAt <= now || known.seenAt + sessionLife.idleMs <= now) return null;
    if (now - known.seenAt > hour) {
      known.seenAt = now;
      await touchSession(this.#writes.db, hash, new Date(now));
    }
    return known;
  }

  /** Ends one session. */
  async end(token: string): Promise<void> {
    const hash = tokenHash(token);
    await this.#writes.statement(async (db) => {
      await deleteSession(db, hash);
      db.fact({ type: 'sessions-ended', tokenHashes: [hash.toString('base64url')] });
    });
  }

  async removeExpired(): Promise<void> {
    const now = this.#writes.now();
    await deleteExpiredSessions(this.#writes.db, now, new Date(now.getTime() - sessionLife.idleMs));
  }

  async #read(hash: Buffer, key: string): Promise<Known | null> {
    const before = this.#endings;
    const row = await findSession(this.#writes.db, hash);
    if (!row) return null;
    const known: Known = {
      uid: row.uid,
      tokenHash: key,
      expiresAt: row.expires_at.getTime(),
      seenAt: row.last_seen_at.getTime(),
    };
    // One that ended while it was read is not kept.
    if (before === this.#endings) this.#known.set(key, known);
    return known;
  }
}
