import fastJson from 'fast-json-stringify';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { Comment } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { cachedJson } from '../../kernel/cached-json.ts';
import { isId } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { textHash } from '../../kernel/text-hash.ts';
import { isExcluded, noExclusions, type Exclusions, exclusionsOf } from '../../people/views/exclusions.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { type CommentRow, findComment, findThread } from '../store/comments.ts';
import { type CachedComment, hashOfComment, readComments, wordsOfComment } from './comment-cache.ts';
import type { PostReads } from './post-reads.ts';

/**
 * A page of a post's comments after one of them, oldest first, without those of hidden users and those that the
 * viewer blocked or muted. `hash` is another one when the page is.
 */
export async function commentsPage(
  reads: PostReads,
  viewerUid: string,
  postId: string,
  after: string | null,
): Promise<TextPage & { hash: number }> {
  const head =
    after === null ? await reads.comments.get(postId) : await readComments(reads.db, postId, after);
  const comments = head?.comments ?? [];
  const listed = comments.slice(0, limits.commentsListed);
  const [people, liked] = await Promise.all([
    peopleOf(reads, viewerUid, listed),
    likedAmong(reads, viewerUid, postId, listed),
  ]);
  const next = comments.length > listed.length ? (listed.at(-1)?.row.id ?? null) : null;
  const items: string[] = [];
  let hash = textHash(next ?? '');
  for (const comment of listed) {
    const text = sharedText(comment, viewerUid, people);
    if (text === null) continue;
    const fields = viewerFields(comment.row, people, liked);
    items.push(fields === '' ? text : `${text.slice(0, -1)}${fields}}`);
    hash = textHash(fields, Math.imul(hash, 31) ^ hashOfComment(comment, text));
  }
  return { items, next, hash };
}

/** The thread of one comment, as `commentsPage` shows it. `found`: the comment itself is shown. */
export async function commentThread(
  reads: PostReads,
  viewerUid: string,
  postId: string,
  id: string,
): Promise<Output<'getCommentThread'>> {
  const gone = { root: null, replies: [], found: false };
  const target = isId(id) ? await findComment(reads.db, postId, id) : null;
  if (target === null) return gone;
  const rootId = target.root_id ?? id;
  const comments = (await findThread(reads.db, postId, { rootId, id })).map((row) => ({ row }));
  const [people, liked] = await Promise.all([
    peopleOf(reads, viewerUid, comments),
    likedAmong(reads, viewerUid, postId, comments),
  ]);
  const visible = comments.flatMap((comment) => shownComment(comment, viewerUid, people, liked) ?? []);
  if (!visible.some((comment) => comment.id === id)) return gone;
  const replies = visible.filter((comment) => comment.id !== rootId);
  const isTooLong = replies.length > limits.commentsListed;
  return {
    root: visible.find((comment) => comment.id === rootId) ?? null,
    // The reply that was asked for comes last when it is not among the first ones.
    replies: isTooLong ? replies.filter((_, i) => i !== limits.commentsListed - 1) : replies,
    found: true,
  };
}

/** A comment as its author sees it. */
export async function commentView(reads: PostReads, row: CommentRow): Promise<Comment | null> {
  const people = await peopleOf(reads, row.uid, [{ row }]);
  return shownComment({ row }, row.uid, people, nothing);
}

const nothing: ReadonlySet<string> = new Set();

type People = { profiles: Map<string, CachedProfile>; exclusions: Exclusions };

async function peopleOf(
  reads: PostReads,
  viewerUid: string,
  comments: readonly CachedComment[],
): Promise<People> {
  const uids: string[] = [];
  for (const { row } of comments) {
    uids.push(row.uid);
    if (row.reply_to_uid !== null) uids.push(row.reply_to_uid);
  }
  const [profiles, exclusions] = await Promise.all([
    reads.authors.getMany(uids),
    exclusionsOf(reads, viewerUid, uids),
  ]);
  return { profiles, exclusions };
}

function likedAmong(
  { commentMarks }: PostReads,
  viewerUid: string,
  postId: string,
  comments: readonly CachedComment[],
): Promise<ReadonlySet<string>> {
  return commentMarks.likedAmong(
    viewerUid,
    postId,
    comments.map(({ row }) => row),
  );
}

function isExcludedFor(viewerUid: string, comment: CachedComment, exclusions: Exclusions): boolean {
  if (exclusions === noExclusions || comment.row.uid === viewerUid) return false;
  return isExcluded(exclusions, comment.row.uid) || (exclusions.words?.(wordsOfComment(comment)) ?? false);
}

const textOf = fastJson(Comment as object);

/** The part of a comment's JSON that all viewers share; null when the viewer does not see the comment. */
function sharedText(
  comment: CachedComment,
  viewerUid: string,
  { profiles, exclusions }: People,
): string | null {
  const { row } = comment;
  if (row.deleted_at !== null)
    return cachedJson(comment, undefined, () => bytesOf(textOf(deletedComment(row))));
  const author = profiles.get(row.uid);
  if (!author || author.hidden || isExcludedFor(viewerUid, comment, exclusions)) return null;
  return cachedJson(comment, author, () => bytesOf(textOf(commentOf(row, author))));
}

function viewerFields(row: CommentRow, people: People, liked: ReadonlySet<string>): string {
  if (row.deleted_at !== null) return '';
  const handle = answeredHandle(row, people);
  const reply = handle === undefined ? '' : `,"replyToHandle":${JSON.stringify(handle)}`;
  return liked.has(row.id) ? `${reply},"viewer":{"liked":true}` : reply;
}

function shownComment(
  comment: CachedComment,
  viewerUid: string,
  people: People,
  liked: ReadonlySet<string>,
): Comment | null {
  const { row } = comment;
  if (row.deleted_at !== null) return deletedComment(row);
  const author = people.profiles.get(row.uid);
  if (!author || author.hidden || isExcludedFor(viewerUid, comment, people.exclusions)) return null;
  const replyToHandle = answeredHandle(row, people);
  return {
    ...commentOf(row, author),
    ...(replyToHandle !== undefined && { replyToHandle }),
    ...(liked.has(row.id) && { viewer: { liked: true } }),
  };
}

function answeredHandle({ reply_to_uid: uid }: CommentRow, people: People): string | undefined {
  const answered = uid === null ? undefined : people.profiles.get(uid);
  if (!answered || answered.hidden || isExcluded(people.exclusions, answered.profile.uid)) return undefined;
  return answered.profile.handle || undefined;
}

function deletedComment(row: CommentRow): Comment {
  return {
    id: row.id,
    postId: row.post_id,
    authorId: '',
    uid: '',
    displayName: '',
    handle: '',
    avatar: null,
    text: '',
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deleted: true,
  };
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
    ...(row.reply_to !== null && { replyTo: row.reply_to }),
    ...(row.root_id !== null && { rootId: row.root_id }),
    ...(row.likes > 0 && { likesCount: row.likes }),
  };
}
