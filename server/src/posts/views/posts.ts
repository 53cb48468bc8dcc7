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
import { pollView } from './polls.ts';
import type { CachedPost, PostCache } from './post-cache.ts';
import { closedToComments } from './post-controls.ts';
import type { PostReads } from './post-reads.ts';
import { noMarks } from './viewer-states.ts';

export type PostRef = { readonly postId: string; readonly reposterUid: string | null };

/**
 * How blocks and mutes apply: a `feed` leaves out both; a `page`, opened on purpose, only blocks; an admin's
 * list and page leave out neither, and the page shows suspended authors as well.
 */
export type Sees = 'feed' | 'admin-list' | Sight;

// The contract's schema guards against leaks: fields that it does not name are not sent.
const bodyText = fastJson(PostBody as object);

/**
 * Returns JSON (contract shape PostView, see bytesOf) in the order of `refs`; null for a post that the viewer
 * does not see. `ofAuthors` leaves out posts of others. `newPostId` is a post just published, which cannot
 * have marks yet.
 */
export async function postTexts(
  reads: PostReads,
  viewerUid: string,
  refs: readonly PostRef[],
  {
    posts = reads.posts,
    sees = 'page',
    ofAuthors,
    newPostId,
  }: { posts?: PostCache; sees?: Sees; ofAuthors?: (author: Profile) => boolean; newPostId?: string } = {},
): Promise<(string | null)[]> {
  const found = await withQuoted(posts, refs);
  const uids = new Set<string>();
  for (const post of found.values()) uids.add(post.fields.ownerUid);
  for (const { reposterUid } of refs) if (reposterUid !== null) uids.add(reposterUid);
  const people = [...uids];
  const [profiles, states, exclusions] = await Promise.all([
    reads.authors.getMany(people),
    reads.viewers.getMany(viewerUid, found.keys(), newPostId),
    sees === 'admin-list' || sees === 'admin-page' ? noExclusions : exclusionsOf(reads, viewerUid, people),
  ]);
  const isVisible =
    exclusions === noExclusions
      ? null
      : (post: CachedPost) => passesFilter(post, exclusions, sees, viewerUid);
  const closedIds = await (sees === 'admin-page'
    ? new Set(refs.map(({ postId }) => postId))
    : closedToComments(reads, viewerUid, found.values()));
  const isHidden = ({ hidden, leaving }: CachedProfile) => (sees === 'admin-page' ? leaving : hidden);
  const visiblePost = (id: string) =>
    findVisible(found.get(id), { profiles, isHidden }, states.get(id), isVisible);
  return refs.map(({ postId, reposterUid }) => {
    const post = visiblePost(postId);
    if (!post || ofAuthors?.(post.author.profile) === false) return null;
    const { quoteOf } = post.post.fields;
    const quotedPost = quoteOf === null ? null : visiblePost(quoteOf);
    const quotedText = quotedPost && join(quotedPost, { closedIds, quoted: null, repostedBy: null });
    return join(post, { closedIds, quoted: quotedText, repostedBy: reposter(reposterUid, profiles) });
  });
}

export async function postText(
  reads: PostReads,
  viewerUid: string,
  postId: string,
  { isNew = false } = {},
): Promise<string | null> {
  if (!isId(postId)) return null;
  const refs = [{ postId, reposterUid: null }];
  const [text = null] = await postTexts(reads, viewerUid, refs, isNew ? { newPostId: postId } : {});
  if (text !== null || (await postSight(reads, viewerUid, postId)) !== 'admin-page') return text;
  return (await postTexts(reads, viewerUid, refs, { sees: 'admin-page' }))[0] ?? null;
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
  const [post, states] = await Promise.all([
    reads.posts.get(postId),
    reads.viewers.getMany(viewerUid, [postId]),
  ]);
  const state = states.get(postId);
  if (!post || !state) return null;
  const { liked, reposted, saved } = state;
  return { likesCount: post.counters.likes, repostsCount: post.counters.reposts, liked, reposted, saved };
}

async function withQuoted(posts: PostCache, refs: readonly PostRef[]): Promise<Map<string, CachedPost>> {
  const found = await posts.getMany(refs.map((ref) => ref.postId));
  const quotedIds: string[] = [];
  for (const post of found.values()) if (post.fields.quoteOf !== null) quotedIds.push(post.fields.quoteOf);
  if (quotedIds.length > 0) for (const [id, post] of await posts.getMany(quotedIds)) found.set(id, post);
  return found;
}

function passesFilter(post: CachedPost, exclusions: Exclusions, sees: Sees, viewerUid: string): boolean {
  const { ownerUid } = post.fields;
  if (ownerUid === viewerUid) return true;
  if (isBlocked(exclusions, ownerUid)) return false;
  if (sees === 'page') return true;
  return !exclusions.mutes.has(ownerUid) && !exclusions.words?.(wordsOf(post));
}

type VisiblePost = { post: CachedPost; author: CachedProfile; state: ViewerState };

function findVisible(
  post: CachedPost | undefined,
  {
    profiles,
    isHidden,
  }: { profiles: Map<string, CachedProfile>; isHidden: (author: CachedProfile) => boolean },
  state: ViewerState | undefined,
  isVisible: ((post: CachedPost) => boolean) | null,
): VisiblePost | null {
  const author = post && profiles.get(post.fields.ownerUid);
  if (!author || !state || isHidden(author) || (isVisible && !isVisible(post))) return null;
  return { post, author, state };
}

function join(
  { post, author, state }: VisiblePost,
  {
    closedIds,
    quoted,
    repostedBy,
  }: { closedIds: ReadonlySet<string>; quoted: string | null; repostedBy: string | null },
): string {
  const isClosed = closedIds.has(post.fields.id);
  const plain = plainText(post, author);
  if (state === noMarks && !isClosed && quoted === null && repostedBy === null) return plain;
  const { liked, reposted, saved, vote } = state;
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

function reposter(uid: string | null, profiles: Map<string, CachedProfile>): string | null {
  const cached = uid === null ? undefined : profiles.get(uid);
  // A hidden user's repost stays in the feed without the reposter's name.
  return cached && !cached.hidden ? reposterText(cached) : null;
}
