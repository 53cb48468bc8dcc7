import { LRUCache } from 'lru-cache';

import type { CounterState } from '../../kernel/facts.ts';
import { isId } from '../../kernel/ids.ts';
import type { FactCollector, WriteTransaction, Writes } from '../../kernel/writes.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import { GroupCommit } from '../../platform/concurrency/group-commit.ts';
import { isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { findPostOwner } from '../store/posts.ts';
import { deleteLikes, insertLikes, likesAtOnce } from '../store/reactions.ts';
import { postNotFound } from './open-post.ts';

type Tap = { readonly uid: string; readonly postId: string; readonly liked: boolean };

/** The taps of a group that like one post, or take likes of it back. */
type SameTaps = { readonly postId: string; readonly liked: boolean; readonly uids: readonly string[] };

/** The users whose taps did not count, since the author and they are blocked; null: there is no such post. */
type Refused = ReadonlySet<string> | null;

const nobody: ReadonlySet<string> = new Set();

/**
 * Likes and unlikes in group commits: taps that arrive while a transaction runs share the next one. Many likes of a hot
 * post cost one row update, and a user's taps keep their order.
 */
export class Likes {
  readonly #writes: Writes;
  readonly #taps: GroupCommit<Tap, boolean>;
  // A post's author never changes, so this cache is never stale.
  readonly #owners = new LRUCache<string, string>({ max: 20_000 });

  constructor(writes: Writes) {
    this.#writes = writes;
    this.#taps = new GroupCommit({
      fits: (taps, tap) => taps.length < likesAtOnce && !taps.some((earlier) => isOpposite(earlier, tap)),
      write: (_, taps) => this.#write(taps),
    });
  }

  /** Likes or unlikes a post; repeating it changes nothing. Committed when it returns. */
  async set(uid: string, postId: string, liked: boolean): Promise<void> {
    if (!isId(postId)) throw postNotFound();
    const isDone = await this.#taps.add('likes', { uid, postId, liked });
    if (!isDone) throw postNotFound();
  }

  async #write(taps: readonly Tap[]): Promise<boolean[]> {
    const groups = Map.groupBy(taps, partOf);
    // In one order: two transactions that count for the same posts never wait for each other.
    const parts = [...groups.keys()].toSorted();
    const refused = await this.#writeParts(
      parts.map((part) => {
        const same = groups.get(part) ?? [];
        return { postId: '', liked: false, ...same[0], uids: same.map(({ uid }) => uid) };
      }),
    );
    return taps.map((tap) => refused[parts.indexOf(partOf(tap))]?.has(tap.uid) === false);
  }

  async #writeParts(parts: readonly SameTaps[]): Promise<Refused[]> {
    try {
      return await this.#together(parts);
    } catch (error) {
      // A post was deleted while it was liked: the other taps are written without it.
      if (!isForeignKeyViolation(error)) throw error;
      if (parts.length === 1) return [null];
      const refused: Refused[] = [];
      for (const part of parts) refused.push(...(await this.#writeParts([part])));
      return refused;
    }
  }

  async #together(parts: readonly SameTaps[]): Promise<Refused[]> {
    const [first, ...rest] = parts;
    // One statement needs no transaction: it notifies nobody, and a like can be taken back even after a block.
    if (first && !first.liked && rest.length === 0)
      return this.#writes.statement(async (db) => [await unlike(db, first)]);
    const owners = await Promise.all(
      parts.map(async ({ postId, liked }) => (liked ? this.#ownerOf(postId) : null)),
    );
    return this.#writes.transaction(async (tx) => {
      const written = parts.map(async (part, i) => {
        const ownerUid = owners[i] ?? null;
        if (!part.liked) return unlike(tx, part);
        return ownerUid === null ? null : like(tx, part, ownerUid);
      });
      // All have to end before the transaction does. A missing post makes the later statements fail too.
      const results = await Promise.allSettled(written);
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      if (failures.length > 0) throw failures.find(isForeignKeyViolation) ?? failures[0];
      return results.map((result) => (result.status === 'fulfilled' ? result.value : null));
    });
  }

  async #ownerOf(postId: string): Promise<string | null> {
    const cached = this.#owners.get(postId);
    if (cached !== undefined) return cached;
    const ownerUid = await findPostOwner(this.#writes.db, postId);
    if (ownerUid !== null) this.#owners.set(postId, ownerUid);
    return ownerUid;
  }
}

function partOf({ postId, liked }: Tap): string {
  return `${postId} ${liked}`;
}

function isOpposite(one: Tap, other: Tap): boolean {
  return one.uid === other.uid && one.postId === other.postId && one.liked !== other.liked;
}

async function unlike(db: FactCollector, { postId, uids }: SameTaps): Promise<Refused> {
  const counters = await deleteLikes(db, postId, uids);
  return publishLiked(db, { postId, uids, liked: false, counters }) ? nobody : null;
}

async function like(tx: WriteTransaction, { postId, uids }: SameTaps, ownerUid: string): Promise<Refused> {
  const others = uids.filter((uid) => uid !== ownerUid);
  // Sent together: blocks are rare, so the like need not wait for the check; it is taken back if there is one.
  const [result, blocked] = await Promise.all([
    insertLikes(tx, postId, uids, tx.at),
    others.length > 0 ? findBlockedActors(tx, ownerUid, others) : nobody,
  ]);
  const added = result?.added ?? [];
  const refused = added.filter((uid) => blocked.has(uid));
  const counters = refused.length > 0 ? await deleteLikes(tx, postId, refused) : result?.counters;
  const likers = blocked.size > 0 ? uids.filter((uid) => !blocked.has(uid)) : uids;
  if (!publishLiked(tx, { postId, uids: likers, liked: true, counters: counters ?? null })) return null;
  for (const uid of added)
    if (!blocked.has(uid)) tx.notify({ uid: ownerUid, type: 'like', actorUid: uid, postId });
  return blocked;
}

type Liked = { postId: string; uids: readonly string[]; liked: boolean; counters: CounterState | null };

/** False when there is no such post. */
function publishLiked(db: FactCollector, { counters, ...liked }: Liked): boolean {
  if (counters === null) return false;
  db.fact({ type: 'post-liked', ...liked, counters });
  return true;
}
