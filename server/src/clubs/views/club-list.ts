import { createHash } from 'node:crypto';

import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import type { Bus } from '../../kernel/bus.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findClubCounts, findClubs } from '../store/clubs.ts';

type Clubs = {
  readonly bySlug: ReadonlyMap<string, Club>;
  readonly members: ReadonlyMap<string, number>;
  readonly answer: { readonly json: string; readonly etag: string };
};

export class ClubList {
  readonly #all: BatchCache<Clubs>;

  constructor(db: Database, bus: Bus) {
    this.#all = new BatchCache({
      max: 1,
      ttl: 60_000,
      load: async () => new Map([['all', await readClubs(db)]]),
    });
    const clear = () => this.#all.clear();
    bus.onStale('clubs', clear, clear);
  }

  async find(slug: string): Promise<Club | null> {
    return (await this.#get()).bySlug.get(slug) ?? null;
  }

  async bySlug(): Promise<ReadonlyMap<string, Club>> {
    return (await this.#get()).bySlug;
  }

  async membersOf(slug: string): Promise<number> {
    return (await this.#get()).members.get(slug) ?? 0;
  }

  async answer(): Promise<Clubs['answer']> {
    return (await this.#get()).answer;
  }

  async #get(): Promise<Clubs> {
    return (await this.#all.get('all')) ?? none;
  }
}

const none: Clubs = { bySlug: new Map(), members: new Map(), answer: answerOf([], []) };

async function readClubs(db: Database): Promise<Clubs> {
  const [rows, members] = await Promise.all([findClubs(db), findClubCounts(db)]);
  const clubs = rows.map(({ club }) => club);
  return {
    bySlug: new Map(clubs.map((club) => [club.slug, club])),
    members,
    answer: answerOf(clubs, popular(clubs, members)),
  };
}

// Most fans first; clubs without any follow in the order of the list.
function popular(clubs: readonly Club[], members: ReadonlyMap<string, number>): string[] {
  return clubs
    .filter(({ active, division }) => active && division !== 'otro')
    .toSorted((a, b) => (members.get(b.slug) ?? 0) - (members.get(a.slug) ?? 0))
    .slice(0, limits.popularClubs)
    .map(({ slug }) => slug);
}

function answerOf(items: readonly Club[], popularClubs: readonly string[]): Clubs['answer'] {
  const digest = (value: unknown) =>
    createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
  const version = digest(items);
  return {
    json: bytesOf(JSON.stringify({ version, items, popular: popularClubs })),
    etag: `"${digest([version, popularClubs])}"`,
  };
}
