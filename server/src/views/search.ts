import { limits } from '../../../contract/src/rules/limits.ts';
import { foldName, searchQuery } from '../../../contract/src/rules/search.ts';
import { firstId } from '../platform/ids.ts';
import { matchEmails, searchEmails, searchHandles, searchNames, searchRows } from '../store/search.ts';
import { profileText } from './profiles.ts';
import type { Reads } from './reads.ts';
import { isApart, unwantedOf } from './unwanted.ts';

/** Where a search goes on: in which of its parts, and after whom. */
export type SearchPlace = { part: 'handle' | 'email' | 'name'; after: string };

type Found = { uid: string; place: SearchPlace };

/**
 * A page of the users that a viewer's query finds, each as JSON: first by the beginning of the handle, then by that of the address,
 * then by any part of the name; each once. The addresses are never shown, and only a query with an @ of its own and
 * some length looks among them.
 */
export async function searchPage(
  reads: Reads,
  viewerUid: string,
  typed: string,
  from: SearchPlace | null,
): Promise<{ items: string[]; next: SearchPlace | null }> {
  const query = searchQuery(typed);
  const items: string[] = [];
  if (query === '') return { items, next: null };
  const unwanted = await unwantedOf(reads, viewerUid);
  let place: SearchPlace | null = from ?? { part: 'handle', after: '' };
  while (place !== null) {
    const { found, next } = await findPart(reads, query, place);
    const profiles = await reads.profiles.getMany(found.map(({ uid }) => uid));
    for (const [i, { uid, place: here }] of found.entries()) {
      const cached = profiles.get(uid);
      if (cached && !cached.hidden && !isApart(unwanted, uid)) items.push(profileText(cached));
      if (items.length === limits.searchPage) {
        return { items, next: i === found.length - 1 ? next : here };
      }
    }
    place = next;
  }
  return { items, next: null };
}

type Part = { found: Found[]; next: SearchPlace | null };

async function findPart(reads: Reads, query: string, { part, after }: SearchPlace): Promise<Part> {
  if (part === 'handle') {
    const rows = await searchHandles(reads.db, query, after);
    const found = rows.map(({ uid, handle }) => ({ uid, place: { part, after: handle } }));
    return { found, next: goOn(found, { part: 'email', after: firstId }) };
  }
  if (part === 'email') {
    if (!findsAddresses(query)) return { found: [], next: { part: 'name', after: firstId } };
    const found = places(part, await searchEmails(reads.db, query, after));
    return { found, next: goOn(found, { part: 'name', after: firstId }) };
  }
  const all = places(part, await searchNames(reads.db, foldName(query), after));
  const uids = all.map(({ uid }) => uid);
  const byEmail = findsAddresses(query) ? await matchEmails(reads.db, uids, query) : new Set<string>();
  const profiles = await reads.profiles.getMany(uids);
  const found = all.filter(
    ({ uid }) => !byEmail.has(uid) && !profiles.get(uid)?.profile.handle.startsWith(query),
  );
  return { found, next: all.length < searchRows ? null : (all.at(-1)?.place ?? null) };
}

function places(part: SearchPlace['part'], uids: readonly string[]): Found[] {
  return uids.map((uid) => ({ uid, place: { part, after: uid } }));
}

function goOn(found: readonly Found[], nextPart: SearchPlace): SearchPlace {
  return found.length < searchRows ? nextPart : (found.at(-1)?.place ?? nextPart);
}

function findsAddresses(query: string): boolean {
  return query.includes('@') && query.length >= limits.emailSearchMin;
}
