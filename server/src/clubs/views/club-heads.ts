import type { Bus } from '../../kernel/bus.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { clubHeadSize, clubPostsPage, findClubHead, findClubPosts } from '../store/club-posts.ts';

/** Post ids, newest first. `complete`: nothing older follows. */
export type ClubStretch = { readonly ids: readonly string[]; readonly complete: boolean };

export class ClubHeads {
  readonly #db: Database;
  readonly #heads: BatchCache<ClubStretch>;

  constructor(db: Database, bus: Bus) {
    this.#db = db;
    this.#heads = new BatchCache({
      max: 500,
      ttl: 30_000,
      load: oneByOne((club) => this.#read(club)),
    });
    bus.onStale(
      'clubPosts',
      ({ club, postId }) => this.#heads.update(club, (head) => withPost(head, postId)),
      () => this.#heads.clear(),
    );
  }

  async head(club: string): Promise<ClubStretch> {
    return (await this.#heads.get(club)) ?? { ids: [], complete: true };
  }

  async before(club: string, id: string): Promise<ClubStretch> {
    const ids = await findClubPosts(this.#db, club, id);
    return { ids, complete: ids.length < clubPostsPage };
  }

  async #read(club: string): Promise<ClubStretch> {
    const ids = await findClubHead(this.#db, club);
    return { ids, complete: ids.length < clubHeadSize };
  }
}

function withPost({ ids, complete }: ClubStretch, postId: string): ClubStretch {
  const all = [...new Set([postId, ...ids])].sort((a, b) => (a < b ? 1 : -1));
  return { ids: all.slice(0, clubHeadSize), complete: complete && all.length < clubHeadSize };
}
