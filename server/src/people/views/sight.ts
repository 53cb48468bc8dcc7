import { andThen, both, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { exclusionsOf, isBlocked } from './exclusions.ts';
import type { PeopleReads } from './people-reads.ts';

/** Whether something opened on purpose is visible to everybody or only to an admin. */
export type Sight = 'page' | 'admin-page';

/**
 * Null: the viewer may not open it. Admins may, across a block and while the user is suspended; their
 * rights are read only where others are refused.
 */
export function sightOf(reads: PeopleReads, viewerUid: string, uid: string): MaybePromise<Sight | null> {
  return andThen(
    both(reads.authors.get(uid), exclusionsOf(reads, viewerUid, [uid])),
    ([person, exclusions]) => {
      if (!person || person.leaving) return null;
      return !person.hidden && !isBlocked(exclusions, uid) ? 'page' : sightOfAdmin(reads, viewerUid);
    },
  );
}

async function sightOfAdmin(reads: PeopleReads, viewerUid: string): Promise<Sight | null> {
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

/** Those of `uids` who may not react to what another wrote: across a block, or all when the other is hidden. */
export function barredAmong(
  reads: PeopleReads,
  authorUid: string,
  uids: readonly string[],
): MaybePromise<ReadonlySet<string>> {
  const others = uids.filter((uid) => uid !== authorUid);
  const rules = both(reads.authors.get(authorUid), exclusionsOf(reads, authorUid, others));
  return andThen(
    rules,
    ([author, exclusions]) =>
      new Set(author?.hidden === false ? others.filter((uid) => isBlocked(exclusions, uid)) : others),
  );
}
