import type { ClubReads } from '../../clubs/views/club-reads.ts';
import type { PostCache } from '../../posts/views/post-cache.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';
import type { FeedHeads } from './feed-heads.ts';

export type FeedReads = PostReads &
  ClubReads & {
    readonly heads: FeedHeads;
    /** Read without the read model, for the fallback. */
    readonly fullPosts: PostCache;
  };
