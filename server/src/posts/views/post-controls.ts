import { mentionsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { HydratedPost } from './hydrate-posts.ts';
import type { CachedPost } from './post-cache.ts';
import type { PostReads } from './post-reads.ts';

const noPosts: ReadonlySet<string> = new Set();

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

async function closedAmong(
  reads: PostReads,
  viewerUid: string,
  limitedPosts: readonly CachedPost[],
): Promise<ReadonlySet<string>> {
  const open = await Promise.all(limitedPosts.map((post) => isInvited(reads, viewerUid, post)));
  return new Set(limitedPosts.flatMap((post, i) => (open[i] ? [] : post.fields.id)));
}

async function isInvited(reads: PostReads, viewerUid: string, { fields }: CachedPost): Promise<boolean> {
  if (fields.commentPolicy === 'none') return false;
  if (await reads.follows.isFollowing(fields.ownerUid, viewerUid)) return true;
  const handle = (await reads.profiles.get(viewerUid))?.profile.handle.toLowerCase();
  return handle !== undefined && mentionsOf(fields.text).includes(handle);
}
