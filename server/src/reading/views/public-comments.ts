import { limits } from '../../../../contract/src/rules/limits.ts';
import { type CachedProfile, isPubliclyReadable } from '../../people/views/profiles.ts';
import { type CachedComment, type CommentsPart, readComments } from '../../posts/views/comment-cache.ts';
import type { CachedPost } from '../../posts/views/post-cache.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';

type Row = CachedComment['row'];

export type PublicComment = {
  readonly comment: Row;
  readonly author: CachedProfile;
  /** The author whom the comment answers, if readable. */
  readonly answeredAuthor: CachedProfile | null;
};

export type PublicComments = {
  readonly comments: readonly PublicComment[];
  /** Comments that are not on the page: the readable ones, and all of those that were not read. */
  readonly more: number;
  /** Includes the authors who are left out. */
  readonly people: readonly string[];
};

type CommentsToShow = Pick<CommentsPart, 'comments' | 'next'>;

export function peopleOfComments({ comments }: CommentsToShow): string[] {
  return comments.flatMap(({ row: { uid, reply_to_uid: to } }) => (to === null ? uid : [uid, to]));
}

// The search is bounded, since most commenters may have opted out. The page then shows fewer comments.
const maxPages = 5;

/** @param profiles those of `peopleOfComments(first)` */
export async function publicComments(
  reads: FeedReads,
  { id, post }: { id: string; post: CachedPost },
  { first, profiles }: { first: CommentsToShow; profiles: ReadonlyMap<string, CachedProfile> },
): Promise<PublicComments> {
  const found = readableComments(first, profiles);
  const people = peopleOfComments(first);
  let unread = post.counters.comments - countExisting(first);
  let { next } = first;
  for (let n = 1; n < maxPages && next !== null && found.length < limits.publicComments; n++) {
    const page = await readComments(reads.db, id, next);
    const pagePeople = peopleOfComments(page);
    found.push(...readableComments(page, await reads.profiles.getMany([...new Set(pagePeople)])));
    people.push(...pagePeople);
    unread -= countExisting(page);
    next = page.next;
  }
  const comments = found.slice(0, limits.publicComments);
  const more = found.length - comments.length + (next === null ? 0 : Math.max(0, unread));
  return { comments, more, people };
}

// The post's counter leaves out deleted comments, which stay in the list while they have replies.
function countExisting({ comments }: CommentsToShow): number {
  return comments.filter(({ row }) => row.deleted_at === null).length;
}

function readableComments(
  { comments }: CommentsToShow,
  profiles: ReadonlyMap<string, CachedProfile>,
): PublicComment[] {
  return comments.flatMap(({ row: comment }) => {
    const author = profiles.get(comment.uid);
    if (comment.deleted_at !== null || !author || !isPubliclyReadable(author)) return [];
    const answeredAuthor = profiles.get(comment.reply_to_uid ?? '');
    const isAnsweredReadable = answeredAuthor !== undefined && isPubliclyReadable(answeredAuthor);
    return [{ comment, author, answeredAuthor: isAnsweredReadable ? answeredAuthor : null }];
  });
}
