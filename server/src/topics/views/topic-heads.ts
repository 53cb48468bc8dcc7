import { firstCountedDay } from '../../../../contract/src/rules/texts/topic-days.ts';
import type { Bus } from '../../kernel/bus.ts';
import { lastId } from '../../kernel/ids.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findTagPosts, tagPostsAtOnce } from '../store/tag-posts.ts';
import { findTagDays, type TagDay } from '../store/tag-uses.ts';
import { findTag } from '../store/tags.ts';

/** Newest first. `complete`: nothing older follows. */
export type TopicPosts = { readonly ids: readonly string[]; readonly complete: boolean };

/** `display` is null while nobody has used the topic. */
export type TopicHead = TopicPosts & {
  readonly display: string | null;
  readonly hidden: boolean;
  readonly days: readonly TagDay[];
};

export type TopicCounts = { posts7d: number; people7d: number };

const nothing: TopicHead = { display: null, hidden: false, days: [], ids: [], complete: true };

export class TopicHeads {
  readonly #db: Database;
  readonly #heads: BatchCache<TopicHead>;

  constructor(db: Database, bus: Bus) {
    this.#db = db;
    this.#heads = new BatchCache({
      max: 2_000,
      ttl: 30_000,
      load: oneByOne((tag) => this.#read(tag)),
    });
    bus.attachCache('topics', this.#heads);
  }

  async head(tag: string): Promise<TopicHead> {
    return (await this.#heads.get(tag)) ?? nothing;
  }

  async readPosts(tag: string, before: string): Promise<TopicPosts> {
    const ids = await findTagPosts(this.#db, tag, before);
    return { ids, complete: ids.length < tagPostsAtOnce };
  }

  async #read(tag: string): Promise<TopicHead> {
    const [row, days, posts] = await Promise.all([
      findTag(this.#db, tag),
      findTagDays(this.#db, tag),
      this.readPosts(tag, lastId),
    ]);
    return { display: row?.display ?? null, hidden: row?.hidden ?? false, days, ...posts };
  }
}

export function countsOf({ days }: TopicHead, now: Date): TopicCounts {
  const first = firstCountedDay(now);
  const recentDays = days.filter(({ day }) => day >= first);
  const sum = (count: (day: TagDay) => number) => recentDays.reduce((total, day) => total + count(day), 0);
  return { posts7d: sum(({ posts }) => posts), people7d: sum(({ latest }) => latest) };
}

export function displayOf(tag: string, { display }: TopicHead): string {
  return display ?? tag;
}
