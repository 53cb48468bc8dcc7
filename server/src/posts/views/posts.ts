import type { Profile, Reactions } from '../../../../contract/src/calls/shapes.ts';
import { isId } from '../../kernel/ids.ts';
import { isBlocked, noExclusions, type Exclusions, exclusionsOf } from '../../people/views/exclusions.ts';
import { wordsOf } from '../../people/views/post-words.ts';
import { reposterText } from '../../people/views/profiles.ts';
import { type Sight, sightOf } from '../../people/views/sight.ts';
import { both } from '../../platform/concurrency/maybe-promise.ts';
import { hydratePosts, type PostList, type PostParts } from './hydrate-posts.ts';
import { keepTexts, keptTexts, type PageTexts, type ShownPost, textOf } from './kept-pages.ts';
import type { CachedPost, PostCache } from './post-cache.ts';
import { closedToComments } from './post-controls.ts';
import type { PostReads } from './post-reads.ts';
import { noMarks } from './viewer-states.ts';

/**
 * How blocks and mutes apply: a `feed` leaves out both; a `page`, opened on purpose, only blocks; an admin's
 * list and page leave out neither, and the page shows suspended authors as well.
 */
export type Sees = 'feed' | 'admin-list' | Sight;

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
): Promise<PageTexts> {
  const lastTexts = list.kept && sees !== 'admin-page' && (await keptTexts(reads, viewerUid, list.kept));
  if (lastTexts) return lastTexts;
  const marksVersion = reads.viewers.versionOf(viewerUid);
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
  const show = (parts: PostParts, quoted: ShownPost | null, repostedBy: string | null): ShownPost => ({
    post: parts.post,
    author: parts.author,
    marks: marks.get(parts.post.fields.id) ?? noMarks,
    isClosed: closedIds.has(parts.post.fields.id),
    quoted,
    repostedBy,
  });
  const page = hydrated.map((row) => {
    if (row === null || !isVisible(row) || ofAuthors?.(row.author.profile) === false) return null;
    const quoted = row.quoted && isVisible(row.quoted) ? show(row.quoted, null, null) : null;
    // A hidden user's repost stays in the feed without the reposter's name.
    return show(row, quoted, row.reposter?.hidden === false ? reposterText(row.reposter) : null);
  });
  const texts = page.map(textOf);
  if (list.places && exclusions === noExclusions && sees !== 'admin-page')
    keepTexts(list, { hydrated, page, texts, ids, closedIds, marksVersion });
  return { texts, joined: null };
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
