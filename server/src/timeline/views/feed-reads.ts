import type { ClubReads } from '../../clubs/views/club-reads.ts';
import type { PostCache } from '../../posts/views/post-cache.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';
import type { FeedHeads } from './feed-heads.ts';

export type FeedReads = PostReads &
  ClubReads & {
    readonly heads: FeedHeads;
    /** The fallback's cache, read without the read model. */
    readonly fullPosts: PostCache;
  };
