import type { Bus } from '../../kernel/bus.ts';
import { firstId } from '../../kernel/ids.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findLikedComments, findNewestLikedComments, newestLikedComments } from '../store/comment-likes.ts';
import type { CommentRow } from '../store/comments.ts';

/** All comments from the id `from` on that one viewer likes. */
type Liked = { readonly from: string; readonly ids: ReadonlySet<string> };

// 200,000 likes in all: a place for each viewer, more for viewers with many likes.
const places = 20_000;
const likesPerPlace = 10;

/** Viewers' likes on comments: a viewer's newest are cached together. */
export class CommentMarks {
  readonly #viewers: BatchCache<Liked>;
  readonly #db: Database;

  constructor(db: Database, bus: Bus) {
    this.#db = db;
    this.#viewers = new BatchCache({
      max: places,
      sizeOf: ({ ids }) => 1 + Math.floor(ids.size / likesPerPlace),
      ttl: 60_000,
      load: oneByOne(async (uid) => likedOf(await findNewestLikedComments(db, uid))),
    });
    bus.attachCache('commentMarks', this.#viewers);
  }

  /** The comments of a post, among these, that the viewer likes. May contain others too. */
  async likedAmong(
    viewerUid: string,
    postId: string,
    comments: readonly Pick<CommentRow, 'id' | 'likes'>[],
  ): Promise<ReadonlySet<string>> {
    const ids = comments.flatMap(({ id, likes }) => (likes > 0 ? id : []));
    if (ids.length === 0) return nothing;
    const liked = await this.#viewers.get(viewerUid);
    const older = ids.filter((id) => !liked || id < liked.from);
    if (older.length === 0) return liked?.ids ?? nothing;
    const found = await findLikedComments(this.#db, postId, older, viewerUid);
    return liked ? found.union(liked.ids) : found;
  }
}

const nothing: ReadonlySet<string> = new Set();

function likedOf(newestFirst: readonly string[]): Liked {
  const isAll = newestFirst.length < newestLikedComments;
  return { from: isAll ? firstId : (newestFirst.at(-1) ?? firstId), ids: new Set(newestFirst) };
}
