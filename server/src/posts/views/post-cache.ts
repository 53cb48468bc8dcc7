import { isDeepStrictEqual } from 'node:util';

import type { Media, PostBody, Warning } from '../../../../contract/src/calls/shapes.ts';
import { warningLabel } from '../../../../contract/src/rules/covers/warnings.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CounterState } from '../../kernel/facts.ts';
import { idTime } from '../../kernel/ids.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { MediaUrls } from '../../platform/files/media-urls.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type StoredAttachment, withRows } from '../store/attachments.ts';
import type { NewPost } from '../store/new-posts.ts';
import {
  findPosts,
  type PostRow,
  type PostSource,
  storedFiles,
  type StoredPoll,
  type WarningRow,
} from '../store/posts.ts';
import { cachePlaces, placesOf } from './cache-places.ts';

type AuthorField = 'authorId' | 'authorName' | 'authorHandle' | 'authorAvatar' | 'authorClub';
type CounterField = 'likesCount' | 'commentsCount' | 'repostsCount' | 'counts' | 'poll';

export type CachedPost = {
  readonly fields: Omit<PostBody, AuthorField | CounterField>;
  readonly counters: CounterState;
  readonly poll: StoredPoll | null;
  text?: { author: object; json: string } | undefined;
  words?: string;
};

export type PostCache = BatchCache<CachedPost>;

const newMs = 60_000;

/** The fallback source `posts` gets a small cache, since it serves only in an emergency. */
export function createPostCache(
  db: Database,
  bus: Bus,
  { source, mediaUrls }: { source: PostSource; mediaUrls: MediaUrls },
): PostCache {
  const cache: PostCache = new BatchCache({
    max: source === 'summaries' ? cachePlaces : 500,
    sizeOf: ({ fields }) => placesOf(charactersOf(fields)),
    ttl: 30_000,
    refreshes: true,
    // A quoted post that was deleted is asked for by every page that quotes it. A newer id may be on its way.
    keepsAbsence: (id) => idTime(id) < Date.now() - newMs,
    isSame: (before, after) => isDeepStrictEqual(partsOf(before), partsOf(after)),
    load: async (ids) =>
      new Map((await findPosts(db, ids, source)).map((row) => [row.id, cachedPost(row, mediaUrls)])),
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

type PlainPost = Omit<NewPost, 'files'> & { readonly fileRequests: readonly unknown[] };

const emptyRow = {
  link: null,
  link_preview: null,
  media_key: null,
  media_type: null,
  media_width: null,
  media_height: null,
  media_color: null,
  attachments: null,
  poll: null,
  edited_at: null,
  warning_by_admin: false,
  likes: 0,
  comments: 0,
  reposts: 0,
  impressions: 0,
  votes_a: 0,
  votes_b: 0,
  votes_c: 0,
  votes_d: 0,
  revision: 0,
} as const;

/**
 * Keeps new posts as they are written: their authors are answered with them, and followers read them next. Those
 * with a link, files or a poll, which the database stores in a form of its own, are left to be read.
 * @param written the ids of the posts that have been written
 */
export function expectPosts(
  { posts, mediaUrls }: { posts: PostCache; mediaUrls: MediaUrls },
  drafts: readonly PlainPost[],
  written: Promise<readonly string[]>,
): void {
  const values = new Map<string, CachedPost>();
  for (const { id, ownerUid, text, at, quoteOf, warning, commentPolicy, quotesAllowed, ...parts } of drafts) {
    if (parts.link !== null || parts.poll !== null || parts.fileRequests.length > 0) continue;
    const row = {
      ...emptyRow,
      id,
      owner_uid: ownerUid,
      text,
      quote_of: quoteOf,
      created_at: at,
      warning_kind: warning?.kind ?? null,
      warning_label: warning?.label ?? null,
      comment_policy: commentPolicy,
      quotes_allowed: quotesAllowed,
    };
    values.set(id, cachedPost(row, mediaUrls));
  }
  posts.expect(values, written);
}

function charactersOf({ text, media, attachments }: CachedPost['fields']): number {
  const files = attachments ?? (media ? [media] : []);
  return files.reduce((sum, { alt }) => sum + (alt?.length ?? 0), text.length);
}

const partsOf = ({ fields, counters, poll }: CachedPost) => ({ fields, counters, poll });

function cachedPost(row: PostRow, mediaUrls: MediaUrls): CachedPost {
  const { likes, comments, reposts, impressions, votes_a, votes_b, votes_c, votes_d, revision } = row;
  const files = storedFiles(row);
  const [first] = files;
  const warning = warningOf(row);
  return {
    fields: {
      id: row.id,
      ownerUid: row.owner_uid,
      text: row.text,
      link: row.link,
      linkPreview: row.link_preview && {
        ...row.link_preview,
        image: mediaUrls.ofPath(row.link_preview.image),
      },
      media: first ? mediaOf(first, mediaUrls) : null,
      ...(withRows(files) && { attachments: files.map((file) => mediaOf(file, mediaUrls)) }),
      createdAt: row.created_at.toISOString(),
      editedAt: row.edited_at?.toISOString() ?? null,
      visibility: 'public',
      quoteOf: row.quote_of,
      ...(warning && { warning }),
      ...(row.comment_policy !== 'all' && { commentPolicy: row.comment_policy }),
      ...(!row.quotes_allowed && { quotesAllowed: false }),
    },
    poll: row.poll,
    counters: { likes, comments, reposts, impressions, votes_a, votes_b, votes_c, votes_d, revision },
  };
}

function mediaOf({ key, type, width, height, color, alt }: StoredAttachment, mediaUrls: MediaUrls): Media {
  return { url: mediaUrls.of(key), type, width, height, color, ...(alt !== null && { alt }) };
}

export function warningOf({
  warning_kind: kind,
  warning_label: label,
  warning_by_admin: byAdmin,
}: WarningRow): Warning | undefined {
  if (kind === null) return undefined;
  return { kind, label: warningLabel(kind, label), ...(byAdmin && { byAdmin }) };
}
