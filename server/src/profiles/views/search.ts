import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { foldName, searchQuery } from '../../../../contract/src/rules/search.ts';
import type { Bus } from '../../kernel/bus.ts';
import { firstId } from '../../kernel/ids.ts';
import { type Stretch, visiblePage } from '../../kernel/visible-page.ts';
import { isBlocked } from '../../people/views/exclusions.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { type ProfileCache, profileText } from '../../people/views/profiles.ts';
import { visibleProfiles } from '../../people/views/visible-profiles.ts';
import { BatchCache, oneByOne } from '../../platform/concurrency/batch-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { matchEmails, searchEmails, searchHandles, searchNames, searchRows } from '../store/search.ts';

/** `after` is the last handle, e-mail address or uid. Addresses are secret: seal the cursor. */
export type SearchPlace = { part: 'handle' | 'email' | 'name'; after: string };

type Match = { uid: string; place: SearchPlace };

/** The first matches of a query, for all viewers, and where the next ones begin. */
type Matches = Stretch<Match, SearchPlace>;

export type SearchCache = BatchCache<Matches>;

const beginning: SearchPlace = { part: 'handle', after: '' };
const parts = 3;

const slots = 4_000;
const matchesPerSlot = 10;

/** Any change of a name or a handle clears the cache, since it may concern any query. */
export function createSearchCache(db: Database, bus: Bus, profiles: ProfileCache): SearchCache {
  const cache: SearchCache = new BatchCache({
    max: slots,
    sizeOf: ({ rows }) => 1 + Math.floor(rows.length / matchesPerSlot),
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
  // A lone accent or variation selector folds to nothing, which is part of every name.
  if (foldName(query).trim() === '') return { items: [], next: null };
  const { items, next } = await visiblePage({
    from: from ?? beginning,
    size: limits.searchPage,
    maxStretches: 20,
    read: async (place) => {
      const first = place === beginning ? await reads.searches.get(query) : undefined;
      return first ?? (await findPart(reads, query, place));
    },
    placeOf: ({ place }) => place,
    show: (matches) => visibleProfiles(reads, viewerUid, matches, isBlocked),
  });
  return { items: items.map(profileText), next };
}

type Index = Pick<PeopleReads, 'db' | 'profiles'>;

async function firstMatches(index: Index, query: string): Promise<Matches> {
  const rows: Match[] = [];
  let next: SearchPlace | null = beginning;
  for (let n = 0; n < parts && next !== null && rows.length <= limits.searchPage; n++) {
    const part: Matches = await findPart(index, query, next);
    rows.push(...part.rows);
    next = part.next;
  }
  return { rows, next };
}

async function findPart(reads: Index, query: string, { part, after }: SearchPlace): Promise<Matches> {
  const byEmail = query.length >= limits.emailSearchMin;
  // A complete address is stored with its domain in ASCII.
  const address = normaliseEmail(query) ?? query;
  const afterEmails = { part: 'name', after: firstId } as const;
  if (part === 'handle') {
    const handles = await searchHandles(reads.db, query, after);
    const rows = handles.map(({ uid, handle }) => ({ uid, place: { part, after: handle } }));
    return { rows, next: nextPlace(rows, byEmail ? { part: 'email', after: '' } : afterEmails) };
  }
  if (part === 'email') {
    const emails = await searchEmails(reads.db, address, after);
    const all = emails.map(({ uid, email }) => ({ uid, place: { part, after: email } }));
    return { rows: await withoutHandle(reads, all, query), next: nextPlace(all, afterEmails) };
  }
  const uids = await searchNames(reads.db, foldName(query), after);
  const all = uids.map((uid) => ({ uid, place: { part, after: uid } }));
  const emailMatches = byEmail ? await matchEmails(reads.db, uids, address) : new Set<string>();
  const rest = all.filter(({ uid }) => !emailMatches.has(uid));
  return { rows: await withoutHandle(reads, rest, query), next: nextPlace(all, null) };
}

async function withoutHandle({ profiles }: Index, all: readonly Match[], prefix: string): Promise<Match[]> {
  const cached = await profiles.getMany(all.map(({ uid }) => uid));
  return all.filter(({ uid }) => !cached.get(uid)?.profile.handle.startsWith(prefix));
}

function nextPlace(all: readonly Match[], nextPart: SearchPlace | null): SearchPlace | null {
  return all.length < searchRows ? nextPart : (all.at(-1)?.place ?? null);
}
