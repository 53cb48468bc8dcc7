import { foldWords } from '../../../../contract/src/rules/muted-words.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CachedJson } from '../../kernel/cached-json.ts';
import { firstId } from '../../kernel/ids.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type CommentRow, findComments } from '../store/comments.ts';

/** A comment, its JSON, and its words as muted ones are looked for. */
export type CachedComment = CachedJson & { readonly row: CommentRow; words?: string };

/** The first page of a post's comments. */
type CommentsHead = { readonly comments: readonly CachedComment[] };

export type CommentCache = BatchCache<CommentsHead>;

/** The first comments of the posts that are read lately, up to 20,000 comments in all. */
export function createCommentCache(db: Database, bus: Bus): CommentCache {
  const cache: CommentCache = new BatchCache({
    max: 20_000,
    sizeOf: ({ comments }) => comments.length + 1,
    ttl: 60_000,
    load: async (postIds) =>
      new Map(
        await Promise.all(postIds.map(async (id) => [id, await readComments(db, id, firstId)] as const)),
      ),
  });
  bus.attachCache('comments', cache);
  return cache;
}

/** What muted words are looked for in. */
export function wordsOfComment(comment: CachedComment): string {
  comment.words ??= foldWords(comment.row.text);
  return comment.words;
}

/** A page of a post's comments from the database. */
export async function readComments(db: Database, postId: string, after: string): Promise<CommentsHead> {
  return { comments: (await findComments(db, postId, after)).map((row) => ({ row })) };
}
