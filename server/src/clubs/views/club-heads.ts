import type { Bus } from '../../kernel/bus.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import { SieveCache } from '../../platform/concurrency/sieve-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { clubHeadSize, clubPostsPage, findClubHead, findClubPosts } from '../store/club-posts.ts';

/** Post ids, newest first. `complete`: nothing older follows. */
export type ClubStretch = { readonly ids: readonly string[]; readonly complete: boolean };

const maxRecent = 5_000;
const recentMs = 5 * 60_000;

export class ClubHeads {
  readonly #db: Database;
  readonly #heads: BatchCache<ClubStretch>;
  /** Recent posts and their club: until the job has listed them, only these facts show them. */
  readonly #recent = new SieveCache<string>({ max: maxRecent, ttl: recentMs });

  constructor(db: Database, bus: Bus) {
    this.#db = db;
    this.#heads = new BatchCache({
      max: 500,
      ttl: 30_000,
      load: oneByOne((club) => this.#read(club)),
    });
    bus.onStale(
      'clubPosts',
      ({ club, postId }) => {
        this.#recent.set(postId, club);
        this.#heads.update(club, (head) => withPosts(head, [postId]));
      },
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
    const recent = [...this.#recent.entries()].flatMap(([id, of]) => (of === club ? [id] : []));
    return withPosts({ ids, complete: ids.length < clubHeadSize }, recent);
  }
}

function withPosts({ ids, complete }: ClubStretch, more: readonly string[]): ClubStretch {
  const all = [...new Set([...more, ...ids])].sort((a, b) => (a < b ? 1 : -1));
  return { ids: all.slice(0, clubHeadSize), complete: complete && all.length < clubHeadSize };
}
