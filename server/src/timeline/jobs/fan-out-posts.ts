import { listClubPosts } from '../../clubs/jobs/list-club-posts.ts';
import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { followersPage } from '../../people/store/follows.ts';
import { findUsers } from '../../people/store/users.ts';
import { type Database, isUniqueViolation } from '../../platform/postgres/database.ts';
import { waitForPosts } from '../../posts/actions/late-rows.ts';
import { findExistingPosts } from '../../posts/store/posts.ts';
import { indexTopics } from '../../topics/actions/index-topics.ts';
import { entriesAtOnce } from '../actions/fan-outs.ts';
import { insertNewOnTimelines, insertOnTimelines, type PostForReaders } from '../store/timeline.ts';
import { forFollowers } from './for-followers.ts';

type Payload = JobPayloads['fan-out-posts'];
type Author = { readonly uid: string; readonly postIds: readonly string[]; readonly entries: number };

/** A repeated run is safe. The posts are also listed under their topics. */
export async function fanOutPosts(writes: Writes, { posts }: Payload): Promise<void> {
  if (await writes.isDistributed())
    await waitForPosts(
      writes,
      posts.map(({ postId }) => postId),
    );
  const byAuthor = Map.groupBy(
    posts.filter(({ onTimelines }) => !onTimelines),
    ({ ownerUid }) => ownerUid,
  );
  const users = await findUsers(writes.db, [...byAuthor.keys()]);
  const authors = users.flatMap(({ uid, merged_at_read: isMergedAtRead, followers_count: followers }) => {
    const postIds = (byAuthor.get(uid) ?? []).map(({ postId }) => postId);
    const entries = postIds.length * Math.min(followers, followersPage);
    return isMergedAtRead ? [] : [{ uid, postIds, entries }];
  });
  for (const group of bySize(authors)) {
    try {
      await fanOut(writes, group, insertNewOnTimelines);
    } catch (error) {
      // An earlier run wrote some of the entries, or a follow's back-fill did.
      if (!isUniqueViolation(error)) throw error;
      await fanOut(writes, group, insertCheckedOnTimelines);
    }
  }
  await listClubPosts(
    writes,
    posts.flatMap(({ club, ...post }) => (club === undefined ? [] : [{ ...post, club }])),
  );
  for (const { postId, hasTopics } of posts) if (hasTopics) await indexTopics(writes, { postId });
}

async function fanOut(
  writes: Writes,
  authors: readonly Author[],
  insert: typeof insertNewOnTimelines,
): Promise<void> {
  const postsOf = new Map(authors.map(({ uid, postIds }) => [uid, postIds]));
  const addedOf = (uid: string) =>
    (postsOf.get(uid) ?? []).map((postId) => ({ entryId: postId, postId, reposterUid: null }));
  const work: Parameters<typeof forFollowers>[2] = async (tx, pages) => {
    const candidates = pages.flatMap(({ uid, readerUids }) =>
      (postsOf.get(uid) ?? []).map((postId) => ({ postId, authorUid: uid, readerUids })),
    );
    // A post may have been deleted since the last page.
    const ids = candidates.map(({ postId }) => postId);
    const existing = await findExistingPosts(tx, ids);
    if (existing.size === 0) return false;
    await insert(
      tx,
      candidates.filter(({ postId }) => existing.has(postId)),
    );
    return true;
  };
  await forFollowers(writes, [...postsOf.keys()], work, { addedOf });
}

async function insertCheckedOnTimelines(tx: Database, posts: readonly PostForReaders[]): Promise<void> {
  await Promise.all(
    posts.map(({ postId, authorUid, readerUids }) =>
      insertOnTimelines(tx, { entryId: postId, postId, authorUid, reposterUid: null }, readerUids),
    ),
  );
}

/** Of one transaction each; an author with more has a group alone, of a page of followers. */
function bySize(authors: readonly Author[]): Author[][] {
  const groups: Author[][] = [];
  let entries = Infinity;
  for (const author of authors) {
    entries += author.entries;
    if (entries > entriesAtOnce) {
      groups.push([]);
      entries = author.entries;
    }
    groups.at(-1)?.push(author);
  }
  return groups;
}
