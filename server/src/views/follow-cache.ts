import { BatchCache } from '../platform/batch-cache.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import { findFollowed } from '../store/follows.ts';

/** Who follows whom, as far as it was asked lately. */
export class FollowCache {
  readonly #edges: BatchCache<{ following: boolean }>;

  constructor(db: Database, bus: Bus) {
    this.#edges = new BatchCache({
      max: 50_000,
      ttl: 60_000,
      load: async (keys) => new Map(await Promise.all(keys.map((key) => readEdge(db, key)))),
    });
    bus.on('follow-changed', ({ follower, followee }) => this.#edges.forget(keyOf(follower, followee)));
  }

  /** Whom of these people somebody follows. */
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

async function readEdge(db: Database, key: string): Promise<[string, { following: boolean }]> {
  const [follower = '', followee = ''] = key.split(' ');
  return [key, { following: (await findFollowed(db, follower, [followee])).has(followee) }];
}
