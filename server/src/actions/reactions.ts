import { LRUCache } from 'lru-cache';

import type { CounterState } from '../platform/bus.ts';
import { isDatabaseUnavailable, isForeignKeyViolation } from '../platform/database.ts';
import { isId } from '../platform/ids.ts';
import { findPostOwner } from '../store/posts.ts';
import { deleteLikes, insertLikes, likesAtOnce } from '../store/reactions.ts';
import { notify, tell } from './notifications.ts';
import { postNotFound } from './posts.ts';
import type { Writes } from './writes.ts';

type Tap = { uid: string; resolve: () => void; reject: (error: unknown) => void };
type Group = { liked: boolean; taps: Tap[] };

/**
 * Likes and unlikes. While a statement for a post is under way, the taps on that post that come meanwhile wait and go
 * together in the next one: a hot post costs one row update for many likes, and taps keep their order.
 */
export class Likes {
  readonly #writes: Writes;
  readonly #waiting = new Map<string, Group[]>();
  // An author never changes.
  readonly #owners = new LRUCache<string, string>({ max: 20_000 });

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** Likes (or unlikes) a post; done twice it changes nothing more. Committed when it returns. */
  set(uid: string, postId: string, liked: boolean): Promise<void> {
    if (!isId(postId)) return Promise.reject(postNotFound());
    return new Promise((resolve, reject) => {
      const groups = this.#waiting.get(postId);
      if (groups) return join(groups, liked, { uid, resolve, reject });
      const queue: Group[] = [{ liked, taps: [{ uid, resolve, reject }] }];
      this.#waiting.set(postId, queue);
      void this.#drain(postId, queue);
    });
  }

  async #drain(postId: string, queue: Group[]): Promise<void> {
    for (let group = queue.shift(); group; group = queue.shift()) {
      try {
        await this.#write(postId, group);
        for (const tap of group.taps) tap.resolve();
      } catch (error) {
        for (const tap of group.taps) tap.reject(error);
        // Who waited for that is not made to wait for the same once more.
        if (isDatabaseUnavailable(error))
          for (const { taps } of queue.splice(0)) for (const tap of taps) tap.reject(error);
      }
    }
    this.#waiting.delete(postId);
  }

  async #write(postId: string, { liked, taps }: Group): Promise<void> {
    const { db, bus } = this.#writes;
    const uids = taps.map((tap) => tap.uid);
    const counters = await (liked ? this.#like(postId, uids) : deleteLikes(db, postId, uids));
    if (!counters) throw postNotFound();
    bus.emit('counters-changed', { postId, counters });
    for (const uid of uids) bus.emit('reaction-changed', { uid, postId, liked });
  }

  // The likes and what their author is told of them are one transaction.
  async #like(postId: string, uids: string[]): Promise<CounterState | null> {
    const { db, bus, now, pushes } = this.#writes;
    const ownerUid = await this.#ownerOf(postId);
    if (ownerUid === null) return null;
    const at = now();
    try {
      // Nobody is told of what they did themselves.
      if (uids.every((uid) => uid === ownerUid)) {
        return (await insertLikes(db, postId, uids, at))?.counters ?? null;
      }
      const { counters, told } = await db.transaction(async (tx) => {
        const result = await insertLikes(tx, postId, uids, at);
        if (!result) throw postNotFound();
        const news = result.added.map((uid) => ({
          uid: ownerUid,
          type: 'like' as const,
          actorUid: uid,
          postId,
        }));
        return { counters: result.counters, told: await notify(tx, news, { at, pushes }) };
      });
      tell(bus, told);
      return counters;
    } catch (error) {
      // The post went while it was liked.
      if (isForeignKeyViolation(error)) return null;
      throw error;
    }
  }

  async #ownerOf(postId: string): Promise<string | null> {
    const known = this.#owners.get(postId);
    if (known !== undefined) return known;
    const ownerUid = await findPostOwner(this.#writes.db, postId);
    if (ownerUid !== null) this.#owners.set(postId, ownerUid);
    return ownerUid;
  }
}

function join(groups: Group[], liked: boolean, tap: Tap): void {
  const last = groups.at(-1);
  if (last && last.liked === liked && last.taps.length < likesAtOnce) last.taps.push(tap);
  else groups.push({ liked, taps: [tap] });
}
