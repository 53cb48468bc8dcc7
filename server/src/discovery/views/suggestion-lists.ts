import type { Bus } from '../../kernel/bus.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  findClubSuggestions,
  findHotPosts,
  findSuggestedPeople,
  type SuggestedPerson,
} from '../store/suggestions.ts';

const ttl = 60_000;

export class SuggestionLists {
  readonly #people: BatchCache<SuggestedPerson[]>;
  readonly #posts: BatchCache<string[]>;
  readonly #fans: BatchCache<string[]>;

  constructor(db: Database, bus: Bus) {
    this.#people = singleCache(() => findSuggestedPeople(db));
    this.#posts = singleCache(() => findHotPosts(db));
    this.#fans = new BatchCache({ max: 200, ttl, load: (clubs) => findClubSuggestions(db, clubs) });
    const clear = () => {
      this.#people.clear();
      this.#posts.clear();
      this.#fans.clear();
    };
    bus.onStale('suggestions', clear, clear);
  }

  async people(): Promise<readonly SuggestedPerson[]> {
    return (await this.#people.get('all')) ?? [];
  }

  async fans(club: string): Promise<readonly string[]> {
    return (await this.#fans.get(club)) ?? [];
  }

  async posts(): Promise<readonly string[]> {
    return (await this.#posts.get('all')) ?? [];
  }
}

function singleCache<V extends object>(read: () => Promise<V>): BatchCache<V> {
  return new BatchCache({
    max: 1,
    ttl,
    load: async () => new Map<string, V>([['all', await read()]]),
  });
}
