import { exclusionsOf, isBlocked } from './exclusions.ts';
import type { PeopleReads } from './people-reads.ts';

/** Whether something opened on purpose is visible to everybody or only to an admin. */
export type Sight = 'page' | 'admin-page';

/**
 * Null: the viewer may not open it. Admins may, across a block and while the user is suspended; their
 * rights are read only where others are refused.
 */
export async function sightOf(reads: PeopleReads, viewerUid: string, uid: string): Promise<Sight | null> {
  const person = await reads.authors.get(uid);
  if (!person || person.leaving) return null;
  if (!person.hidden && !isBlocked(await exclusionsOf(reads, viewerUid, [uid]), uid)) return 'page';
  return (await reads.isAdmin(viewerUid)) ? 'admin-page' : null;
}

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
