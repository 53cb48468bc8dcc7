import type { CounterState } from '../../kernel/facts.ts';
import { isId } from '../../kernel/ids.ts';
import type { FactCollector, WriteTransaction, Writes } from '../../kernel/writes.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import { GroupCommit } from '../../platform/concurrency/group-commit.ts';
import { SieveCache } from '../../platform/concurrency/sieve-cache.ts';
import { isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { findPostOwner } from '../store/posts.ts';
import { deleteLikes, insertLikes, likesAtOnce } from '../store/reactions.ts';
import { postNotFound } from './open-post.ts';

type Tap = { readonly uid: string; readonly postId: string; readonly liked: boolean };

type TapGroup = { readonly postId: string; readonly liked: boolean; readonly uids: readonly string[] };

/** The users whom a block bars from liking; null when the post does not exist. */
type BarredUids = ReadonlySet<string> | null;

const nobody: ReadonlySet<string> = new Set();

/**
 * Taps that arrive while a transaction runs share the next one. Many likes of a hot post cost one row update,
 * and a user's taps keep their order.
 */
export class Likes {
  readonly #writes: Writes;
  readonly #taps: GroupCommit<Tap, boolean>;
  // A post's author never changes, so entries are never stale.
  readonly #owners = new SieveCache<string>({ max: 20_000 });

  constructor(writes: Writes) {
    this.#writes = writes;
    this.#taps = new GroupCommit({
      fits: (taps, tap) => taps.length < likesAtOnce && !taps.some((earlier) => isOpposite(earlier, tap)),
      write: (_, taps) => this.#write(taps),
    });
  }

  async set(uid: string, postId: string, liked: boolean): Promise<void> {
    if (!isId(postId)) throw postNotFound();
    const isOpen = await this.#taps.add('likes', { uid, postId, liked });
    if (!isOpen) throw postNotFound();
  }

  async #write(taps: readonly Tap[]): Promise<boolean[]> {
    const byKey = Map.groupBy(taps, groupKey);
    // The order is fixed, so that transactions that count for the same posts cannot deadlock.
    const keys = [...byKey.keys()].toSorted();
    const barredByGroup = await this.#writeGroups(
      keys.map((key) => {
        const groupTaps = byKey.get(key) ?? [];
        return { postId: '', liked: false, ...groupTaps[0], uids: groupTaps.map(({ uid }) => uid) };
      }),
    );
    return taps.map((tap) => barredByGroup[keys.indexOf(groupKey(tap))]?.has(tap.uid) === false);
  }

  async #writeGroups(groups: readonly TapGroup[]): Promise<BarredUids[]> {
    try {
      return await this.#writeTogether(groups);
    } catch (error) {
      // A post was deleted meanwhile: only its own taps may fail.
      if (!isForeignKeyViolation(error)) throw error;
      if (groups.length === 1) return [null];
      const results: BarredUids[] = [];
      for (const group of groups) results.push(...(await this.#writeGroups([group])));
      return results;
    }
  }

  async #writeTogether(groups: readonly TapGroup[]): Promise<BarredUids[]> {
    const [first, ...rest] = groups;
    // A single unlike needs no transaction: it notifies nobody and is allowed even after a block.
    if (first && !first.liked && rest.length === 0)
      return this.#writes.statement(async (db) => [await unlike(db, first)]);
    const owners = await Promise.all(
      groups.map(async ({ postId, liked }) => (liked ? this.#ownerOf(postId) : null)),
    );
    return this.#writes.transaction(async (tx) => {
      const writes = groups.map(async (group, i) => {
        const ownerUid = owners[i] ?? null;
        if (!group.liked) return unlike(tx, group);
        return ownerUid === null ? null : like(tx, group, ownerUid);
      });
      // All statements must end before the transaction does. After a missing post the later ones fail too.
      const results = await Promise.allSettled(writes);
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

function groupKey({ postId, liked }: Tap): string {
  return `${postId} ${liked}`;
}

function isOpposite(one: Tap, other: Tap): boolean {
  return one.uid === other.uid && one.postId === other.postId && one.liked !== other.liked;
}

async function unlike(db: FactCollector, { postId, uids }: TapGroup): Promise<BarredUids> {
  const counters = await deleteLikes(db, postId, uids);
  return publishLikes(db, { postId, uids, liked: false, counters }) ? nobody : null;
}

async function like(tx: WriteTransaction, { postId, uids }: TapGroup, ownerUid: string): Promise<BarredUids> {
  const others = uids.filter((uid) => uid !== ownerUid);
  // Insert and check run in parallel, since blocks are rare; a blocked like is deleted again.
  const [result, blockedUids] = await Promise.all([
    insertLikes(tx, postId, uids, tx.at),
    others.length > 0 ? findBlockedActors(tx, ownerUid, others) : nobody,
  ]);
  const newLikers = result?.newLikers ?? [];
  const barredLikers = newLikers.filter((uid) => blockedUids.has(uid));
  const counters = barredLikers.length > 0 ? await deleteLikes(tx, postId, barredLikers) : result?.counters;
  const likers = blockedUids.size > 0 ? uids.filter((uid) => !blockedUids.has(uid)) : uids;
  if (!publishLikes(tx, { postId, uids: likers, liked: true, counters: counters ?? null })) return null;
  for (const uid of newLikers)
    if (!blockedUids.has(uid)) tx.notify({ uid: ownerUid, type: 'like', actorUid: uid, postId });
  return blockedUids;
}

type LikeChange = { postId: string; uids: readonly string[]; liked: boolean; counters: CounterState | null };

function publishLikes(db: FactCollector, { counters, ...change }: LikeChange): boolean {
  if (counters === null) return false;
  db.fact({ type: 'post-liked', ...change, counters });
  return true;
}
