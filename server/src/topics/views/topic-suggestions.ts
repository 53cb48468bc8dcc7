import type { Output } from '../../../../contract/src/calls/all.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { firstCountedDay } from '../../../../contract/src/rules/texts/topic-days.ts';
import { exclusionsOf } from '../../people/views/exclusions.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { countTagPeople, findMostUsedTags } from '../store/tag-uses.ts';
import { findTagsByPrefix } from '../store/tags.ts';

export type SuggestedTopic = Output<'suggestTags'>['items'][number];

type Topics = readonly SuggestedTopic[];

export type TopicReads = PeopleReads & { readonly topicSuggestions: TopicSuggestions };

/** More than are shown: a viewer's muted words may leave some out. */
const candidates = 20;
const dayMs = 86_400_000;
const all = '';

/**
 * In milliseconds. A hidden topic is no longer suggested after a minute, although one cache is filled from
 * the other and both look at the clock once a second.
 */
const keptMs = 29_000;

/** Most people first. Both queries read every shard, so their results are cached. */
export class TopicSuggestions {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #mostUsed: BatchCache<Topics>;
  readonly #byPrefix: BatchCache<Topics>;

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
    this.#mostUsed = cache(1, () => this.#readMostUsed());
    this.#byPrefix = cache(1_000, (prefix) => this.#read(prefix));
  }

  async ofPrefix(prefix: string): Promise<Topics> {
    return (await this.#byPrefix.get(prefix)) ?? [];
  }

  // The most used topics include the popular ones of every prefix; the first of the prefix fill the rest.
  async #read(prefix: string): Promise<Topics> {
    const since = new Date(this.#now().getTime() - limits.topicUsedDays * dayMs);
    const [mostUsed = [], rows] = await Promise.all([
      this.#mostUsed.get(all),
      findTagsByPrefix(this.#db, prefix, since),
    ]);
    const popular = mostUsed.filter(({ tag }) => tag.startsWith(prefix));
    const popularTags = new Set(popular.map(({ tag }) => tag));
    const others = rows.filter(({ tag }) => !popularTags.has(tag));
    const counts = await countTagPeople(
      this.#db,
      others.map(({ tag }) => tag),
      firstCountedDay(this.#now()),
    );
    const people = new Map(counts.map((count) => [count.tag, count.people]));
    return [
      ...popular,
      ...others.map(({ tag, display }) => ({ tag, display, people7d: people.get(tag) ?? 0 })),
    ]
      .sort((a, b) => b.people7d - a.people7d || (a.tag < b.tag ? -1 : 1))
      .slice(0, candidates);
  }

  async #readMostUsed(): Promise<Topics> {
    const rows = await findMostUsedTags(this.#db, firstCountedDay(this.#now()));
    return rows.map(({ tag, display, people }) => ({ tag, display, people7d: people }));
  }
}

export async function suggestedTopics(
  reads: TopicReads,
  viewerUid: string,
  prefix: string,
): Promise<SuggestedTopic[]> {
  const [topics, { words }] = await Promise.all([
    reads.topicSuggestions.ofPrefix(prefix),
    exclusionsOf(reads, viewerUid, []),
  ]);
  return topics.filter(({ tag }) => !words?.(`#${tag}`)).slice(0, limits.topicSuggestions);
}

function cache(max: number, read: (key: string) => Promise<Topics>): BatchCache<Topics> {
  return new BatchCache({
    max,
    ttl: keptMs,
    load: oneByOne(read),
  });
}
