import { type Exclusions, exclusionsOf } from './exclusions.ts';
import type { PeopleReads } from './people-reads.ts';
import type { CachedProfile } from './profiles.ts';

/**
 * In the order of `people`. Null for hidden users, and for those who `isLeftOut` by what the viewer excludes:
 * `isBlocked` or `isExcluded`.
 */
export async function visibleProfiles(
  reads: PeopleReads,
  viewerUid: string,
  people: readonly { readonly uid: string }[],
  isLeftOut: (exclusions: Exclusions, uid: string) => boolean,
): Promise<(CachedProfile | null)[]> {
  const uids = people.map(({ uid }) => uid);
  const [profiles, exclusions] = await Promise.all([
    reads.profiles.getMany(uids),
    exclusionsOf(reads, viewerUid, uids),
  ]);
  return uids.map((uid) => {
    const cached = profiles.get(uid);
    return cached && !cached.hidden && !isLeftOut(exclusions, uid) ? cached : null;
  });
}
