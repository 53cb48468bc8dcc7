import type { Bus } from '../../kernel/bus.ts';
import { findFolloweesAmong, findSomeFollowees, someFollowees } from '../../people/store/follows.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import { andThen, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { Database } from '../../platform/postgres/database.ts';

/** Null for a user with too many followees to cache together. */
type Followees = { readonly all: ReadonlySet<string> | null };

// 400,000 follows in all: one slot per follower, more for those with many followees.
const slots = 20_000;
const followsPerSlot = 20;

export class FollowCache {
  readonly #followees: BatchCache<Followees>;
  readonly #edges: BatchCache<{ following: boolean }>;

  constructor(db: Database, bus: Bus) {
    this.#followees = new BatchCache({
      max: slots,
      sizeOf: ({ all }) => 1 + Math.floor((all?.size ?? 0) / followsPerSlot),
      ttl: 60_000,
      load: oneByOne(async (uid) => followeesOf(await findSomeFollowees(db, uid))),
    });
    this.#edges = new BatchCache({
      max: 10_000,
      ttl: 60_000,
      load: (keys) => readEdges(db, keys),
    });
    bus.onStale(
      'follows',
      (edges) => {
        this.#followees.forgetAll(edges.map(([follower]) => follower));
        this.#edges.forgetAll(edges.map((edge) => keyOf(...edge)));
      },
      () => {
        this.#followees.clear();
        this.#edges.clear();
      },
    );
  }

  followedBy(follower: string, followees: readonly string[]): MaybePromise<string[]> {
    return andThen(this.#followees.get(follower), (cached) => {
      const all = cached?.all;
      return all
        ? followees.filter((followee) => all.has(followee))
        : this.#followedAmong(follower, followees);
    });
  }

  isFollowing(follower: string, followee: string): MaybePromise<boolean> {
    return andThen(this.followedBy(follower, [followee]), ({ length }) => length > 0);
  }

  async #followedAmong(follower: string, followees: readonly string[]): Promise<string[]> {
    const edges = await this.#edges.getMany(followees.map((followee) => keyOf(follower, followee)));
    return followees.filter((followee) => edges.get(keyOf(follower, followee))?.following);
  }
}

function followeesOf(uids: readonly string[]): Followees {
  return { all: uids.length === someFollowees ? null : new Set(uids) };
}

function keyOf(follower: string, followee: string): string {
  return `${follower} ${followee}`;
}

async function readEdges(
  db: Database,
  keys: readonly string[],
): Promise<Map<string, { following: boolean }>> {
  const edges = new Map<string, { following: boolean }>();
  const byFollower = Map.groupBy(
    keys.map((key) => key.split(' ')),
    ([follower = '']) => follower,
  );
  await Promise.all(
    [...byFollower].map(async ([follower, pairs]) => {
      const followees = pairs.map(([, followee = '']) => followee);
      const followedUids = await findFolloweesAmong(db, follower, followees);
      for (const followee of followees)
        edges.set(keyOf(follower, followee), { following: followedUids.has(followee) });
    }),
  );
  return edges;
}
