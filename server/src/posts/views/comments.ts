import fastJson from 'fast-json-stringify';

import { Comment } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { cachedJson } from '../../kernel/cached-json.ts';
import { isId } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { isExcluded, noExclusions, type Exclusions, exclusionsOf } from '../../people/views/exclusions.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { type CommentRow, findComment } from '../store/comments.ts';
import { type CachedComment, readComments, wordsOfComment } from './comment-cache.ts';
import type { PostReads } from './post-reads.ts';

/**
 * A page of a post's comments after one of them, oldest first, without those of hidden users and those that the
 * viewer blocked or muted.
 */
export async function commentsPage(
  reads: PostReads,
  viewerUid: string,
  postId: string,
  after: string | null,
): Promise<TextPage> {
  const head =
    after === null ? await reads.comments.get(postId) : await readComments(reads.db, postId, after);
  const comments = head?.comments ?? [];
  const listed = comments.slice(0, limits.commentsListed);
  const authors = listed.map(({ row }) => row.uid);
  const [profiles, exclusions] = await Promise.all([
    reads.profiles.getMany(authors),
    exclusionsOf(reads, viewerUid, authors),
  ]);
  const isVisible = (comment: CachedComment) => !isExcludedFor(viewerUid, comment, exclusions);
  const items = listed.flatMap((comment) => {
    const author = profiles.get(comment.row.uid);
    return author && !author.hidden && isVisible(comment) ? [commentText(comment, author)] : [];
  });
  return { items, next: comments.length > listed.length ? (listed.at(-1)?.row.id ?? null) : null };
}

/** One comment of a post; null when it does not exist or `commentsPage` would leave it out. */
export async function visibleComment(
  reads: PostReads,
  viewerUid: string,
  postId: string,
  id: string,
): Promise<Comment | null> {
  const row = isId(id) ? await findComment(reads.db, postId, id) : null;
  if (row === null) return null;
  const exclusions = await exclusionsOf(reads, viewerUid, [row.uid]);
  return isExcludedFor(viewerUid, { row }, exclusions) ? null : commentView(reads, row);
}

export async function commentView(reads: PostReads, row: CommentRow): Promise<Comment | null> {
  const author = await reads.profiles.get(row.uid);
  return author && !author.hidden ? commentOf(row, author) : null;
}

function isExcludedFor(viewerUid: string, comment: CachedComment, exclusions: Exclusions): boolean {
  if (exclusions === noExclusions || comment.row.uid === viewerUid) return false;
  return isExcluded(exclusions, comment.row.uid) || (exclusions.words?.(wordsOfComment(comment)) ?? false);
}

const textOf = fastJson(Comment as object);

function commentText(comment: CachedComment, author: CachedProfile): string {
  return cachedJson(comment, author, () => bytesOf(textOf(commentOf(comment.row, author))));
}

function commentOf(row: CommentRow, { profile }: CachedProfile): Comment {
  return {
    id: row.id,
    postId: row.post_id,
    authorId: row.uid,
    uid: row.uid,
    displayName: profile.displayName,
    handle: profile.handle,
    avatar: profile.avatar,
    ...(profile.club !== undefined && { authorClub: profile.club }),
    text: row.text,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
