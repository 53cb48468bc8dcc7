import { insertClubPosts } from '../../clubs/store/club-posts.ts';
import { newId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { WriteTransaction } from '../../kernel/writes.ts';
import { type CountedAuthor, insertUserPosts, type UserPost } from '../../posts/store/post-lists.ts';
import { insertPendingFanOut } from '../store/pending-fan-outs.ts';
import { insertOnOwnTimelines } from '../store/timeline.ts';
import { entriesAtOnce, type FanOut } from './fan-outs.ts';

type NewPost = Omit<UserPost, 'club'> & { readonly tags: readonly string[] };
type Entry = UserPost & NewPost & Pick<CountedAuthor, 'followers' | 'isMergedAtRead'>;

/**
 * Lists new posts with their authors and the clubs that these show. A job lists them under their topics, and
 * with followers who are too many; on Citus with all, so that publishing needs few machines.
 * @param authors as `countPosts` returned them
 * @returns the fan-out of the others, for `FanOuts` after the commit
 */
export async function listPosts(
  tx: WriteTransaction,
  posts: readonly NewPost[],
  { authors, isDistributed }: { authors: ReadonlyMap<string, CountedAuthor>; isDistributed: boolean },
): Promise<FanOut | null> {
  const entries = posts.flatMap((post): Entry[] => {
    const author = authors.get(post.ownerUid);
    return author ? [{ ...author, ...post }] : [];
  });
  const atOnce = new Set(isDistributed ? [] : fewestFollowers(entries));
  const forJob = entries.flatMap((entry) => {
    const { postId, ownerUid, tags, isMergedAtRead } = entry;
    const [hasTopics, onTimelines] = [tags.length > 0, isMergedAtRead || atOnce.has(entry)];
    return onTimelines && !hasTopics ? [] : [{ postId, ownerUid, hasTopics, onTimelines }];
  });
  const pending = atOnce.size > 0 ? { id: newId(tx.at), posts: [...atOnce] } : null;
  await Promise.all([
    insertOnOwnTimelines(tx, entries),
    insertUserPosts(tx, entries),
    insertClubPosts(tx, entries),
    forJob.length > 0 && addJob(tx, 'fan-out-posts', { posts: forJob }),
    pending && insertPendingFanOut(tx, pending),
  ]);
  for (const { postId, ownerUid, club, tags } of entries) {
    const lists = { ...(club !== null && { club }), ...(tags.length > 0 && { tags }) };
    tx.fact({ type: 'post-published', postId, ownerUid, ...lists });
  }
  return pending && { ...pending, entries: [...atOnce].reduce((sum, { followers }) => sum + followers, 0) };
}

function fewestFollowers(entries: readonly Entry[]): Entry[] {
  let sum = 0;
  return entries
    .filter(({ isMergedAtRead }) => !isMergedAtRead)
    .sort((a, b) => a.followers - b.followers)
    .filter(({ followers }) => (sum += followers) <= entriesAtOnce);
}
