import { mentionsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import type { CachedPost } from './post-cache.ts';
import type { PostReads } from './post-reads.ts';

const none: ReadonlySet<string> = new Set();

/** The ids of the posts on which the viewer may not comment, by their authors' choice. */
export async function closedToComments(
  reads: PostReads,
  viewerUid: string,
  posts: Iterable<CachedPost>,
): Promise<ReadonlySet<string>> {
  const limited: CachedPost[] = [];
  for (const post of posts)
    if (post.fields.commentPolicy !== undefined && post.fields.ownerUid !== viewerUid) limited.push(post);
  if (limited.length === 0) return none;
  const open = await Promise.all(limited.map((post) => isInvited(reads, viewerUid, post)));
  return new Set(limited.flatMap((post, i) => (open[i] ? [] : post.fields.id)));
}

async function isInvited(reads: PostReads, viewerUid: string, { fields }: CachedPost): Promise<boolean> {
  if (fields.commentPolicy === 'none') return false;
  if (await reads.follows.isFollowing(fields.ownerUid, viewerUid)) return true;
  const handle = (await reads.profiles.get(viewerUid))?.profile.handle.toLowerCase();
  return handle !== undefined && mentionsOf(fields.text).includes(handle);
}
