import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import type { TimelineEntry } from '../../kernel/facts.ts';
import { firstId, lastId } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { isExcluded, noExclusions, exclusionsOf, hasExclusions } from '../../people/views/exclusions.ts';
import { all, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { findLatestPostIds } from '../../posts/store/post-lists.ts';
import { findRepostsBy } from '../../posts/store/reposts.ts';
import type { PostList } from '../../posts/views/hydrate-posts.ts';
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
export async function followingPage(
  reads: FeedReads,
  viewerUid: string,
  place: string | null,
): Promise<TextPage> {
  // `place` carries the first entry of the first page: entries added above it later do not count as already
  // listed.
  const [before = null, top = null] = place?.split(':') ?? [];
  let first = top;
  const read: ReadStretch = async (id) => {
    const part = await timelineStretch(reads, viewerUid, id);
    first ??= part.entries[0]?.entryId ?? null;
    return id === lastId || first === null ? part : withoutPostsRepostedSince(reads, viewerUid, part, first);
  };
  const result = await page(reads, viewerUid, before, read, { sees: 'feed' });
  return { ...result, next: result.next === null ? null : `${result.next}:${first}` };
}

export function everybodyPage(reads: FeedReads, viewerUid: string, before: string | null): Promise<TextPage> {
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
): Promise<TextPage> {
  const { clubHeads } = reads;
  const read: ReadStretch = (id) =>
    fromHead(
      id,
      async () => stretchOf(await clubHeads.head(club)),
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
): Promise<TextPage> {
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
async function timelineStretch(reads: FeedReads, uid: string, before: string): Promise<Stretch> {
  const { heads } = reads;
  const head = await heads.timeline(uid);
  if (before === lastId && head.storedFrom === null && !(await hasExclusions(reads, uid)))
    return mergedHead(head, await all(head.mergedAuthors.flatMap((author) => headsOf(reads, author))));
  const own = await withOlder(
    reads,
    uid,
    before,
    coveredBy(head, before) ? { ...head, ...after(head, before) } : await heads.readTimeline(uid, before),
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

const mergedHeads = new WeakMap<TimelineHead, { others: readonly Stretch[]; result: Stretch }>();

// The result is memoized while the cached heads are the same objects.
function mergedHead(head: TimelineHead, others: readonly Stretch[]): Stretch {
  const cached = mergedHeads.get(head);
  if (cached?.others.length === others.length && cached.others.every((other, i) => other === others[i]))
    return cached.result;
  const result = { ...merge([{ entries: head.entries, complete: head.complete }, ...others]), isOwn: true };
  mergedHeads.set(head, { others, result });
  return result;
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

function headsOf({ heads }: FeedReads, author: string): MaybePromise<Stretch>[] {
  return [heads.author(author), heads.reposts(author)];
}

async function mergedAtRead(
  { heads }: FeedReads,
  authors: readonly string[],
  before: string,
): Promise<readonly Stretch[]> {
  return Promise.all(
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

async function withoutPostsRepostedSince(
  reads: FeedReads,
  uid: string,
  { entries, complete, reach }: Stretch,
  top: string,
): Promise<Stretch> {
  const postIds = entries.map((entry) => entry.postId);
  const { mergedAuthors } = await reads.heads.timeline(uid);
  const [entriesOfReposts, reposts] = await Promise.all([
    findRepostEntries(reads.db, uid, postIds, top),
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
export async function fromHead(
  before: string,
  head: () => MaybePromise<Stretch>,
  read: ReadStretch,
): Promise<Stretch> {
  const cached = await head();
  return coveredBy(cached, before) ? after(cached, before) : read(before);
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
  const isPartial = isLeftOut !== undefined || stretches.some(({ reach }) => reach !== undefined);
  return {
    entries,
    complete: stretches.every((s) => s.complete),
    reach: isPartial ? oldestReached : undefined,
  };
}

// A viewer who mutes nearly everybody must not scan all posts in one request: the next page continues.
const stretchesPerPage = 25;

// Older posts fill the gaps that deleted, hidden and muted ones leave: only the last page is short.
async function page(
  reads: FeedReads,
  viewerUid: string,
  before: string | null,
  read: ReadStretch,
  {
    size = limits.feedPage,
    posts,
    sees,
    ofAuthors,
    maxStretches = stretchesPerPage,
  }: {
    size?: number;
    posts?: PostCache;
    sees: Sees;
    ofAuthors?: (author: Profile) => boolean;
    maxStretches?: number;
  },
): Promise<TextPage> {
  const items: string[] = [];
  let joined: string | undefined;
  let from = before ?? lastId;
  for (let stretchesRead = 1; ; stretchesRead++) {
    const stretch = await read(from);
    const { entries, complete, reach } = stretch;
    for (let i = 0; i < entries.length;) {
      const missing = size - items.length;
      const batch = i === 0 ? topOf(stretch, missing) : { refs: entries.slice(i, i + missing) };
      const { texts, joined: joinedTexts } = await postTexts(reads, viewerUid, batch, {
        posts,
        sees,
        ofAuthors,
      });
      i += batch.refs.length;
      from = entries[i - 1]?.entryId ?? from;
      for (const text of texts) if (text !== null) items.push(text);
      joined = items.length === texts.length ? (joinedTexts ?? undefined) : undefined;
      if (items.length === size)
        return { items, joined, next: i === entries.length && complete ? null : from };
    }
    if (complete || (entries.length === 0 && reach === undefined)) return { items, joined, next: null };
    from = reach ?? from;
    if (stretchesRead === maxStretches) return { items, joined, next: from };
  }
}

function topOf(stretch: Stretch, size: number): PostList {
  const length = Math.min(size, stretch.entries.length);
  if (stretch.top?.refs.length !== length)
    stretch.top = { refs: stretch.entries.slice(0, length), places: null, isOwn: stretch.isOwn ?? false };
  return stretch.top;
}
