import type { Writes } from '../../kernel/writes.ts';
import { findExistingPosts } from '../../posts/store/posts.ts';
import { type ClubPost, deleteClubPost, markClubPosts } from '../store/club-posts.ts';

/** Idempotent. */
export async function listClubPosts({ db, transaction }: Writes, posts: readonly ClubPost[]): Promise<void> {
  if (posts.length === 0) return;
  await transaction((tx) => markClubPosts(tx, posts));
  // A deletion before this check leaves the post in the list; a later one removes it itself.
  const ids = posts.map(({ postId }) => postId);
  const existing = await findExistingPosts(db, ids);
  for (const { postId, club } of posts) if (!existing.has(postId)) await deleteClubPost(db, club, postId);
}
