import { isDeepStrictEqual } from 'node:util';

import { Problem } from '../../../../contract/src/problem.ts';
import { cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import type { Bus } from '../../kernel/bus.ts';
import { newId } from '../../kernel/ids.ts';
import type { Session } from '../../kernel/session.ts';
import type { Writes } from '../../kernel/writes.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { type CacheEntry, SieveCache } from '../../platform/concurrency/sieve-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { newToken, tokenHash } from '../../platform/secrets/tokens.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  findSessions,
  insertSession,
  touchSession,
} from '../store/sessions.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** 30 days in all, 14 without being used. */
export const sessionLife = { absoluteMs: 30 * day, idleMs: 14 * day };

const userAgentLength = 300;
const maxHeaderLength = 1_000;

/** `passwordHash` is null for a sign-in without a password. */
export type Authentication = { readonly uid: string; readonly passwordHash: string | null };

type CachedSession = Session & { expiresAt: number; seenAt: number };

/** Sessions by token. Only the SHA-256 of a token is stored. */
export class Sessions {
  readonly #cache: BatchCache<CachedSession>;
  /** By the whole Cookie header, which a browser repeats: it is parsed, verified and hashed once. */
  readonly #byCookies = new SieveCache<CacheEntry<CachedSession>>({ max: 20_000 });
  readonly #writes: Writes;

  constructor(writes: Writes, bus: Bus) {
    this.#writes = writes;
    // Another process may end a session without its fact reaching this one: twice the TTL bounds that.
    this.#cache = new BatchCache({
      max: 50_000,
      ttl: 30_000,
      refreshes: true,
      isSame: isDeepStrictEqual,
      load: (hashes) => read(writes.db, hashes),
    });
    bus.onStale(
      'sessions',
      (stale) => {
        if ('tokenHashes' in stale) this.#cache.forgetAll(stale.tokenHashes);
        else this.#cache.forgetWhere(({ uid }) => uid === stale.uid);
      },
      () => this.#cache.clear(),
    );
  }

  /**
   * @throws Problem `unavailable` when the account is leaving or its password changed meanwhile
   * @returns the token: 256 random bits in base64url
   */
  async start({ uid, passwordHash }: Authentication, agent: string): Promise<string> {
    const token = newToken();
    const at = this.#writes.now();
    const expiresAt = new Date(at.getTime() + sessionLife.absoluteMs);
    const userAgent = cutText(cleanLine(cutText(agent, userAgentLength)), userAgentLength);
    const session = {
      tokenHash: tokenHash(token),
      id: newId(at),
      uid,
      at,
      expiresAt,
      userAgent,
      passwordHash,
    };
    if (!(await insertSession(this.#writes.db, session))) throw new Problem('unavailable');
    return token;
  }

  /** @param tokenIn reads the token in the header; null when there is no valid one */
  findByCookies(header: string, tokenIn: () => string | null): MaybePromise<Session | null> {
    const entry = this.#byCookies.get(header);
    const cached = entry && this.#cache.current(entry);
    return cached ? this.#ifLive(cached) : this.#find(header, tokenIn());
  }

  async #find(header: string, token: string | null): Promise<Session | null> {
    if (token === null) return null;
    const key = tokenHash(token).toString('base64url');
    const session = await this.#cache.get(key);
    const newEntry = this.#cache.entry(key);
    if (newEntry && header.length <= maxHeaderLength) this.#byCookies.set(header, newEntry);
    return session ? this.#ifLive(session) : null;
  }

  #ifLive(cached: CachedSession): MaybePromise<Session | null> {
    const now = this.#writes.now().getTime();
    if (cached.expiresAt <= now || cached.seenAt + sessionLife.idleMs <= now) return null;
    return now - cached.seenAt > hour ? this.#touch(cached, now) : cached;
  }

  async #touch(cached: CachedSession, now: number): Promise<Session> {
    cached.seenAt = now;
    await touchSession(this.#writes.db, Buffer.from(cached.tokenHash, 'base64url'), new Date(now));
    return cached;
  }

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
}

async function read(db: Database, hashes: readonly string[]): Promise<Map<string, CachedSession>> {
  const rows = await findSessions(
    db,
    hashes.map((hash) => Buffer.from(hash, 'base64url')),
  );
  return new Map(
    rows.map(({ token_hash: hash, uid, expires_at: expiresAt, last_seen_at: seenAt }) => {
      const tokenHash = hash.toString('base64url');
      return [tokenHash, { uid, tokenHash, expiresAt: expiresAt.getTime(), seenAt: seenAt.getTime() }];
    }),
  );
}
