import type { Bus } from '../../kernel/bus.ts';
import type { TimelineEntry } from '../../kernel/facts.ts';
import { lastId } from '../../kernel/ids.ts';
import { findMergedAtRead } from '../../people/store/users.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import { andThen, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { Snapshot } from '../../platform/concurrency/sieve-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  findLatestHead,
  findLatestPostIds,
  findUserPostIds,
  latestAtHead,
} from '../../posts/store/post-lists.ts';
import { findUserReposts } from '../../posts/store/reposts.ts';
import type { PostList } from '../../posts/views/hydrate-posts.ts';
import { findTimeline, timelinePage } from '../store/timeline.ts';

/**
 * Newest first. `complete`: nothing older follows. `reach`: the oldest entry that was considered, if it is
 * not the last of `entries`.
 */
export type Stretch = {
  readonly entries: readonly TimelineEntry[];
  readonly complete: boolean;
  readonly reach?: string | undefined;
  /** Only one viewer reads it. */
  readonly isOwn?: boolean;
  /** The first page, with what was found for it. Undefined until it is read; null: nothing is kept. */
  top?: PostList | null | undefined;
};

/** `storedFrom`: the oldest entry that the timeline stores; null when it stores all. */
export type TimelineHead = Stretch & {
  readonly mergedAuthors: readonly string[];
  readonly storedFrom: string | null;
  /** The head with those of `mergedAuthors`. */
  merged?: Merged;
  wasRead?: boolean;
  /** New entries, which join `entries` when the head is read. */
  added?: TimelineEntry[];
};

/** Kept while the heads that it was made of, posts and reposts of each author, are the same in their caches. */
type Merged = {
  readonly posts: Snapshot<Stretch>;
  readonly reposts: Snapshot<Stretch>;
  readonly result: Stretch;
};

const idsPerQuery = 41;

export class FeedHeads {
  readonly #db: Database;
  readonly #timelines: BatchCache<TimelineHead>;
  readonly #authors: BatchCache<Stretch>;
  readonly #reposts: BatchCache<Stretch>;
  readonly #latest: BatchCache<Stretch>;
  readonly #mergedAuthors: BatchCache<string[]>;

  constructor(db: Database, bus: Bus) {
    this.#db = db;
    this.#timelines = new BatchCache({
      max: 5_000,
      ttl: 30_000,
      isSame: isSameTimeline,
      load: oneByOne((reader) => this.readTimeline(reader, lastId)),
    });
    this.#authors = new BatchCache({
      max: 5_000,
      ttl: 30_000,
      isSame: isSameStretch,
      load: oneByOne((author) => this.readAuthor(author, lastId)),
    });
    this.#reposts = new BatchCache({
      max: 1_000,
      ttl: 30_000,
      isSame: isSameStretch,
      load: oneByOne((uid) => this.readReposts(uid, lastId)),
    });
    this.#latest = new BatchCache({
      max: 1,
      ttl: 2_000,
      load: oneByOne(async () => stretch(await findLatestHead(db), latestAtHead)),
    });
    this.#mergedAuthors = new BatchCache({
      max: 1,
      ttl: 30_000,
      load: oneByOne(() => findMergedAtRead(db)),
    });
    bus.onStale(
      'timelines',
      ({ readers, added }, isOwn) => {
        if (readers === 'all') this.#timelines.clear();
        // Entries from another process may arrive after a later removal, so these timelines are read again.
        else if (!added || !isOwn) this.#timelines.forgetAll(readers);
        else for (const reader of readers) this.#timelines.update(reader, (head) => addEntries(head, added));
      },
      () => this.#timelines.clear(),
    );
    bus.attachCache('authorPosts', this.#authors);
    bus.attachCache('reposts', this.#reposts);
    const invalidateMerged = () => this.#mergedAuthors.forget('merged');
    bus.onStale('mergedAuthors', invalidateMerged, invalidateMerged);
    bus.onStale(
      'latestPosts',
      (postId) => this.#latest.update('latest', (stretch) => withPost(stretch, postId)),
      () => this.#latest.clear(),
    );
  }

  timeline(reader: string): MaybePromise<TimelineHead> {
    return andThen(this.#timelines.get(reader), (head) =>
      head ? this.#withAdded(reader, head) : { ...empty, mergedAuthors: [], storedFrom: null },
    );
  }

  #withAdded(reader: string, head: TimelineHead): TimelineHead {
    if (!head.added) return head;
    const whole = withEntries(head, head.added);
    this.#timelines.update(reader, (cached) => (cached === head ? whole : cached));
    return whole;
  }

  /** Undefined when it must be merged again. */
  merged({ merged }: TimelineHead): Stretch | undefined {
    return merged && this.#authors.holds(merged.posts) && this.#reposts.holds(merged.reposts)
      ? merged.result
      : undefined;
  }

  /**
   * Kept from the second reading on: in a burst most heads change before they are read again.
   *
   * @param made `posts` and `reposts`: those of `mergedAuthors`, in their order
   */
  keepMerged(
    head: TimelineHead,
    { posts, reposts, result }: Record<'posts' | 'reposts', readonly Stretch[]> & { result: Stretch },
  ): void {
    if (!head.wasRead) {
      head.wasRead = true;
      return;
    }
    const postPlaces = this.#authors.entriesOf(head.mergedAuthors);
    const repostPlaces = this.#reposts.entriesOf(head.mergedAuthors);
    if (!postPlaces || !repostPlaces) return;
    result.top = undefined;
    head.merged = {
      posts: new Snapshot(postPlaces, posts),
      reposts: new Snapshot(repostPlaces, reposts),
      result,
    };
  }

  author(uid: string): MaybePromise<Stretch> {
    return orEmpty(this.#authors.get(uid));
  }

  reposts(uid: string): MaybePromise<Stretch> {
    return orEmpty(this.#reposts.get(uid));
  }

  latest(): MaybePromise<Stretch> {
    return orEmpty(this.#latest.get('latest'));
  }

  async readTimeline(reader: string, before: string): Promise<TimelineHead> {
    const mergedAtRead = (await this.#mergedAuthors.get('merged')) ?? [];
    const { entries, mergedAuthors, storedFrom } = await findTimeline(this.#db, reader, before, mergedAtRead);
    return { entries, complete: entries.length < timelinePage, mergedAuthors, storedFrom };
  }

  async readAuthor(uid: string, before: string): Promise<Stretch> {
    return stretch(await findUserPostIds(this.#db, uid, before));
  }

  async readReposts(uid: string, before: string): Promise<Stretch> {
    const reposts = await findUserReposts(this.#db, uid, before);
    const entries = reposts.map(({ entryId, postId }) => ({ entryId, postId, reposterUid: uid }));
    return { entries, complete: entries.length < idsPerQuery };
  }

  async readLatest(before: string): Promise<Stretch> {
    return stretch(await findLatestPostIds(this.#db, before, 'summaries'));
  }
}

function isSameStretch(one: Stretch, other: Stretch): boolean {
  return (
    one.complete === other.complete &&
    one.entries.length === other.entries.length &&
    one.entries.every(({ entryId, postId, reposterUid }, i) => {
      const entry = other.entries[i];
      return entryId === entry?.entryId && postId === entry.postId && reposterUid === entry.reposterUid;
    })
  );
}

function isSameTimeline(one: TimelineHead, other: TimelineHead): boolean {
  return (
    !one.added &&
    one.storedFrom === other.storedFrom &&
    one.mergedAuthors.join() === other.mergedAuthors.join() &&
    isSameStretch(one, other)
  );
}

const empty: Stretch = { entries: [], complete: true };

function orEmpty(head: MaybePromise<Stretch | undefined>): MaybePromise<Stretch> {
  return andThen(head, (read) => read ?? empty);
}

export function stretch(ids: readonly string[], limit = idsPerQuery): Stretch {
  return { entries: ids.map(entryOf), complete: ids.length < limit };
}

const stretches = new WeakMap<object, Stretch>();

/** The stretch is made once per list, since nearly all are read often. */
export function stretchOf(list: { readonly ids: readonly string[]; readonly complete: boolean }): Stretch {
  const stretch = stretches.get(list) ?? { entries: list.ids.map(entryOf), complete: list.complete };
  stretches.set(list, stretch);
  return stretch;
}

function entryOf(postId: string): TimelineEntry {
  return { entryId: postId, postId, reposterUid: null };
}

/** Most heads change many times between two reads during a burst, so they are merged when they are read. */
function addEntries(head: TimelineHead, newEntries: readonly TimelineEntry[]): TimelineHead {
  const { added } = head;
  if (!added) head.added = [...newEntries];
  else if (added.length < timelinePage) added.push(...newEntries);
  else return withEntries(head, [...added, ...newEntries]);
  return head;
}

// Without what was made of the old entries.
function withEntries(head: TimelineHead, newEntries: readonly TimelineEntry[]): TimelineHead {
  const { mergedAuthors, storedFrom } = head;
  const isStored = ({ entryId }: TimelineEntry) => storedFrom === null || entryId >= storedFrom;
  const entries = newestOf(newEntries.filter(isStored).sort(newestFirst), head.entries, timelinePage);
  return { entries, complete: head.complete && entries.length < timelinePage, mergedAuthors, storedFrom };
}

/** The first `count` entries of two sorted lists, each once. */
function newestOf(
  some: readonly TimelineEntry[],
  others: readonly TimelineEntry[],
  count: number,
): TimelineEntry[] {
  const newest: TimelineEntry[] = [];
  for (let i = 0, j = 0; newest.length < count;) {
    const one = some[i];
    const other = others[j];
    const isFirst = other === undefined || (one !== undefined && one.entryId > other.entryId);
    const next = isFirst ? one : other;
    if (next === undefined) break;
    if (isFirst) i++;
    else j++;
    if (next.entryId !== newest.at(-1)?.entryId) newest.push(next);
  }
  return newest;
}

function newestFirst(a: TimelineEntry, b: TimelineEntry): number {
  return a.entryId < b.entryId ? 1 : -1;
}

function withPost(head: Stretch, postId: string): Stretch {
  const entries = [entryOf(postId), ...head.entries.filter((entry) => entry.postId !== postId)]
    .sort((a, b) => (a.entryId < b.entryId ? 1 : -1))
    .slice(0, latestAtHead);
  return { entries, complete: head.complete && head.entries.length < latestAtHead };
}
