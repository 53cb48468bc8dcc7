import { foldWords } from '../../../../contract/src/rules/texts/fold-words.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CachedJson } from '../../kernel/cached-json.ts';
import { firstId } from '../../kernel/ids.ts';
import { textHash } from '../../kernel/text-hash.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type CommentRow, findComments } from '../store/comments.ts';

export type CachedComment = CachedJson & {
  readonly row: CommentRow;
  words?: string;
  jsonHash?: { json: string; hash: number };
};

/** `total`: all comments of the post; undefined for an empty later page. */
type CommentsHead = { readonly comments: readonly CachedComment[]; readonly total: number | undefined };

export type CommentCache = BatchCache<CommentsHead>;

export function createCommentCache(db: Database, bus: Bus): CommentCache {
  const cache: CommentCache = new BatchCache({
    max: 20_000,
    sizeOf: ({ comments }) => comments.length + 1,
    ttl: 60_000,
    load: oneByOne((postId) => readComments(db, postId, firstId)),
  });
  bus.attachCache('comments', cache);
  return cache;
}

export function wordsOfComment(comment: CachedComment): string {
  comment.words ??= foldWords(comment.row.text);
  return comment.words;
}

export function hashOfComment(comment: CachedComment, json: string): number {
  if (comment.jsonHash?.json !== json) comment.jsonHash = { json, hash: textHash(json) };
  return comment.jsonHash.hash;
}

export async function readComments(db: Database, postId: string, after: string): Promise<CommentsHead> {
  const rows = await findComments(db, postId, after);
  const total = rows[0]?.total ?? (after === firstId ? 0 : undefined);
  return { comments: rows.map((row) => ({ row })), total };
}
