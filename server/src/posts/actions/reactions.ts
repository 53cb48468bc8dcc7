import type { CounterState } from '../../kernel/facts.ts';
import { isId } from '../../kernel/ids.ts';
import type { NotificationDraft } from '../../kernel/notification-draft.ts';
import { addJob, type JobPayloads } from '../../kernel/store/jobs.ts';
import type { FactCollector, WriteTransaction, Writes } from '../../kernel/writes.ts';
import { GroupCommit } from '../../platform/concurrency/group-commit.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { deleteLikes, insertLikes, likesAtOnce } from '../store/reactions.ts';
import { postNotFound } from './open-post.ts';

type Tap = { readonly uid: string; readonly postId: string; readonly liked: boolean };

/** The author of a post, and those of `uids` who may not react to it; null when the post does not exist. */
type RulesOf = (postId: string, uids: readonly string[]) => MaybePromise<Rules | null>;
type Rules = { readonly ownerUid: string; readonly barredUids: ReadonlySet<string> };

type TapGroup = { readonly postId: string; readonly liked: boolean; readonly uids: readonly string[] };

/** `uids` without those who are barred; no owner for unlikes, which notify nobody. */
type TapChange = TapGroup & { readonly barredUids: ReadonlySet<string>; readonly ownerUid?: string };

/** Whose taps were refused; null when the post does not exist. */
type BarredUids = ReadonlySet<string> | null;

type LikesOfPost = JobPayloads['notify-of-likes'];

const nobody: ReadonlySet<string> = new Set();

/**
 * When a transaction has more likes of one post, a job writes their notifications, which cost PostgreSQL as much as
 * the likes (decision 0016).
 */
const notifiedAtOnce = 32;
const notifiedLaterMs = 1_000;

/**
 * Taps that arrive while a transaction runs share the next one. Many likes of a hot post cost one row update,
 * and a user's taps keep their order.
 */
export class Likes {
  readonly #writes: Writes;
  readonly #rulesOf: RulesOf;
  readonly #taps: GroupCommit<Tap, boolean>;

  constructor(writes: Writes, rulesOf: RulesOf) {
    this.#writes = writes;
    this.#rulesOf = rulesOf;
    this.#taps = new GroupCommit({
      fits: (taps, tap) => taps.length < likesAtOnce && !taps.some((earlier) => isOpposite(earlier, tap)),
      write: (_, taps) => this.#write(taps),
    });
  }

  /** @throws Problem not-found, also when the user may not react to the post */
  async set(uid: string, postId: string, liked: boolean): Promise<void> {
    if (!isId(postId)) throw postNotFound();
    const isOpen = await this.#taps.add('likes', { uid, postId, liked });
    if (!isOpen) throw postNotFound();
  }

  async #write(taps: readonly Tap[]): Promise<boolean[]> {
    const byKey = Map.groupBy(taps, groupKey);
    // The order is fixed, so that transactions that count for the same posts cannot deadlock.
    const keys = [...byKey.keys()].toSorted();
    const results = await this.#writeGroups(
      keys.map((key) => {
        const groupTaps = byKey.get(key) ?? [];
        return { postId: '', liked: false, ...groupTaps[0], uids: groupTaps.map(({ uid }) => uid) };
      }),
    );
    const barredByKey = new Map(keys.map((key, i) => [key, results[i]]));
    return taps.map((tap) => barredByKey.get(groupKey(tap))?.has(tap.uid) === false);
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
    // A single unlike needs no transaction: it notifies nobody.
    if (first && !first.liked && rest.length === 0)
      return this.#writes.statement(async (db) => [(await unlike(db, first)) ? nobody : null]);
    const changes = await Promise.all(groups.map((group) => this.#changeOf(group)));
    return this.#writes.transaction(async (tx) => {
      const results: BarredUids[] = changes.map((change) => change?.barredUids ?? null);
      const writes = changes.map(async (change, i) => {
        if (change && !(await write(tx, change))) results[i] = null;
      });
      // All statements are sent at once.
      tx.alongside(...writes);
      return results;
    });
  }

  async #changeOf(group: TapGroup): Promise<TapChange | null> {
    // Unliking is allowed even after a block.
    if (!group.liked) return { ...group, barredUids: nobody };
    const rules = await this.#rulesOf(group.postId, group.uids);
    if (rules === null) return null;
    return { ...group, ...rules, uids: group.uids.filter((uid) => !rules.barredUids.has(uid)) };
  }
}

function groupKey({ postId, liked }: Tap): string {
  return `${postId} ${liked}`;
}

function isOpposite(one: Tap, other: Tap): boolean {
  return one.liked !== other.liked && one.uid === other.uid && one.postId === other.postId;
}

/** @returns false when the post does not exist */
async function unlike(db: FactCollector, { postId, uids }: Omit<TapGroup, 'liked'>): Promise<boolean> {
  const counters = await deleteLikes(db, postId, uids);
  return publishLikes(db, { postId, uids, liked: false, counters });
}

/** @returns false when the post does not exist */
async function write(tx: WriteTransaction, { postId, uids, ownerUid }: TapChange): Promise<boolean> {
  if (uids.length === 0) return true;
  if (ownerUid === undefined) return unlike(tx, { postId, uids });
  const [counters] = await Promise.all([
    insertLikes(tx, postId, uids, tx.at),
    notify(tx, ownerUid, { postId, uids }),
  ]);
  return publishLikes(tx, { postId, uids, liked: true, counters });
}

// A repeated like has its notification already, so none is written.
async function notify(tx: WriteTransaction, ownerUid: string, likes: LikesOfPost): Promise<void> {
  if (likes.uids.length > notifiedAtOnce) {
    const runAt = new Date(tx.at.getTime() + notifiedLaterMs);
    await addJob(tx, 'notify-of-likes', likes, { runAt });
  } else {
    tx.notify(...likeDrafts(ownerUid, likes));
  }
}

/** For the post's author. */
export function likeDrafts(ownerUid: string, { postId, uids }: LikesOfPost): NotificationDraft[] {
  return uids.map((actorUid) => ({ uid: ownerUid, type: 'like', actorUid, postId }));
}

type LikeChange = { postId: string; uids: readonly string[]; liked: boolean; counters: CounterState | null };

function publishLikes(db: FactCollector, { counters, ...change }: LikeChange): boolean {
  if (counters === null) return false;
  db.fact({ type: 'post-liked', ...change, counters });
  return true;
}
