import type { Profile, Reactions, ViewerState } from '../../../../contract/src/calls/shapes.ts';
import { isId } from '../../kernel/ids.ts';
import { isBlocked, noExclusions, type Exclusions, exclusionsOf } from '../../people/views/exclusions.ts';
import { wordsOf } from '../../people/views/post-words.ts';
import { reposterText } from '../../people/views/profiles.ts';
import { barredAmong, type Sight, sightOf } from '../../people/views/sight.ts';
import { andThen, both, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { type HydratedPost, hydratePosts, type PostList, type PostParts } from './hydrate-posts.ts';
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

type Seeing = {
  readonly posts?: PostCache;
  readonly sees?: Sees;
  /** Leaves out posts of others. */
  readonly ofAuthors?: (author: Profile) => boolean;
  /** A post just published, which cannot have marks yet. */
  readonly newPostId?: string;
};

/**
 * Returns JSON (contract shape PostView, see bytesOf) in the order of the list; null for a post that the
 * viewer does not see.
 */
export function postTexts(
  reads: PostReads,
  viewerUid: string,
  list: PostList,
  seeing: Seeing,
): MaybePromise<PageTexts> {
  const lastTexts = list.kept && seeing.sees !== 'admin-page' ? keptTexts(reads, viewerUid, list.kept) : null;
  return andThen(lastTexts, (texts) => texts ?? makeTexts(reads, viewerUid, list, seeing));
}

function makeTexts(
  reads: PostReads,
  viewerUid: string,
  list: PostList,
  seeing: Seeing,
): MaybePromise<PageTexts> {
  const { posts = reads.posts, sees = 'page', newPostId } = seeing;
  const marksVersion = reads.viewers.versionOf(viewerUid);
  return andThen(hydratePosts({ posts, authors: reads.authors }, list), (hydrated) => {
    const { ids, people } = idsOf(hydrated);
    const marks = reads.viewers.marksAmong(viewerUid, ids, newPostId);
    const exclusions =
      sees === 'admin-list' || sees === 'admin-page' ? noExclusions : exclusionsOf(reads, viewerUid, people);
    const closedIds = sees === 'admin-page' ? new Set(ids) : closedToComments(reads, viewerUid, hydrated);
    return andThen(both(both(marks, exclusions), closedIds), ([[marksFound, exclusionsFound], closedFound]) =>
      textsOf(viewerUid, list, seeing, {
        hydrated,
        ids,
        marks: marksFound,
        marksVersion,
        exclusions: exclusionsFound,
        closedIds: closedFound,
      }),
    );
  });
}

function idsOf(hydrated: readonly (HydratedPost | null)[]): { ids: string[]; people: string[] } {
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
  return { ids, people };
}

type Found = {
  readonly hydrated: readonly (HydratedPost | null)[];
  readonly ids: readonly string[];
  readonly marks: ReadonlyMap<string, ViewerState>;
  /** That of the viewer's marks before they were read. */
  readonly marksVersion: number | undefined;
  readonly exclusions: Exclusions;
  readonly closedIds: ReadonlySet<string>;
};

function textsOf(
  viewerUid: string,
  list: PostList,
  { sees = 'page', ofAuthors }: Seeing,
  { hydrated, ids, marks, marksVersion, exclusions, closedIds }: Found,
): PageTexts {
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
  // An answer is kept when its page is read again: that of a page which is read only once would be wasted.
  return { texts, slot: null };
}

export function postText(
  reads: PostReads,
  viewerUid: string,
  postId: string,
  { isNew = false } = {},
): MaybePromise<string | null> {
  if (!isId(postId)) return null;
  const list = { refs: [{ postId, reposterUid: null }] };
  return andThen(
    postTexts(reads, viewerUid, list, isNew ? { newPostId: postId } : {}),
    ({ texts: [text = null] }) => text ?? textForAdmin(reads, viewerUid, postId, list),
  );
}

async function textForAdmin(
  reads: PostReads,
  viewerUid: string,
  postId: string,
  list: PostList,
): Promise<string | null> {
  if ((await postSight(reads, viewerUid, postId)) !== 'admin-page') return null;
  return (await postTexts(reads, viewerUid, list, { sees: 'admin-page' })).texts[0] ?? null;
}

/** Null when the viewer may not open the post. */
export function postSight(reads: PostReads, viewerUid: string, postId: string): MaybePromise<Sight | null> {
  if (!isId(postId)) return null;
  return andThen(reads.posts.get(postId), (post) =>
    post ? sightOf(reads, viewerUid, post.fields.ownerUid) : null,
  );
}

/** @returns the post's author, and those of `uids` who may not react to the post; null when it does not exist */
export function reactionRules(
  reads: PostReads,
  postId: string,
  uids: readonly string[],
): MaybePromise<{ ownerUid: string; barredUids: ReadonlySet<string> } | null> {
  return andThen(reads.posts.get(postId), (post) => {
    if (!post) return null;
    const { ownerUid } = post.fields;
    return andThen(barredAmong(reads, ownerUid, uids), (barredUids) => ({ ownerUid, barredUids }));
  });
}

export function reactionsView(
  reads: PostReads,
  viewerUid: string,
  postId: string,
): MaybePromise<Reactions | null> {
  return andThen(postSight(reads, viewerUid, postId), (sight) => {
    if (sight !== 'page') return null;
    const found = both(reads.posts.get(postId), reads.viewers.marksOn(postId, viewerUid));
    return andThen(found, ([post, { liked, reposted, saved }]) => {
      if (!post) return null;
      const { likes: likesCount, reposts: repostsCount } = post.counters;
      return { likesCount, repostsCount, liked, reposted, saved };
    });
  });
}

function passesFilter(post: CachedPost, exclusions: Exclusions, sees: Sees, viewerUid: string): boolean {
  const { ownerUid } = post.fields;
  if (ownerUid === viewerUid) return true;
  if (isBlocked(exclusions, ownerUid)) return false;
  if (sees === 'page') return true;
  return !exclusions.mutes.has(ownerUid) && !exclusions.words?.(wordsOf(post));
}
