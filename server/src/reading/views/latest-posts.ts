import type { LatestPost } from '../../../../contract/src/latest-posts.ts';
import { isPubliclyReadable } from '../../people/views/profiles.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { postLine } from './texts.ts';

const candidateCount = 50;
const maxPosts = 3;
const lineLength = 140;

/** At most one post of each author, none without text or behind a warning. */
export async function latestPosts(reads: FeedReads): Promise<LatestPost[]> {
  const { entries } = await reads.heads.latest();
  const ids = entries.slice(0, candidateCount).map(({ postId }) => postId);
  const posts = await reads.posts.getMany(ids);
  const profiles = await reads.profiles.getMany([...posts.values()].map(({ fields }) => fields.ownerUid));
  const byAuthor = new Map<string, LatestPost>();
  for (const id of ids) {
    const post = posts.get(id);
    const author = post && profiles.get(post.fields.ownerUid);
    if (!author || !isPubliclyReadable(author) || byAuthor.has(author.profile.uid)) continue;
    if (post.fields.warning || post.fields.text.trim() === '') continue;
    const { uid, displayName: name, handle, avatar } = author.profile;
    byAuthor.set(uid, { id, uid, name, handle, avatar, line: postLine(post, lineLength) });
    if (byAuthor.size === maxPosts) break;
  }
  return [...byAuthor.values()];
}
