import type { PostBody } from '../../../../contract/src/calls/shapes.ts';
import { foldWords } from '../../../../contract/src/rules/muted-words.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CounterState } from '../../kernel/facts.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findPosts, type PostRow, type PostSource, type StoredPoll } from '../store/posts.ts';

type AuthorField = 'authorId' | 'authorName' | 'authorHandle' | 'authorAvatar';
type CounterField = 'likesCount' | 'commentsCount' | 'repostsCount' | 'counts' | 'poll';

/** A post as everybody sees it, without its author's profile: the current one is joined when the post is shown. */
export type CachedPost = {
  readonly fields: Omit<PostBody, AuthorField | CounterField>;
  readonly counters: CounterState;
  readonly poll: StoredPoll | null;
  /** The JSON made last of it, with the author it was made for. */
  text?: { author: object; json: string } | undefined;
  /** Its words as muted ones are looked for, once somebody looked. */
  words?: string;
};

export type PostCache = BatchCache<CachedPost>;

/** `source` says where posts are read from; the cache of the fallback lives for the moment of an emergency only. */
export function createPostCache(db: Database, bus: Bus, source: PostSource): PostCache {
  const cache: PostCache = new BatchCache({
    max: source === 'summaries' ? 20_000 : 500,
    ttl: 60_000,
    load: async (ids) => new Map((await findPosts(db, ids, source)).map((row) => [row.id, cachedPost(row)])),
  });
  bus.attachCache('posts', cache);
  bus.onStale(
    'counters',
    ({ postId, counters }) =>
      cache.update(postId, (post) =>
        counters.revision > post.counters.revision ? { ...post, counters, text: undefined } : post,
      ),
    () => cache.clear(),
  );
  return cache;
}

/** What muted words are looked for in: a post's text, its link's title and its poll. */
export function wordsOf(post: CachedPost): string {
  const { text, linkPreview } = post.fields;
  const options = post.poll ? Object.values(post.poll.options) : [];
  // A sign that is no blank, so that no phrase reaches from one part into the next.
  post.words ??= foldWords([text, linkPreview?.title ?? '', ...options].join('\u0001'));
  return post.words;
}

function cachedPost(row: PostRow): CachedPost {
  const { likes, comments, reposts, impressions, votes_a, votes_b, votes_c, votes_d, revision } = row;
  return {
    fields: {
      id: row.id,
      ownerUid: row.owner_uid,
      text: row.text,
      link: row.link,
      linkPreview: row.link_preview,
      media:
        row.media_key !== null && row.media_type !== null
          ? {
              url: `/media/${row.media_key}`,
              type: row.media_type,
              width: row.media_width,
              height: row.media_height,
              color: row.media_color,
            }
          : null,
      createdAt: row.created_at.toISOString(),
      editedAt: row.edited_at?.toISOString() ?? null,
      visibility: 'public',
      quoteOf: row.quote_of,
    },
    poll: row.poll,
    counters: { likes, comments, reposts, impressions, votes_a, votes_b, votes_c, votes_d, revision },
  };
}
