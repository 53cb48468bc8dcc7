import type { Bus } from '../../kernel/bus.ts';
import { firstId } from '../../kernel/ids.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findLikedComments, findNewestLikedComments, newestLikedComments } from '../store/comment-likes.ts';

/** `ids` holds all comments from the id `from` on that the viewer likes. */
type RecentLikes = { readonly from: string; readonly ids: ReadonlySet<string> };

// The cache holds 200,000 likes: a place for each viewer, more for viewers with many likes.
const places = 20_000;
const likesPerPlace = 10;

export class CommentMarks {
  readonly #viewers: BatchCache<RecentLikes>;
  readonly #db: Database;

  constructor(db: Database, bus: Bus) {
    this.#db = db;
    this.#viewers = new BatchCache({
      max: places,
      sizeOf: ({ ids }) => 1 + Math.floor(ids.size / likesPerPlace),
      ttl: 60_000,
      load: oneByOne(async (uid) => recentLikes(await findNewestLikedComments(db, uid))),
    });
    bus.attachCache('commentMarks', this.#viewers);
  }

  /** False also when it is not known without a query. */
  hasNoLikesAmong(viewerUid: string, ids: readonly string[]): boolean {
    if (ids.length === 0) return true;
    const recent = this.#viewers.entry(viewerUid)?.value;
    return recent !== undefined && ids.every((id) => id >= recent.from && !recent.ids.has(id));
  }

  /** The result may also contain liked comments of other posts. */
  async likedAmong(viewerUid: string, postId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return nothing;
    const recent = await this.#viewers.get(viewerUid);
    const older = ids.filter((id) => !recent || id < recent.from);
    if (older.length === 0) return recent?.ids ?? nothing;
    const found = await findLikedComments(this.#db, postId, older, viewerUid);
    return recent ? found.union(recent.ids) : found;
  }
}

const nothing: ReadonlySet<string> = new Set();

function recentLikes(newestFirst: readonly string[]): RecentLikes {
  const isAll = newestFirst.length < newestLikedComments;
  return { from: isAll ? firstId : (newestFirst.at(-1) ?? firstId), ids: new Set(newestFirst) };
}
