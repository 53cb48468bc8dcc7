import type { Bus } from '../../kernel/bus.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findHotPosts, findSuggestedPeople, type SuggestedPerson } from '../store/suggestions.ts';

/** The candidates that the job ranked, the same for all viewers. */
export class SuggestionLists {
  readonly #people: BatchCache<SuggestedPerson[]>;
  readonly #posts: BatchCache<string[]>;

  constructor(db: Database, bus: Bus) {
    this.#people = only(() => findSuggestedPeople(db));
    this.#posts = only(() => findHotPosts(db));
    const clear = () => {
      this.#people.clear();
      this.#posts.clear();
    };
    bus.onStale('suggestions', clear, clear);
  }

  async people(): Promise<readonly SuggestedPerson[]> {
    return (await this.#people.get('all')) ?? [];
  }

  async posts(): Promise<readonly string[]> {
    return (await this.#posts.get('all')) ?? [];
  }
}

function only<V extends object>(read: () => Promise<V>): BatchCache<V> {
  return new BatchCache({
    max: 1,
    ttl: 60_000,
    load: async () => new Map<string, V>([['all', await read()]]),
  });
}
