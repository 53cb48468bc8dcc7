import fastJson from 'fast-json-stringify';

import {
  PostBody,
  type Profile,
  type Reactions,
  type ViewerState,
} from '../../../../contract/src/calls/shapes.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { isId } from '../../kernel/ids.ts';
import { isBlocked, noExclusions, type Exclusions, exclusionsOf } from '../../people/views/exclusions.ts';
import { wordsOf } from '../../people/views/post-words.ts';
import { type CachedProfile, isPubliclyReadable, reposterText } from '../../people/views/profiles.ts';
import { type Sight, sightOf } from '../../people/views/sight.ts';
import { both } from '../../platform/concurrency/maybe-promise.ts';
import { hydratePosts, type PostList, type PostParts } from './hydrate-posts.ts';
import { pollView } from './polls.ts';
import type { CachedPost, PostCache } from './post-cache.ts';
import { closedToComments } from './post-controls.ts';
import type { PostReads } from './post-reads.ts';
import { noMarks } from './viewer-states.ts';

/**
 * How blocks and mutes apply: a `feed` leaves out both; a `page`, opened on purpose, only blocks; an admin's
 * list and page leave out neither, and the page shows suspended authors as well.
 */
export type Sees = 'feed' | 'admin-list' | Sight;

// The contract's schema guards against leaks: fields that it does not name are not sent.
const bodyText = fastJson(PostBody as object);

/** `joined`: all of them with commas between, if that text is at hand; none is null then. */
export type PostTexts = { readonly texts: readonly (string | null)[]; readonly joined: string | null };

/**
 * Returns JSON (contract shape PostView, see bytesOf) in the order of the list; null for a post that the
 * viewer does not see. `ofAuthors` leaves out posts of others. `newPostId` is a post just published, which
 * cannot have marks yet.
 */
export async function postTexts(
  reads: PostReads,
  viewerUid: string,
  list: PostList,
  {
    posts = reads.posts,
    sees = 'page',
    ofAuthors,
    newPostId,
  }: { posts?: PostCache; sees?: Sees; ofAuthors?: (author: Profile) => boolean; newPostId?: string } = {},
): Promise<PostTexts> {
  const hydrated = await hydratePosts({ posts, authors: reads.authors }, list);
  const ids: string[] = [];
  const people: string[] = [];
  for (const row of hydrated) {
    if (row === null) continue;
    ids.push(row.post.fields.id);
    people.push(row.post.fields.ownerUid);
    if (row.quoted === null) continue;
    ids.push(row.quoted.post.fields.id);
    people.push(row.quoted.post.fields.ownerUid);
  }
  const [marks, exclusions] = await both(
    reads.viewers.marksAmong(viewerUid, ids, newPostId),
    sees === 'admin-list' || sees === 'admin-page' ? noExclusions : exclusionsOf(reads, viewerUid, people),
  );
  const closedIds = await (sees === 'admin-page'
    ? new Set(ids)
    : closedToComments(reads, viewerUid, hydrated));
  const isVisible = ({ post, author }: PostParts) =>
    (sees === 'admin-page' ? !author.leaving : !author.hidden) &&
    (exclusions === noExclusions || passesFilter(post, exclusions, sees, viewerUid));
  const textOf = (parts: PostParts, quoted: string | null, repostedBy: string | null) =>
    join(parts, {
      marks: marks.get(parts.post.fields.id) ?? noMarks,
      isClosed: closedIds.has(parts.post.fields.id),
      quoted,
      repostedBy,
    });
  const texts = hydrated.map((row) => {
    if (row === null || !isVisible(row) || ofAuthors?.(row.author.profile) === false) return null;
    const quoted = row.quoted && isVisible(row.quoted) ? textOf(row.quoted, null, null) : null;
    // A hidden user's repost stays in the feed without the reposter's name.
    const reposter = row.reposter?.hidden === false ? reposterText(row.reposter) : null;
    return textOf(row, quoted, reposter);
  });
  return { texts, joined: marks.size === 0 ? joinedBefore(list, texts) : null };
}

// Joining ten posts costs as much as finding them. A page that differs at each read is kept nowhere.
function joinedBefore(list: PostList, texts: readonly (string | null)[]): string | null {
  const { last } = list;
  if (
    list.places &&
    last &&
    texts.length > 0 &&
    texts.every((text, i) => text !== null && text === last.texts[i])
  )
    return (last.joined ??= texts.join());
  if (list.places) list.last = { texts, joined: null };
  return null;
}

export async function postText(
  reads: PostReads,
  viewerUid: string,
  postId: string,
  { isNew = false } = {},
): Promise<string | null> {
  if (!isId(postId)) return null;
  const list = { refs: [{ postId, reposterUid: null }] };
  const { texts } = await postTexts(reads, viewerUid, list, isNew ? { newPostId: postId } : {});
  const [text = null] = texts;
  if (text !== null || (await postSight(reads, viewerUid, postId)) !== 'admin-page') return text;
  return (await postTexts(reads, viewerUid, list, { sees: 'admin-page' })).texts[0] ?? null;
}

/** Null when the viewer may not open the post. */
export async function postSight(reads: PostReads, viewerUid: string, postId: string): Promise<Sight | null> {
  const post = isId(postId) ? await reads.posts.get(postId) : undefined;
  return post ? sightOf(reads, viewerUid, post.fields.ownerUid) : null;
}

export async function reactionsView(
  reads: PostReads,
  viewerUid: string,
  postId: string,
): Promise<Reactions | null> {
  if ((await postSight(reads, viewerUid, postId)) !== 'page') return null;
  const [post, marks] = await both(reads.posts.get(postId), reads.viewers.marksOn(postId, viewerUid));
  if (!post) return null;
  const { liked, reposted, saved } = marks;
  return { likesCount: post.counters.likes, repostsCount: post.counters.reposts, liked, reposted, saved };
}

function passesFilter(post: CachedPost, exclusions: Exclusions, sees: Sees, viewerUid: string): boolean {
  const { ownerUid } = post.fields;
  if (ownerUid === viewerUid) return true;
  if (isBlocked(exclusions, ownerUid)) return false;
  if (sees === 'page') return true;
  return !exclusions.mutes.has(ownerUid) && !exclusions.words?.(wordsOf(post));
}

function join(
  { post, author }: PostParts,
  {
    marks,
    isClosed,
    quoted,
    repostedBy,
  }: { marks: ViewerState; isClosed: boolean; quoted: string | null; repostedBy: string | null },
): string {
  const plain = plainText(post, author);
  if (marks === noMarks && !isClosed && quoted === null && repostedBy === null) return plain;
  const { liked, reposted, saved, vote } = marks;
  const closing = isClosed ? ',"mayComment":false' : '';
  const viewer = `{"liked":${liked},"reposted":${reposted},"saved":${saved},"vote":${vote === null ? null : `"${vote}"`}${closing}}`;
  const body = plain.slice(0, -plainEnd.length);
  return `${body},"quoted":${quoted},"repostedBy":${repostedBy},"viewer":${viewer}}`;
}

const plainEnd = `,"quoted":null,"repostedBy":null,"viewer":${JSON.stringify(noMarks)}}`;

// The text is made once per state of the post and its author. Most list items are exactly it.
function plainText(post: CachedPost, author: CachedProfile): string {
  if (post.text?.author === author) return post.text.json;
  const { likes, comments, reposts, impressions } = post.counters;
  const { uid, displayName, handle, avatar, club } = author.profile;
  const text = bodyText({
    ...post.fields,
    poll: pollView(post),
    authorId: uid,
    authorName: displayName,
    authorHandle: handle,
    authorAvatar: avatar,
    ...(club !== undefined && { authorClub: club }),
    likesCount: likes,
    commentsCount: comments,
    repostsCount: reposts,
    counts: { likes, comments, reposts, impressions },
    ...(!isPubliclyReadable(author) && { membersOnly: true }),
    ...(author.hidden && { authorSuspended: true }),
  } satisfies PostBody);
  const json = bytesOf(text.slice(0, -1) + plainEnd);
  post.text = { author, json };
  return json;
}
