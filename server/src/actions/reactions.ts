import { LRUCache } from 'lru-cache';

import type { CounterState } from '../kernel/facts.ts';
import type { Stating, Writes } from '../kernel/writes.ts';
import { isForeignKeyViolation } from '../platform/database.ts';
import { GroupCommit } from '../platform/group-commit.ts';
import { isId } from '../platform/ids.ts';
import { findPostOwner } from '../store/posts.ts';
import { deleteLikes, insertLikes, likesAtOnce } from '../store/reactions.ts';
import { postNotFound } from './posts.ts';

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
    const uids = taps.map((tap) => tap.uid);
    await (taps[0]?.liked ? this.#like(postId, uids) : this.#unlike(postId, uids));
  }

  async #unlike(postId: string, uids: readonly string[]): Promise<void> {
    await this.#writes.statement(async (db) =>
      state(db, { postId, uids, liked: false, counters: await deleteLikes(db, postId, uids) }),
    );
  }

  async #like(postId: string, uids: readonly string[]): Promise<void> {
    const { statement, transaction, now } = this.#writes;
    const ownerUid = await this.#ownerOf(postId);
    if (ownerUid === null) throw postNotFound();
    const like = async (db: Stating, at: Date) => {
      const result = await insertLikes(db, postId, uids, at);
      state(db, { postId, uids, liked: true, counters: result?.counters ?? null });
      return result?.added ?? [];
    };
    try {
      // Nobody is notified of their own like.
      if (uids.every((uid) => uid === ownerUid)) await statement((db) => like(db, now()));
      else
        await transaction(async (tx) => {
          for (const uid of await like(tx, tx.at))
            tx.notify({ uid: ownerUid, type: 'like', actorUid: uid, postId });
        });
    } catch (error) {
      // The post was deleted while it was liked.
      if (isForeignKeyViolation(error)) throw postNotFound();
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

type Liked = { postId: string; uids: readonly string[]; liked: boolean; counters: CounterState | null };

function state(db: Stating, { counters, ...liked }: Liked): void {
  if (counters === null) throw postNotFound();
  db.fact({ type: 'post-liked', ...liked, counters });
}
