import { isDeepStrictEqual } from 'node:util';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { foldWords } from '../../../../contract/src/rules/texts/fold-words.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CachedJson } from '../../kernel/cached-json.ts';
import { firstId } from '../../kernel/ids.ts';
import { textHash } from '../../kernel/text-hash.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { Snapshot } from '../../platform/concurrency/sieve-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type CommentRow, findComments } from '../store/comments.ts';
import { cachePlaces, placesOf } from './cache-places.ts';

export type CachedComment = CachedJson & {
  readonly row: CommentRow;
  words?: string;
  jsonHash?: { json: string; hash: number };
};

/** Comments that are read together, with the texts that were made of them last. */
export type CommentList = { readonly comments: readonly CachedComment[]; kept?: KeptComments };

export type ThreadText = { readonly text: string; readonly hash: number };

export type CommentTexts = {
  /** Null for a comment that the viewer does not see. */
  readonly texts: readonly (string | null)[];
  readonly hash: number;
};

/** For viewers who like none of them and exclude nobody. */
export type KeptComments = CommentTexts & {
  readonly likedIds: readonly string[];
  readonly people: Snapshot<CachedProfile>;
  /** Of a thread: its answer, once it was needed. */
  answer?: ThreadText;
};

/**
 * The first page of a post's comments, or a later one. `next` is null on the last page. `total`: all comments
 * of the post; undefined for an empty later page. `version`: another number each time it is different.
 */
export type CommentsPart = CommentList & {
  readonly next: string | null;
  readonly total: number | undefined;
  readonly version: number;
};

let versions = 0;

export type CommentCache = BatchCache<CommentsPart>;

export function createCommentCache(db: Database, bus: Bus): CommentCache {
  const cache: CommentCache = new BatchCache({
    max: cachePlaces,
    sizeOf: ({ comments }) => comments.reduce((sum, { row }) => sum + placesOf(row.text.length), 1),
    ttl: 60_000,
    isSame: isSamePage,
    load: oneByOne((postId) => readComments(db, postId, firstId)),
  });
  bus.attachCache('comments', cache);
  return cache;
}

// Comments that are not on the first page may have changed without it, and threads follow its version.
function isSamePage(before: CommentsPart, after: CommentsPart): boolean {
  return after.next === null && isDeepStrictEqual(partsOf(before), partsOf(after));
}

const partsOf = ({ comments, next, total }: CommentsPart) => ({
  rows: comments.map(({ row }) => row),
  next,
  total,
});

export function wordsOfComment(comment: CachedComment): string {
  comment.words ??= foldWords(comment.row.text);
  return comment.words;
}

export function hashOfComment(comment: CachedComment, json: string): number {
  if (comment.jsonHash?.json !== json) comment.jsonHash = { json, hash: textHash(json) };
  return comment.jsonHash.hash;
}

export async function readComments(db: Database, postId: string, after: string): Promise<CommentsPart> {
  const rows = await findComments(db, postId, after);
  const total = rows[0]?.total ?? (after === firstId ? 0 : undefined);
  const page = rows.slice(0, limits.commentsListed);
  const next = rows.length > page.length ? (page.at(-1)?.id ?? null) : null;
  return { comments: page.map((row) => ({ row })), next, total, version: ++versions };
}
