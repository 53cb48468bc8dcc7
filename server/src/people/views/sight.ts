import { exclusionsOf, isBlocked } from './exclusions.ts';
import type { PeopleReads } from './people-reads.ts';

/** How something that was opened on purpose is shown: as to everybody, or as only to an admin. */
export type Sight = 'page' | 'admin-page';

/**
 * How a viewer may open a user's posts and lists; null: not at all. An admin may across a block and while the user is
 * suspended; the rights are read only where others are refused.
 */
export async function sightOf(reads: PeopleReads, viewerUid: string, uid: string): Promise<Sight | null> {
  const person = await reads.authors.get(uid);
  if (!person || person.leaving) return null;
  if (!person.hidden && !isBlocked(await exclusionsOf(reads, viewerUid, [uid]), uid)) return 'page';
  return (await reads.isAdmin(viewerUid)) ? 'admin-page' : null;
}

/** Those of some users whose posts a viewer may open, without an admin's right. */
export async function visibleAmong(
  reads: PeopleReads,
  viewerUid: string,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  const [people, exclusions] = await Promise.all([
    reads.authors.getMany(uids),
    exclusionsOf(reads, viewerUid, uids),
  ]);
  return new Set(uids.filter((uid) => people.get(uid)?.hidden === false && !isBlocked(exclusions, uid)));
}
