import type { Writes } from '../../kernel/writes.ts';
import { findPostOwner } from '../../posts/store/posts.ts';
import { type ClubPost, deleteClubPost, insertClubPost } from '../store/club-posts.ts';

/** Lists a new post under the club that its author showed. Safe to run again. */
export async function listClubPost({ db, transaction }: Writes, post: ClubPost): Promise<void> {
  await transaction((tx) => insertClubPost(tx, post));
  // A deletion before this reads the list; a later one removes the post from it.
  if ((await findPostOwner(db, post.postId)) === null) await deleteClubPost(db, post.club, post.postId);
}
