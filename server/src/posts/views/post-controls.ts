import { mentionsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import type { CachedPost } from './post-cache.ts';
import type { PostReads } from './post-reads.ts';

const noPosts: ReadonlySet<string> = new Set();

export async function closedToComments(
  reads: PostReads,
  viewerUid: string,
  posts: Iterable<CachedPost>,
): Promise<ReadonlySet<string>> {
  const limitedPosts: CachedPost[] = [];
  for (const post of posts)
    if (post.fields.commentPolicy !== undefined && post.fields.ownerUid !== viewerUid)
      limitedPosts.push(post);
  if (limitedPosts.length === 0) return noPosts;
  const open = await Promise.all(limitedPosts.map((post) => isInvited(reads, viewerUid, post)));
  return new Set(limitedPosts.flatMap((post, i) => (open[i] ? [] : post.fields.id)));
}

async function isInvited(reads: PostReads, viewerUid: string, { fields }: CachedPost): Promise<boolean> {
  if (fields.commentPolicy === 'none') return false;
  if (await reads.follows.isFollowing(fields.ownerUid, viewerUid)) return true;
  const handle = (await reads.profiles.get(viewerUid))?.profile.handle.toLowerCase();
  return handle !== undefined && mentionsOf(fields.text).includes(handle);
}
