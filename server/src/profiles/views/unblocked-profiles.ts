import { exclusionsOf, isBlocked } from '../../people/views/exclusions.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';

/** In the order of `people`; null for hidden users and for a block in either direction. */
export async function unblockedProfiles(
  reads: PeopleReads,
  viewerUid: string,
  people: readonly { readonly uid: string }[],
): Promise<(CachedProfile | null)[]> {
  const uids = people.map(({ uid }) => uid);
  const [profiles, exclusions] = await Promise.all([
    reads.profiles.getMany(uids),
    exclusionsOf(reads, viewerUid, uids),
  ]);
  return uids.map((uid) => {
    const cached = profiles.get(uid);
    return cached && !cached.hidden && !isBlocked(exclusions, uid) ? cached : null;
  });
}
