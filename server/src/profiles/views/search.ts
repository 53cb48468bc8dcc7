import { limits } from '../../../../contract/src/rules/limits.ts';
import { foldName, searchQuery } from '../../../../contract/src/rules/search.ts';
import { firstId } from '../../kernel/ids.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { profileText } from '../../people/views/profiles.ts';
import { isBlocked, unwantedOf } from '../../people/views/unwanted.ts';
import { matchEmails, searchEmails, searchHandles, searchNames, searchRows } from '../store/search.ts';

/** Where a search goes on: in which of its parts, and after which handle, address or uid. Addresses are secret. */
export type SearchPlace = { part: 'handle' | 'email' | 'name'; after: string };

// Of thousands who are suspended and have addresses alike a page looks at some: the next one goes on.
const looksPerPage = 20;

type Found = { uid: string; place: SearchPlace };

/**
 * A page of the users that a viewer's query finds, each as JSON: first by the beginning of the handle, then by that of
 * the address, then by any part of the name; each once. The addresses are never shown, and two letters find none.
 */
export async function searchPage(
  reads: PeopleReads,
  viewerUid: string,
  typed: string,
  from: SearchPlace | null,
): Promise<{ items: string[]; next: SearchPlace | null }> {
  const query = searchQuery(typed);
  const items: string[] = [];
  if (query === '') return { items, next: null };
  let place: SearchPlace | null = from ?? { part: 'handle', after: '' };
  for (let looks = 0; place !== null && looks < looksPerPage; looks++) {
    const { found, next } = await findPart(reads, query, place);
    const uids = found.map(({ uid }) => uid);
    const [profiles, unwanted] = await Promise.all([
      reads.profiles.getMany(uids),
      unwantedOf(reads, viewerUid, uids),
    ]);
    for (const [i, { uid, place: here }] of found.entries()) {
      const cached = profiles.get(uid);
      if (cached && !cached.hidden && !isBlocked(unwanted, uid)) items.push(profileText(cached));
      if (items.length === limits.searchPage) {
        return { items, next: i === found.length - 1 ? next : here };
      }
    }
    place = next;
  }
  return { items, next: place };
}

type Part = { found: Found[]; next: SearchPlace | null };

async function findPart(reads: PeopleReads, query: string, { part, after }: SearchPlace): Promise<Part> {
  const byEmail = query.length >= limits.emailSearchMin;
  const afterEmails = { part: 'name', after: firstId } as const;
  if (part === 'handle') {
    const rows = await searchHandles(reads.db, query, after);
    const found = rows.map(({ uid, handle }) => ({ uid, place: { part, after: handle } }));
    return { found, next: goOn(found, byEmail ? { part: 'email', after: '' } : afterEmails) };
  }
  if (part === 'email') {
    const rows = await searchEmails(reads.db, query, after);
    const all = rows.map(({ uid, email }) => ({ uid, place: { part, after: email } }));
    return { found: await withoutHandle(reads, all, query), next: goOn(all, afterEmails) };
  }
  const uids = await searchNames(reads.db, foldName(query), after);
  const all = uids.map((uid) => ({ uid, place: { part, after: uid } }));
  const known = byEmail ? await matchEmails(reads.db, uids, query) : new Set<string>();
  const found = all.filter(({ uid }) => !known.has(uid));
  return { found: await withoutHandle(reads, found, query), next: goOn(all, null) };
}

// Without those who came before, by the beginning of the handle.
async function withoutHandle(
  { profiles }: PeopleReads,
  all: readonly Found[],
  prefix: string,
): Promise<Found[]> {
  const cached = await profiles.getMany(all.map(({ uid }) => uid));
  return all.filter(({ uid }) => !cached.get(uid)?.profile.handle.startsWith(prefix));
}

function goOn(all: readonly Found[], nextPart: SearchPlace | null): SearchPlace | null {
  return all.length < searchRows ? nextPart : (all.at(-1)?.place ?? null);
}
