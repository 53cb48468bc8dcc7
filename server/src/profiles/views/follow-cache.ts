import type { Bus } from '../../kernel/bus.ts';
import { findFollowed } from '../../people/store/follows.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';

export class FollowCache {
  readonly #edges: BatchCache<{ following: boolean }>;

  constructor(db: Database, bus: Bus) {
    this.#edges = new BatchCache({
      max: 50_000,
      ttl: 60_000,
      load: (keys) => readEdges(db, keys),
    });
    bus.onStale(
      'follows',
      (edges) => this.#edges.forgetAll(edges.map((edge) => keyOf(...edge))),
      () => this.#edges.clear(),
    );
  }

  async followedBy(follower: string, followees: readonly string[]): Promise<string[]> {
    const edges = await this.#edges.getMany(followees.map((followee) => keyOf(follower, followee)));
    return followees.filter((followee) => edges.get(keyOf(follower, followee))?.following);
  }

  async isFollowing(follower: string, followee: string): Promise<boolean> {
    return (await this.#edges.get(keyOf(follower, followee)))?.following ?? false;
  }
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
      const followed = await findFollowed(db, follower, followees);
      for (const followee of followees)
        edges.set(keyOf(follower, followee), { following: followed.has(followee) });
    }),
  );
  return edges;
}
