import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import type { TimelineEntry } from '../../kernel/facts.ts';
import { firstId, lastId } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { isExcluded, noExclusions, exclusionsOf, hasExclusions } from '../../people/views/exclusions.ts';
import { all, andThen, both, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { findLatestPostIds } from '../../posts/store/post-lists.ts';
import { findRepostsBy } from '../../posts/store/reposts.ts';
import type { PostList } from '../../posts/views/hydrate-posts.ts';
import type { PageTexts } from '../../posts/views/kept-pages.ts';
import type { PostCache } from '../../posts/views/post-cache.ts';
import { postTexts, type Sees } from '../../posts/views/posts.ts';
import { findRepostEntries } from '../store/timeline.ts';
import { type Stretch, stretch, stretchOf, type TimelineHead } from './feed-heads.ts';
import type { FeedReads } from './feed-reads.ts';
import { followedPosts, type ReadStretch } from './followed-posts.ts';

/**
 * Newest first: from the top, or after `place`, the `next` of the previous page. A post that appears several
 * times is listed once per reading, at its newest place.
 */
export function followingPage(
  reads: FeedReads,
  viewerUid: string,
  place: string | null,
): MaybePromise<TextPage> {
  // `place` carries the first entry of the first page: entries added above it later do not count as already
  // listed.
  const [before = null, top = ''] = place?.split(':') ?? [];
  let first = top === '' ? null : top;
  const read: ReadStretch = (id) =>
    andThen(timelineStretch(reads, viewerUid, id), (part) => {
      first ??= part.entries[0]?.entryId ?? null;
      return id === lastId || first === null
        ? part
        : withoutPostsRepostedSince(reads, viewerUid, part, first);
    });
  return andThen(page(reads, viewerUid, before, read, { sees: 'feed' }), (found) => ({
    ...found,
    next: found.next === null ? null : `${found.next}:${first ?? ''}`,
  }));
}

export function everybodyPage(
  reads: FeedReads,
  viewerUid: string,
  before: string | null,
): MaybePromise<TextPage> {
  const read: ReadStretch = (id) =>
    fromHead(
      id,
      () => reads.heads.latest(),
      (place) => reads.heads.readLatest(place),
    );
  return page(reads, viewerUid, before, read, { sees: 'feed' });
}

/** Lists posts of people who showed the club when they published and still do. */
export function clubPostsPage(
  reads: FeedReads,
  viewerUid: string,
  club: string,
  before: string | null,
): MaybePromise<TextPage> {
  const { clubHeads } = reads;
  const read: ReadStretch = (id) =>
    fromHead(
      id,
      () => andThen(clubHeads.head(club), stretchOf),
      async (place) => stretchOf(await clubHeads.before(club, place)),
    );
  const ofAuthors = (author: Profile) => author.club === club;
  return page(reads, viewerUid, before, read, { sees: 'feed', ofAuthors });
}

/** Lists opened on purpose include muted posts. */
export function listPage(
  reads: FeedReads,
  viewerUid: string,
  before: string | null,
  read: ReadStretch,
  size: number,
  sees: Sees = 'page',
): MaybePromise<TextPage> {
  return page(reads, viewerUid, before, read, { sees, size });
}

/** Both tabs without the read model, in a few dozen statements at most, however many followees. */
export async function fallbackPage(
  reads: FeedReads,
  viewerUid: string,
  tab: 'siguiendo' | 'paraVos',
  before: string | null,
): Promise<TextPage> {
  const { db } = reads;
  const read: ReadStretch =
    tab === 'siguiendo'
      ? await followedPosts(db, viewerUid, { fromPosts: true })
      : async (id) => stretch(await findLatestPostIds(db, id, 'posts'));
  return page(reads, viewerUid, before, read, {
    sees: 'feed',
    posts: reads.fullPosts,
    maxStretches: fallbackStretches,
  });
}

// Leaves out reposts by muted users; the post itself may still be listed further down.
function timelineStretch(reads: FeedReads, uid: string, before: string): MaybePromise<Stretch> {
  return andThen(both(reads.heads.timeline(uid), hasExclusions(reads, uid)), ([head, excludes]) =>
    before === lastId && head.storedFrom === null && !excludes
      ? wholeHead(reads, head)
      : stretchBefore(reads, uid, before, head),
  );
}

function wholeHead({ heads }: FeedReads, head: TimelineHead): MaybePromise<Stretch> {
  const merged = heads.merged(head);
  if (merged) return merged;
  const posts = all(head.mergedAuthors.map((author) => heads.author(author)));
  const reposts = all(head.mergedAuthors.map((author) => heads.reposts(author)));
  return andThen(both(posts, reposts), ([postHeads, repostHeads]) => {
    const { entries, complete } = head;
    const result = { ...merge([{ entries, complete }, ...postHeads, ...repostHeads]), isOwn: true };
    heads.keepMerged(head, { posts: postHeads, reposts: repostHeads, result });
    return result;
  });
}

async function stretchBefore(
  reads: FeedReads,
  uid: string,
  before: string,
  head: TimelineHead,
): Promise<Stretch> {
  const own = await withOlder(
    reads,
    uid,
    before,
    coveredBy(head, before)
      ? { ...head, ...after(head, before) }
      : await reads.heads.readTimeline(uid, before),
  );
  const reposters = own.entries.flatMap(({ reposterUid }) => reposterUid ?? []);
  const exclusions = await exclusionsOf(reads, uid, [...head.mergedAuthors, ...reposters]);
  if (exclusions === noExclusions)
    return merge([own, ...(await mergedAtRead(reads, head.mergedAuthors, before))]);
  const isLeftOut = ({ reposterUid }: TimelineEntry) =>
    reposterUid !== null && isExcluded(exclusions, reposterUid);
  const authors = head.mergedAuthors.filter((author) => !isExcluded(exclusions, author));
  return merge([own, ...(await mergedAtRead(reads, authors, before))], isLeftOut);
}

// Below the oldest stored entry the followees' own posts are read instead.
async function withOlder(
  { db }: FeedReads,
  uid: string,
  before: string,
  { entries, complete, storedFrom }: TimelineHead,
): Promise<Stretch> {
  if (!complete || storedFrom === null) return { entries, complete };
  const read = await followedPosts(db, uid);
  const older = await read(before < storedFrom ? before : storedFrom);
  return { ...older, entries: [...entries, ...older.entries] };
}

function mergedAtRead(
  { heads }: FeedReads,
  authors: readonly string[],
  before: string,
): MaybePromise<readonly Stretch[]> {
  return all(
    authors.flatMap((author) => [
      fromHead(
        before,
        () => heads.author(author),
        (place) => heads.readAuthor(author, place),
      ),
      fromHead(
        before,
        () => heads.reposts(author),
        (place) => heads.readReposts(author, place),
      ),
    ]),
  );
}

// Reposts of a post that are read for a viewer who hides people: the newest one by somebody else counts. A post
// is listed again if all of them are by people whom the viewer follows and hides.
const repostsPerPost = 20;

async function withoutPostsRepostedSince(
  reads: FeedReads,
  uid: string,
  { entries, complete, reach }: Stretch,
  top: string,
): Promise<Stretch> {
  const postIds = entries.map((entry) => entry.postId);
  const [{ mergedAuthors }, excludes] = await both(reads.heads.timeline(uid), hasExclusions(reads, uid));
  const ofEach = excludes ? repostsPerPost : 1;
  const [entriesOfReposts, reposts] = await Promise.all([
    findRepostEntries(reads.db, uid, { postIds, upTo: top, ofEach }),
    findRepostsBy(reads.db, mergedAuthors, postIds, top),
  ]);
  const newerReposts = [
    ...entriesOfReposts.map(({ entryId, postId, reposterUid: by }) => ({ entryId, postId, by })),
    ...reposts.map(({ entryId, postId, uid: by }) => ({ entryId, postId, by })),
  ];
  const exclusions = await exclusionsOf(
    reads,
    uid,
    newerReposts.map(({ by }) => by),
  );
  const newest = new Map<string, string>();
  for (const { entryId, postId, by } of newerReposts) {
    if (isExcluded(exclusions, by)) continue;
    if (entryId > (newest.get(postId) ?? firstId)) newest.set(postId, entryId);
  }
  const remaining = entries.filter(({ entryId, postId }) => (newest.get(postId) ?? firstId) <= entryId);
  return { entries: remaining, complete, reach: reach ?? entries.at(-1)?.entryId };
}

const fallbackStretches = 10;

/** Reads the cached head if it reaches that far, otherwise the database. */
export function fromHead(
  before: string,
  head: () => MaybePromise<Stretch>,
  read: ReadStretch,
): MaybePromise<Stretch> {
  return andThen(head(), (cached) => (coveredBy(cached, before) ? after(cached, before) : read(before)));
}

function coveredBy(head: Stretch, before: string): boolean {
  const oldest = head.entries.at(-1);
  return head.complete || before === lastId || (oldest !== undefined && oldest.entryId < before);
}

function after(head: Stretch, before: string): Stretch {
  if (before === lastId) return head;
  return { entries: head.entries.filter((entry) => entry.entryId < before), complete: head.complete };
}

/**
 * The result reaches only as far back as every stretch does, and lists each post once, at its newest place.
 */
export function merge(all: readonly Stretch[], isLeftOut?: (entry: TimelineEntry) => boolean): Stretch {
  // An author without posts, such as a new official account, must not limit the reach.
  const stretches = all.filter((s) => s.entries.length > 0 || !s.complete);
  let oldestReached = firstId;
  for (const { entries, complete, reach } of stretches) {
    const oldest = reach ?? entries.at(-1)?.entryId;
    if (!complete && oldest !== undefined && oldest > oldestReached) oldestReached = oldest;
  }
  const postIds = new Set<string>();
  const entries: TimelineEntry[] = [];
  const [first, ...others] = stretches;
  const newestFirst =
    first && others.length === 0
      ? first.entries
      : stretches.flatMap((s) => s.entries).sort((a, b) => (a.entryId < b.entryId ? 1 : -1));
  for (const entry of newestFirst) {
    if (entry.entryId < oldestReached || postIds.has(entry.postId) || isLeftOut?.(entry)) continue;
    postIds.add(entry.postId);
    entries.push(entry);
  }
  const complete = stretches.every((s) => s.complete);
  const isPartial = isLeftOut !== undefined || stretches.some(({ reach }) => reach !== undefined);
  // A hundred people may repost one post in a row: the next stretch begins after all that were read.
  const endsWithRepeats = !complete && oldestReached < (entries.at(-1)?.entryId ?? oldestReached);
  return { entries, complete, reach: isPartial || endsWithRepeats ? oldestReached : undefined, top: null };
}

// A viewer who mutes nearly everybody must not scan all posts in one request: the next page continues.
const stretchesPerPage = 25;

type PageOptions = {
  readonly size?: number;
  readonly posts?: PostCache;
  readonly sees: Sees;
  readonly ofAuthors?: (author: Profile) => boolean;
  readonly maxStretches?: number;
};

function page(
  reads: FeedReads,
  viewerUid: string,
  before: string | null,
  read: ReadStretch,
  options: PageOptions,
): MaybePromise<TextPage> {
  const { size = limits.feedPage } = options;
  return andThen(read(before ?? lastId), (stretch) => {
    const top = topOf(stretch, size, before);
    return andThen(
      postTexts(reads, viewerUid, top, options),
      (texts) =>
        wholePage(stretch, top, texts, size) ??
        filledPage(reads, viewerUid, before, read, { ...options, size, first: { stretch, top, texts } }),
    );
  });
}

/** Null when posts are left out, or there are too few. */
function wholePage(
  { entries, complete }: Stretch,
  { refs: { length } }: PostList,
  { texts, slot }: PageTexts,
  size: number,
): TextPage | null {
  const isLast = complete && length === entries.length;
  if (length === 0 || !(length === size || isLast)) return null;
  const next = isLast ? null : (entries[length - 1]?.entryId ?? null);
  if (slot) return { items: texts as readonly string[], next, slot };
  const items = texts.filter((text) => text !== null);
  return items.length === length ? { items, next } : null;
}

type First = { readonly stretch: Stretch; readonly top: PostList; readonly texts: PageTexts };

// Older posts fill the gaps that deleted, hidden and muted ones leave: only the last page is short.
async function filledPage(
  reads: FeedReads,
  viewerUid: string,
  before: string | null,
  read: ReadStretch,
  options: PageOptions & { readonly size: number; readonly first: First },
): Promise<TextPage> {
  const { size, first, maxStretches = stretchesPerPage } = options;
  const items: string[] = [];
  let from = before ?? lastId;
  for (let stretchesRead = 1; ; stretchesRead++) {
    const stretch = stretchesRead === 1 ? first.stretch : await read(from);
    const { entries, complete, reach } = stretch;
    for (let i = 0; i < entries.length;) {
      const isFirst = stretchesRead === 1 && i === 0;
      const list = isFirst ? first.top : { refs: entries.slice(i, i + size - items.length) };
      const { texts } = isFirst ? first.texts : await postTexts(reads, viewerUid, list, options);
      i += list.refs.length;
      from = entries[i - 1]?.entryId ?? from;
      for (const text of texts) if (text !== null) items.push(text);
      if (items.length === size) return { items, next: i === entries.length && complete ? null : from };
    }
    if (complete || (entries.length === 0 && reach === undefined)) return { items, next: null };
    from = reach ?? from;
    if (stretchesRead === maxStretches) return { items, next: from };
  }
}

// Only first pages are kept: the stretches of others are read for one answer.
function topOf(stretch: Stretch, size: number, before: string | null): PostList {
  const { entries, top, isOwn = false } = stretch;
  if (top?.refs.length === Math.min(size, entries.length)) return top;
  const refs = entries.slice(0, size);
  if (before !== null || top === null) return { refs };
  stretch.top = { refs, places: null, isOwn };
  return stretch.top;
}
