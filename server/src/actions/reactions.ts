import { LRUCache } from 'lru-cache';

import type { CounterState } from '../platform/bus.ts';
import { isForeignKeyViolation } from '../platform/database.ts';
import { GroupCommit } from '../platform/group-commit.ts';
import { isId } from '../platform/ids.ts';
import { findPostOwner } from '../store/posts.ts';
import { deleteLikes, insertLikes, likesAtOnce } from '../store/reactions.ts';
import { notify, tell } from './notifications.ts';
import { postNotFound } from './posts.ts';
import type { Writes } from './writes.ts';

type Tap = { uid: string; liked: boolean };

/** Likes and unlikes, in group commits: a hot post costs one row update for many likes, and taps keep their order. */
export class Likes {
  readonly #writes: Writes;
  readonly #taps: GroupCommit<Tap>;
  // An author never changes.
  readonly #owners = new LRUCache<string, string>({ max: 20_000 });

  constructor(writes: Writes) {
    this.#writes = writes;
    this.#taps = new GroupCommit({
      fits: (taps, { liked }) => taps[0]?.liked === liked && taps.length < likesAtOnce,
      write: (postId, taps) => this.#write(postId, taps),
    });
  }

  /** Likes (or unlikes) a post; done twice it changes nothing more. Committed when it returns. */
  async set(uid: string, postId: string, liked: boolean): Promise<void> {
    if (!isId(postId)) throw postNotFound();
    await this.#taps.add(postId, { uid, liked });
  }

  async #write(postId: string, taps: readonly Tap[]): Promise<void> {
    const { db, bus } = this.#writes;
    const liked = taps.some((tap) => tap.liked);
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
