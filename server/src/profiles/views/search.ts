import { limits } from '../../../../contract/src/rules/limits.ts';
import { foldName, searchQuery } from '../../../../contract/src/rules/search.ts';
import type { Bus } from '../../kernel/bus.ts';
import { firstId } from '../../kernel/ids.ts';
import { isBlocked, exclusionsOf } from '../../people/views/exclusions.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { type ProfileCache, profileText } from '../../people/views/profiles.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { matchEmails, searchEmails, searchHandles, searchNames, searchRows } from '../store/search.ts';

/** `after` is the last handle, e-mail address or uid. Addresses are secret: seal the cursor. */
export type SearchPlace = { part: 'handle' | 'email' | 'name'; after: string };

// Bounds the work of a page when thousands of matches are hidden: the next page continues.
const queriesPerPage = 20;

type Match = { uid: string; place: SearchPlace };

/** The first matches of a query, for all viewers, and where the next ones begin. */
type Matches = { readonly matches: readonly Match[]; readonly next: SearchPlace | null };

export type SearchCache = BatchCache<Matches>;

const beginning: SearchPlace = { part: 'handle', after: '' };
const parts = 3;

const slots = 4_000;
const matchesPerSlot = 10;

/** Any change of a name or a handle clears the cache, since it may concern any query. */
export function createSearchCache(db: Database, bus: Bus, profiles: ProfileCache): SearchCache {
  const cache: SearchCache = new BatchCache({
    max: slots,
    sizeOf: ({ matches }) => 1 + Math.floor(matches.length / matchesPerSlot),
    ttl: 60_000,
    load: oneByOne((query) => firstMatches({ db, profiles }, query)),
  });
  const clear = () => cache.clear();
  bus.onStale('searches', clear, clear);
  return cache;
}

/**
 * Without repeats: first by the start of the handle, then of the e-mail address, then by any part of the
 * name. E-mail addresses are never shown and need three letters.
 */
export async function searchPage(
  reads: PeopleReads & { readonly searches: SearchCache },
  viewerUid: string,
  input: string,
  from: SearchPlace | null,
): Promise<{ items: string[]; next: SearchPlace | null }> {
  const query = searchQuery(input);
  const items: string[] = [];
  // A lone accent or variation selector folds to nothing, which is part of every name.
  if (foldName(query).trim() === '') return { items, next: null };
  const first = from === null ? await reads.searches.get(query) : undefined;
  let place: SearchPlace | null = from ?? beginning;
  for (let queries = 0; place !== null && queries < queriesPerPage; queries++) {
    const { matches, next }: Matches =
      place === beginning && first ? first : await findPart(reads, query, place);
    const uids = matches.map(({ uid }) => uid);
    const [profiles, exclusions] = await Promise.all([
      reads.profiles.getMany(uids),
      exclusionsOf(reads, viewerUid, uids),
    ]);
    for (const [i, { uid, place: here }] of matches.entries()) {
      const cached = profiles.get(uid);
      if (cached && !cached.hidden && !isBlocked(exclusions, uid)) items.push(profileText(cached));
      if (items.length === limits.searchPage) {
        return { items, next: i === matches.length - 1 ? next : here };
      }
    }
    place = next;
  }
  return { items, next: place };
}

type Index = Pick<PeopleReads, 'db' | 'profiles'>;

async function firstMatches(index: Index, query: string): Promise<Matches> {
  const matches: Match[] = [];
  let next: SearchPlace | null = beginning;
  for (let n = 0; n < parts && next !== null && matches.length <= limits.searchPage; n++) {
    const part: Matches = await findPart(index, query, next);
    matches.push(...part.matches);
    next = part.next;
  }
  return { matches, next };
}

async function findPart(reads: Index, query: string, { part, after }: SearchPlace): Promise<Matches> {
  const byEmail = query.length >= limits.emailSearchMin;
  const afterEmails = { part: 'name', after: firstId } as const;
  if (part === 'handle') {
    const rows = await searchHandles(reads.db, query, after);
    const matches = rows.map(({ uid, handle }) => ({ uid, place: { part, after: handle } }));
    return { matches, next: nextPlace(matches, byEmail ? { part: 'email', after: '' } : afterEmails) };
  }
  if (part === 'email') {
    const rows = await searchEmails(reads.db, query, after);
    const all = rows.map(({ uid, email }) => ({ uid, place: { part, after: email } }));
    return { matches: await withoutHandle(reads, all, query), next: nextPlace(all, afterEmails) };
  }
  const uids = await searchNames(reads.db, foldName(query), after);
  const all = uids.map((uid) => ({ uid, place: { part, after: uid } }));
  const emailMatches = byEmail ? await matchEmails(reads.db, uids, query) : new Set<string>();
  const matches = all.filter(({ uid }) => !emailMatches.has(uid));
  return { matches: await withoutHandle(reads, matches, query), next: nextPlace(all, null) };
}

async function withoutHandle({ profiles }: Index, all: readonly Match[], prefix: string): Promise<Match[]> {
  const cached = await profiles.getMany(all.map(({ uid }) => uid));
  return all.filter(({ uid }) => !cached.get(uid)?.profile.handle.startsWith(prefix));
}

function nextPlace(all: readonly Match[], nextPart: SearchPlace | null): SearchPlace | null {
  return all.length < searchRows ? nextPart : (all.at(-1)?.place ?? null);
}
