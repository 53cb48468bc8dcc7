import fastJson from 'fast-json-stringify';

import { Comment } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { cachedJson } from '../../kernel/cached-json.ts';
import { isId } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { textHash } from '../../kernel/text-hash.ts';
import { isExcluded, noExclusions, type Exclusions, exclusionsOf } from '../../people/views/exclusions.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import type { Sight } from '../../people/views/sight.ts';
import { type CommentRow, findComment, findThread } from '../store/comments.ts';
import { type CachedComment, hashOfComment, readComments, wordsOfComment } from './comment-cache.ts';
import type { PostReads } from './post-reads.ts';

type Viewer = { uid: string; sight: Sight };

/**
 * A page of a post's comments after one of them, oldest first. `hash` identifies the page's content. It
 * covers `total`, all comments of the post, only on the last page: otherwise each new comment would resend a
 * hot post's first page.
 */
export async function commentsPage(
  reads: PostReads,
  viewer: Viewer,
  postId: string,
  after: string | null,
): Promise<TextPage & { total: number | undefined; hash: number }> {
  const head =
    after === null ? await reads.comments.get(postId) : await readComments(reads.db, postId, after);
  const { comments = [], total } = head ?? {};
  const pageComments = comments.slice(0, limits.commentsListed);
  const [people, liked] = await Promise.all([
    peopleOf(reads, viewer, pageComments),
    likedAmong(reads, viewer.uid, postId, pageComments),
  ]);
  const next = comments.length > pageComments.length ? (pageComments.at(-1)?.row.id ?? null) : null;
  const items: string[] = [];
  let hash = textHash(next ?? String(total));
  for (const comment of pageComments) {
    const text = sharedText(comment, viewer, people);
    if (text === null) continue;
    const fields = viewerFields(comment.row, people, liked);
    items.push(withFields(text, fields));
    hash = joinHash(hash, hashOfComment(comment, text), fields);
  }
  return { items, next, total, hash };
}

function joinHash(hash: number, ofComment: number, fields: string): number {
  return textHash(fields, Math.imul(hash, 31) ^ ofComment);
}

/** The thread is empty when the viewer does not see the comment. */
export async function commentThread(
  reads: PostReads,
  viewer: Viewer,
  postId: string,
  id: string,
): Promise<{ text: string; hash: number }> {
  const thread = isId(id) ? await threadOf(reads, postId, id) : null;
  if (thread === null) return noThread;
  const { rootId, comments } = thread;
  const [people, liked] = await Promise.all([
    peopleOf(reads, viewer, comments),
    likedAmong(reads, viewer.uid, postId, comments),
  ]);
  let root = 'null';
  let isVisible = false;
  let hash = 0;
  const replies: string[] = [];
  for (const comment of comments) {
    const shared = sharedText(comment, viewer, people);
    if (shared === null) continue;
    const fields = viewerFields(comment.row, people, liked);
    const text = withFields(shared, fields);
    hash = joinHash(hash, hashOfComment(comment, shared), fields);
    isVisible ||= comment.row.id === id;
    if (comment.row.id === rootId) root = text;
    else replies.push(text);
  }
  if (!isVisible) return noThread;
  // The requested reply comes last when it is not among the first ones.
  if (replies.length > limits.commentsListed) replies.splice(limits.commentsListed - 1, 1);
  return { text: `{"root":${root},"replies":[${replies.join(',')}],"found":true}`, hash };
}

const noThread = { text: JSON.stringify({ root: null, replies: [], found: false }), hash: 0 };

type Thread = { readonly rootId: string; readonly comments: readonly CachedComment[] };

async function threadOf(reads: PostReads, postId: string, id: string): Promise<Thread | null> {
  const { comments: firstPage = [] } = (await reads.comments.get(postId)) ?? {};
  const cached = firstPage.find(({ row }) => row.id === id && row.deleted_at === null);
  // Nearly every post has all its comments on the first page.
  if (cached && firstPage.length <= limits.commentsListed) {
    const rootId = cached.row.root_id ?? id;
    const comments = firstPage.filter(({ row }) => row.id === rootId || row.root_id === rootId);
    return { rootId, comments };
  }
  const target = await findComment(reads.db, postId, id);
  if (target === null) return null;
  const rootId = target.root_id ?? id;
  return { rootId, comments: (await findThread(reads.db, postId, { rootId, id })).map((row) => ({ row })) };
}

export async function commentView(reads: PostReads, row: CommentRow): Promise<Comment | null> {
  if (row.deleted_at !== null) return deletedComment(row);
  const people = await peopleOf(reads, { uid: row.uid, sight: 'page' }, [{ row }]);
  const author = people.profiles.get(row.uid);
  if (!author || author.hidden) return null;
  const replyToHandle = answeredHandle(row, people);
  return { ...commentOf(row, author), ...(replyToHandle !== undefined && { replyToHandle }) };
}

type People = { profiles: Map<string, CachedProfile>; exclusions: Exclusions };

async function peopleOf(
  reads: PostReads,
  viewer: Viewer,
  comments: readonly CachedComment[],
): Promise<People> {
  const uids: string[] = [];
  for (const { row } of comments) {
    uids.push(row.uid);
    if (row.reply_to_uid !== null) uids.push(row.reply_to_uid);
  }
  const [profiles, exclusions] = await Promise.all([
    reads.authors.getMany(uids),
    viewer.sight === 'admin-page' ? noExclusions : exclusionsOf(reads, viewer.uid, uids),
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

/** The JSON that all viewers share; null when this viewer does not see the comment. */
function sharedText(comment: CachedComment, viewer: Viewer, { profiles, exclusions }: People): string | null {
  const { row } = comment;
  if (row.deleted_at !== null)
    return cachedJson(comment, undefined, () => bytesOf(textOf(deletedComment(row))));
  const author = profiles.get(row.uid);
  const isHidden = viewer.sight === 'admin-page' ? author?.leaving : author?.hidden;
  if (!author || isHidden || isExcludedFor(viewer.uid, comment, exclusions)) return null;
  return cachedJson(comment, author, () => bytesOf(textOf(commentOf(row, author))));
}

function withFields(text: string, fields: string): string {
  return fields === '' ? text : `${text.slice(0, -1)}${fields}}`;
}

function viewerFields(row: CommentRow, people: People, liked: ReadonlySet<string>): string {
  if (row.deleted_at !== null) return '';
  const handle = answeredHandle(row, people);
  const reply = handle === undefined ? '' : `,"replyToHandle":${JSON.stringify(handle)}`;
  return liked.has(row.id) ? `${reply},"viewer":{"liked":true}` : reply;
}

function answeredHandle({ reply_to_uid: uid }: CommentRow, people: People): string | undefined {
  const target = uid === null ? undefined : people.profiles.get(uid);
  if (!target || target.hidden || isExcluded(people.exclusions, target.profile.uid)) return undefined;
  return target.profile.handle || undefined;
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
