import { LRUCache } from 'lru-cache';

import type { CounterState } from '../../kernel/facts.ts';
import { isId } from '../../kernel/ids.ts';
import type { FactCollector, Writes } from '../../kernel/writes.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import { GroupCommit } from '../../platform/concurrency/group-commit.ts';
import { isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { findPostOwner } from '../store/posts.ts';
import { deleteLikes, insertLikes, likesAtOnce } from '../store/reactions.ts';
import { postNotFound } from './open-post.ts';

const nobody: ReadonlySet<string> = new Set();

type Tap = { uid: string; liked: boolean };

/** Likes and unlikes in group commits: many likes of a hot post cost one row update, and taps keep their order. */
export class Likes {
  readonly #writes: Writes;
  readonly #taps: GroupCommit<Tap, boolean>;
  // A post's author never changes, so this cache is never stale.
  readonly #owners = new LRUCache<string, string>({ max: 20_000 });

  constructor(writes: Writes) {
    this.#writes = writes;
    this.#taps = new GroupCommit({
      fits: (taps, { liked }) => taps[0]?.liked === liked && taps.length < likesAtOnce,
      write: (postId, taps) => this.#write(postId, taps),
    });
  }

  /** Likes or unlikes a post; repeating it changes nothing. Committed when it returns. */
  async set(uid: string, postId: string, liked: boolean): Promise<void> {
    if (!isId(postId)) throw postNotFound();
    const isDone = await this.#taps.add(postId, { uid, liked });
    if (!isDone) throw postNotFound();
  }

  async #write(postId: string, taps: readonly Tap[]): Promise<boolean[]> {
    const uids = taps.map((tap) => tap.uid);
    const blocked = taps[0]?.liked ? await this.#like(postId, uids) : await this.#unlike(postId, uids);
    return uids.map((uid) => !blocked.has(uid));
  }

  // A like can be taken back even after a block.
  async #unlike(postId: string, uids: readonly string[]): Promise<ReadonlySet<string>> {
    await this.#writes.statement(async (db) =>
      publishLiked(db, { postId, uids, liked: false, counters: await deleteLikes(db, postId, uids) }),
    );
    return nobody;
  }

  async #like(postId: string, uids: readonly string[]): Promise<ReadonlySet<string>> {
    const ownerUid = await this.#ownerOf(postId);
    if (ownerUid === null) throw postNotFound();
    const others = uids.filter((uid) => uid !== ownerUid);
    try {
      return await this.#writes.transaction(async (tx) => {
        // Sent together: blocks are rare, so the like need not wait for the check; it is taken back if there is one.
        const [result, blocked] = await Promise.all([
          insertLikes(tx, postId, uids, tx.at),
          others.length > 0 ? findBlockedActors(tx, ownerUid, others) : nobody,
        ]);
        const added = result?.added ?? [];
        const refused = added.filter((uid) => blocked.has(uid));
        const counters = refused.length > 0 ? await deleteLikes(tx, postId, refused) : result?.counters;
        const likers = blocked.size > 0 ? uids.filter((uid) => !blocked.has(uid)) : uids;
        publishLiked(tx, { postId, uids: likers, liked: true, counters: counters ?? null });
        for (const uid of added)
          if (!blocked.has(uid)) tx.notify({ uid: ownerUid, type: 'like', actorUid: uid, postId });
        return blocked;
      });
    } catch (error) {
      // The post was deleted while it was liked.
      if (isForeignKeyViolation(error)) throw postNotFound();
      throw error;
    }
  }

  async #ownerOf(postId: string): Promise<string | null> {
    const cached = this.#owners.get(postId);
    if (cached !== undefined) return cached;
    const ownerUid = await findPostOwner(this.#writes.db, postId);
    if (ownerUid !== null) this.#owners.set(postId, ownerUid);
    return ownerUid;
  }
}

type Liked = { postId: string; uids: readonly string[]; liked: boolean; counters: CounterState | null };

function publishLiked(db: FactCollector, { counters, ...liked }: Liked): void {
  if (counters === null) throw postNotFound();
  db.fact({ type: 'post-liked', ...liked, counters });
}
