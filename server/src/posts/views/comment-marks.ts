import type { Bus } from '../../kernel/bus.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findLikedComments } from '../store/comment-likes.ts';
import type { CommentCache } from './comment-cache.ts';

/** The comments on the first page of a post that one viewer likes, by '{postId} {uid}'. */
export type CommentMarks = BatchCache<ReadonlySet<string>>;

export function createCommentMarks(db: Database, bus: Bus, comments: CommentCache): CommentMarks {
  const cache: CommentMarks = new BatchCache({
    max: 100_000,
    sizeOf: (liked) => liked.size + 1,
    ttl: 60_000,
    load: async (keys) =>
      new Map(
        await Promise.all(
          keys.map(async (key) => {
            const [postId = '', uid = ''] = key.split(' ');
            const head = await comments.get(postId);
            const ids = (head?.comments ?? []).flatMap(({ row }) => (row.likes > 0 ? row.id : []));
            return [key, await findLikedComments(db, postId, ids, uid)] as const;
          }),
        ),
      ),
  });
  bus.attachCache('commentMarks', cache);
  return cache;
}

export function markKey(postId: string, uid: string): string {
  return `${postId} ${uid}`;
}
