import { limits } from '../../../contract/src/rules/limits.ts';
import { firstId, lastId } from '../platform/ids.ts';
import { findFollowees } from '../store/follows.ts';
import { findLatestPostIds, findPostIdsByOwners } from '../store/posts.ts';
import { findRepostsBy } from '../store/reposts.ts';
import { findRepostEntries, type TimelineEntry } from '../store/timeline.ts';
import { type Stretch, stretch } from './feed-heads.ts';
import type { PostCache } from './post-cache.ts';
import { postTexts } from './posts.ts';
import type { Reads } from './reads.ts';

/** A page as JSON texts of its items, and the id after which the next one begins; null at the end. */
export type TextPage = { items: string[]; next: string | null };

type ReadStretch = (before: string) => Promise<Stretch>;

/**
 * A page of 'Siguiendo', newest first: from the top, or after the place that `next` of the page before names. A post
 * that reposts brought several times comes where it is newest, once in all pages of one reading (A25).
 */
export async function followingPage(
  reads: Reads,
  viewerUid: string,
  place: string | null,
): Promise<TextPage> {
  // The place carries the first entry of the first page: what came above it later does not count.
  const [before = null, top = null] = place?.split(':') ?? [];
  let first = top;
  const read: ReadStretch = async (id) => {
    const found = await timelineStretch(reads, viewerUid, id);
    first ??= found.entries[0]?.entryId ?? null;
    return id === lastId || first === null ? found : withoutBrought(reads, viewerUid, found, first);
  };
  const { items, next } = await page(reads, viewerUid, before, read);
  return { items, next: next === null ? null : `${next}:${first}` };
}

/** A page of 'Para vos': the posts of everybody, newest first. */
export function everybodyPage(reads: Reads, viewerUid: string, before: string | null): Promise<TextPage> {
  return page(reads, viewerUid, before, (id) =>
    fromHead(
      id,
      () => reads.heads.latest(),
      (b) => reads.heads.readLatest(b),
    ),
  );
}

/** A page of a list of posts that `read` reads. */
export function listPage(
  reads: Reads,
  viewerUid: string,
  before: string | null,
  read: ReadStretch,
  size: number,
): Promise<TextPage> {
  return page(reads, viewerUid, before, read, { size });
}

/** Both tabs without the read model: the posts of the people one follows in groups of ten, or of everybody. */
export async function fallbackPage(
  reads: Reads,
  viewerUid: string,
  tab: 'siguiendo' | 'paraVos',
  before: string | null,
): Promise<TextPage> {
  const read: ReadStretch =
    tab === 'paraVos'
      ? async (id) => stretch(await findLatestPostIds(reads.db, id, 'posts'))
      : followedPosts(reads, [...(await findFollowees(reads.db, viewerUid)), viewerUid]);
  return page(reads, viewerUid, before, read, { posts: reads.fullPosts });
}

// The timeline, with the posts of the followed authors that are merged only when it is read.
async function timelineStretch(reads: Reads, viewerUid: string, before: string): Promise<Stretch> {
  const { heads } = reads;
  const head = await heads.timeline(viewerUid);
  const own = coveredBy(head, before) ? after(head, before) : await heads.readTimeline(viewerUid, before);
  if (head.followed.length === 0) return merge([own]);
  const others = await Promise.all(
    head.followed.flatMap((author) => [
      fromHead(
        before,
        () => heads.author(author),
        (b) => heads.readAuthor(author, b),
      ),
      fromHead(
        before,
        () => heads.reposts(author),
        (b) => heads.readReposts(author, b),
      ),
    ]),
  );
  return merge([own, ...others]);
}

// Without the entries whose post a repost brought further up already, between them and `top`.
async function withoutBrought(
  reads: Reads,
  viewerUid: string,
  { entries, complete }: Stretch,
  top: string,
): Promise<Stretch> {
  const postIds = entries.map((entry) => entry.postId);
  const { followed } = await reads.heads.timeline(viewerUid);
  const brought = await Promise.all([
    findRepostEntries(reads.db, viewerUid, postIds, top),
    findRepostsBy(reads.db, followed, postIds, top),
  ]);
  const newest = new Map<string, string>();
  for (const { entryId, postId } of brought.flat()) {
    if (entryId > (newest.get(postId) ?? firstId)) newest.set(postId, entryId);
  }
  const kept = entries.filter(({ entryId, postId }) => (newest.get(postId) ?? firstId) <= entryId);
  // An empty stretch would read as the end of the list.
  const last = entries.at(-1);
  return kept.length > 0 || complete || !last
    ? { entries: kept, complete }
    : withoutBrought(reads, viewerUid, await timelineStretch(reads, viewerUid, last.entryId), top);
}

function followedPosts(reads: Reads, owners: readonly string[]): ReadStretch {
  return async (before) => {
    const stretches: Stretch[] = [];
    for (let i = 0; i < owners.length; i += 10) {
      stretches.push(stretch(await findPostIdsByOwners(reads.db, owners.slice(i, i + 10), before), 21));
    }
    return merge(stretches);
  };
}

/** Reads a stretch before an id: from the cached head as far as it reaches, then from the database. */
export async function fromHead(
  before: string,
  head: () => Promise<Stretch>,
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

/** Merges stretches by time. It reaches as far back as every one of them does; each post once, where it is newest. */
export function merge(all: readonly Stretch[]): Stretch {
  // An author who has written nothing, as the official one at first, costs nothing.
  const stretches = all.filter((s) => s.entries.length > 0 || !s.complete);
  let bound = firstId;
  for (const { entries, complete } of stretches) {
    const oldest = entries.at(-1);
    if (!complete && oldest && oldest.entryId > bound) bound = oldest.entryId;
  }
  const seen = new Set<string>();
  const entries: TimelineEntry[] = [];
  const [only, ...others] = stretches;
  const sorted =
    only && others.length === 0
      ? only.entries
      : stretches.flatMap((s) => s.entries).sort((a, b) => (a.entryId < b.entryId ? 1 : -1));
  for (const entry of sorted) {
    if (entry.entryId < bound || seen.has(entry.postId)) continue;
    seen.add(entry.postId);
    entries.push(entry);
  }
  return { entries, complete: stretches.every((s) => s.complete) };
}

// Deleted and hidden posts leave gaps, which the posts after them fill: a page is short only at the end.
async function page(
  reads: Reads,
  viewerUid: string,
  before: string | null,
  read: ReadStretch,
  { size = limits.feedPage, posts = reads.posts }: { size?: number; posts?: PostCache } = {},
): Promise<TextPage> {
  const items: string[] = [];
  let from = before ?? lastId;
  for (;;) {
    const { entries, complete } = await read(from);
    for (let i = 0; i < entries.length;) {
      const wanted = entries.slice(i, i + size - items.length);
      for (const text of await postTexts(reads, viewerUid, wanted, posts))
        if (text !== null) items.push(text);
      i += wanted.length;
      from = wanted.at(-1)?.entryId ?? from;
      if (items.length === size) {
        const last = i === entries.length && complete;
        return { items, next: last ? null : from };
      }
    }
    if (complete || entries.length === 0) return { items, next: null };
  }
}
