import type { Comment } from '../../../contract/src/calls/shapes.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { firstId } from '../platform/ids.ts';
import { type CommentRow, findComments } from '../store/comments.ts';
import type { CachedProfile } from './profiles.ts';
import type { Reads } from './reads.ts';

/** A page of a post's comments after one of them, oldest first. Those of suspended people are left out. */
export async function commentsPage(
  reads: Reads,
  postId: string,
  after: string | null,
): Promise<{ items: Comment[]; next: string | null }> {
  const rows = await findComments(reads.db, postId, after ?? firstId);
  const listed = rows.slice(0, limits.commentsListed);
  const items = await commentViews(reads, listed);
  return { items, next: rows.length > listed.length ? (listed.at(-1)?.id ?? null) : null };
}

/** Comments with their authors' current profiles. */
export async function commentViews(reads: Reads, rows: readonly CommentRow[]): Promise<Comment[]> {
  const profiles = await reads.profiles.getMany(rows.map((row) => row.uid));
  return rows.flatMap((row) => {
    const author = profiles.get(row.uid);
    return author && !author.suspended ? [commentView(row, author)] : [];
  });
}

function commentView(row: CommentRow, { profile }: CachedProfile): Comment {
  return {
    id: row.id,
    postId: row.post_id,
    authorId: row.uid,
    uid: row.uid,
    displayName: profile.displayName,
    handle: profile.handle,
    avatar: profile.avatar,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
