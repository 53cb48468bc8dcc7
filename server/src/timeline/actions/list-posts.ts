import { insertClubPosts } from '../../clubs/store/club-posts.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { WriteTransaction } from '../../kernel/writes.ts';
import { type CountedAuthor, insertUserPosts, type UserPost } from '../../posts/store/post-lists.ts';
import { insertOnFollowersTimelines, insertOnOwnTimelines } from '../store/timeline.ts';

type NewPost = Omit<UserPost, 'club'> & { readonly tags: readonly string[] };
type Entry = UserPost & NewPost & Pick<CountedAuthor, 'followers' | 'isMergedAtRead'>;

/** A transaction writes at most this many timeline entries for followers; the job writes the rest. */
const entriesAtOnce = 2_000;

/**
 * Lists new posts with their authors, the clubs that these show, and their followers. A job lists them under
 * their topics, and with followers who are too many; on Citus with all, so that publishing needs few machines.
 * @param authors as `countPosts` returned them, locked
 */
export async function listPosts(
  tx: WriteTransaction,
  posts: readonly NewPost[],
  { authors, isDistributed }: { authors: ReadonlyMap<string, CountedAuthor>; isDistributed: boolean },
): Promise<void> {
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
  const [readers] = await Promise.all([
    insertOnFollowersTimelines(tx, [...atOnce]),
    insertOnOwnTimelines(tx, entries),
    insertUserPosts(tx, entries),
    insertClubPosts(tx, entries),
    forJob.length > 0 && addJob(tx, 'fan-out-posts', { posts: forJob }),
  ]);
  for (const { postId, ownerUid, club, tags } of entries) {
    const lists = { ...(club !== null && { club }), ...(tags.length > 0 && { tags }) };
    tx.fact({ type: 'post-published', postId, ownerUid, ...lists });
  }
  for (const { postId, readerUids } of readers) {
    const added = [{ entryId: postId, postId, reposterUid: null }];
    tx.fact({ type: 'timelines-changed', readerUids, added });
  }
}

function fewestFollowers(entries: readonly Entry[]): Entry[] {
  let sum = 0;
  return entries
    .filter(({ isMergedAtRead }) => !isMergedAtRead)
    .sort((a, b) => a.followers - b.followers)
    .filter(({ followers }) => (sum += followers) <= entriesAtOnce);
}
