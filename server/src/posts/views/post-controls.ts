import { mentionsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { all, andThen, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { HydratedPost } from './hydrate-posts.ts';
import type { CachedPost } from './post-cache.ts';
import type { PostReads } from './post-reads.ts';

const noPosts: ReadonlySet<string> = new Set();
const mentions = new WeakMap<CachedPost['fields'], readonly string[]>();

// Finding the handles in a text costs as much as the rest of a cached page.
function mentionsIn(fields: CachedPost['fields']): readonly string[] {
  const cached = mentions.get(fields);
  if (cached) return cached;
  const found = mentionsOf(fields.text);
  mentions.set(fields, found);
  return found;
}

export function closedToComments(
  reads: PostReads,
  viewerUid: string,
  hydrated: readonly (HydratedPost | null)[],
): MaybePromise<ReadonlySet<string>> {
  const limitedPosts: CachedPost[] = [];
  for (const row of hydrated)
    for (const parts of [row, row?.quoted])
      if (parts && parts.post.fields.commentPolicy !== undefined && parts.post.fields.ownerUid !== viewerUid)
        limitedPosts.push(parts.post);
  return limitedPosts.length === 0 ? noPosts : closedAmong(reads, viewerUid, limitedPosts);
}

function closedAmong(
  reads: PostReads,
  viewerUid: string,
  limitedPosts: readonly CachedPost[],
): MaybePromise<ReadonlySet<string>> {
  return andThen(
    all(limitedPosts.map((post) => isInvited(reads, viewerUid, post))),
    (open) => new Set(limitedPosts.flatMap((post, i) => (open[i] ? [] : post.fields.id))),
  );
}

function isInvited(reads: PostReads, viewerUid: string, { fields }: CachedPost): MaybePromise<boolean> {
  if (fields.commentPolicy === 'none') return false;
  return andThen(
    reads.follows.isFollowing(fields.ownerUid, viewerUid),
    (isFollowing) =>
      isFollowing ||
      andThen(reads.profiles.get(viewerUid), (viewer) => {
        const handle = viewer?.profile.handle.toLowerCase();
        return handle !== undefined && mentionsIn(fields).includes(handle);
      }),
  );
}
