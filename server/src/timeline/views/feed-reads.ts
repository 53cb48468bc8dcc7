import type { PostCache } from '../../posts/views/post-cache.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';
import type { FeedHeads } from './feed-heads.ts';

/** What views read feeds from. */
export type FeedReads = PostReads & {
  readonly heads: FeedHeads;
  /** For the feed's fallback: the same posts, read without the read model. */
  readonly fullPosts: PostCache;
};
