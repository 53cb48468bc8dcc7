import type { Writes } from '../../kernel/writes.ts';
import { findExistingPosts } from '../../posts/store/posts.ts';
import { type ClubPost, deleteClubPost, insertClubPosts } from '../store/club-posts.ts';

/** Lists new posts under the clubs that their authors showed. Safe to run again. */
export async function listClubPosts({ db, transaction }: Writes, posts: readonly ClubPost[]): Promise<void> {
  if (posts.length === 0) return;
  await transaction((tx) => insertClubPosts(tx, posts));
  // A deletion before this reads the list; a later one removes the post from it.
  const ids = posts.map(({ postId }) => postId);
  const existing = await findExistingPosts(db, ids);
  for (const { postId, club } of posts) if (!existing.has(postId)) await deleteClubPost(db, club, postId);
}
