import fastJson from 'fast-json-stringify';

import { Comment } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { cachedJson } from '../../kernel/cached-json.ts';
import { isId } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { textHash } from '../../kernel/text-hash.ts';
import {
  isExcluded,
  noExclusions,
  type Exclusions,
  exclusionsOf,
  hasExclusions,
} from '../../people/views/exclusions.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import type { Sight } from '../../people/views/sight.ts';
import { andThen, both, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { SieveCache, Snapshot } from '../../platform/concurrency/sieve-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type CommentRow, findComment, findThread } from '../store/comments.ts';
import {
  type CachedComment,
  type CommentList,
  type CommentsPart,
  type CommentTexts,
  hashOfComment,
  type KeptComments,
  readComments,
  type ThreadText,
  wordsOfComment,
} from './comment-cache.ts';
import type { PostReads } from './post-reads.ts';

type Viewer = { uid: string; sight: Sight };

/**
 * A page of a post's comments after one of them, oldest first. `hash` identifies the page's content. It
 * covers `total`, all comments of the post, only on the last page: otherwise each new comment would resend a
 * hot post's first page.
 */
export function commentsPage(
  reads: PostReads,
  viewer: Viewer,
  postId: string,
  after: string | null,
): MaybePromise<TextPage & { total: number | undefined; hash: number }> {
  const reading = after === null ? reads.comments.get(postId) : readComments(reads.db, postId, after);
  return andThen(reading, (part) => {
    const { next = null, total } = part ?? {};
    const making = part ? commentTexts(reads, viewer, postId, part) : noTexts;
    return andThen(making, ({ texts, hash }) => ({
      items: texts.filter((text) => text !== null),
      next,
      total,
      hash: textHash(next ?? String(total), hash),
    }));
  });
}

const noTexts: CommentTexts = { texts: [], hash: textHash('') };

/** The thread is empty when the viewer does not see the comment. */
export function commentThread(
  reads: PostReads,
  viewer: Viewer,
  postId: string,
  id: string,
): MaybePromise<ThreadText> {
  return andThen(isId(id) ? threadOf(reads, postId, id) : null, (thread) =>
    thread === null
      ? noThread
      : andThen(commentTexts(reads, viewer, postId, thread), (texts) => answerOf(thread, id, texts)),
  );
}

function answerOf(thread: Thread, id: string, texts: CommentTexts): ThreadText {
  const { kept } = thread;
  return texts === kept ? (kept.answer ??= threadText(thread, id, kept)) : threadText(thread, id, texts);
}

function threadText(thread: Thread, id: string, { texts, hash }: CommentTexts): ThreadText {
  let root = 'null';
  let isVisible = false;
  const replies: string[] = [];
  for (const [i, { row }] of thread.comments.entries()) {
    const text = texts[i] ?? null;
    if (text === null) continue;
    isVisible ||= row.id === id;
    if (row.id === thread.rootId) root = text;
    else replies.push(text);
  }
  if (!isVisible) return noThread;
  // The requested reply comes last when it is not among the first ones.
  if (replies.length > limits.commentsListed) replies.splice(limits.commentsListed - 1, 1);
  return { text: `{"root":${root},"replies":[${replies.join()}],"found":true}`, hash };
}

const noThread: ThreadText = { text: JSON.stringify({ root: null, replies: [], found: false }), hash: 0 };

/** `version`: that of the first page of the post's comments, which is read again after each change of one. */
type Thread = CommentList & { readonly rootId: string; readonly version: number };

const threads = new SieveCache<Thread>({ max: 20_000, sizeOf: ({ comments }) => comments.length });

function threadOf(reads: PostReads, postId: string, id: string): MaybePromise<Thread | null> {
  return andThen(reads.comments.get(postId), (firstPage) => {
    if (!firstPage) return null;
    const last = threads.get(id);
    if (last?.version === firstPage.version) return last;
    return andThen(threadIn(firstPage, id) ?? readThread(reads.db, postId, id), (found) => {
      const thread = found && { ...found, version: firstPage.version };
      if (thread) threads.set(id, thread);
      return thread;
    });
  });
}

// Nearly every post has all its comments on the first page.
function threadIn({ comments, next }: CommentsPart, id: string): Omit<Thread, 'version'> | null {
  const target = comments.find(({ row }) => row.id === id && row.deleted_at === null);
  if (!target || next !== null) return null;
  const rootId = target.row.root_id ?? id;
  return { rootId, comments: comments.filter(({ row }) => row.id === rootId || row.root_id === rootId) };
}

async function readThread(db: Database, postId: string, id: string): Promise<Omit<Thread, 'version'> | null> {
  const target = await findComment(db, postId, id);
  if (target === null) return null;
  const rootId = target.root_id ?? id;
  return { rootId, comments: (await findThread(db, postId, { rootId, id })).map((row) => ({ row })) };
}

/**
 * The texts of the comments as the viewer sees them. Those for viewers who like none of them and exclude
 * nobody stay with the list until one of its people is another object.
 */
function commentTexts(
  reads: PostReads,
  viewer: Viewer,
  postId: string,
  list: CommentList,
): MaybePromise<CommentTexts> {
  return viewer.sight === 'page' && list.kept && isValidFor(reads, viewer.uid, list.kept)
    ? list.kept
    : makeTexts(reads, viewer, postId, list);
}

async function makeTexts(
  reads: PostReads,
  viewer: Viewer,
  postId: string,
  list: CommentList,
): Promise<CommentTexts> {
  const likedIds: string[] = [];
  for (const { row } of list.comments) if (row.likes > 0) likedIds.push(row.id);
  const [people, liked] = await both(
    peopleOf(reads, viewer, list.comments),
    reads.commentMarks.likedAmong(viewer.uid, postId, likedIds),
  );
  const texts: (string | null)[] = [];
  let hash = textHash('');
  for (const comment of list.comments) {
    const text = sharedText(comment, viewer, people);
    const fields = text === null ? '' : viewerFields(comment.row, people, liked);
    texts.push(text === null ? null : withFields(text, fields));
    if (text !== null) hash = textHash(fields, Math.imul(hash, 31) ^ hashOfComment(comment, text));
  }
  if (viewer.sight === 'page' && people.exclusions === noExclusions && !likedIds.some((id) => liked.has(id)))
    keep(reads, list, { texts, hash, likedIds, profiles: people.profiles });
  return { texts, hash };
}

function isValidFor(reads: PostReads, viewerUid: string, { people, likedIds }: KeptComments): boolean {
  return (
    reads.authors.holds(people) &&
    hasExclusions(reads, viewerUid) === false &&
    reads.commentMarks.hasNoLikesAmong(viewerUid, likedIds)
  );
}

function keep(
  { authors }: PostReads,
  list: CommentList,
  { texts, hash, likedIds, profiles }: Omit<KeptComments, 'people'> & Pick<People, 'profiles'>,
): void {
  const places = authors.entriesOf(profiles.keys());
  if (places) list.kept = { texts, hash, likedIds, people: new Snapshot(places, [...profiles.values()]) };
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
