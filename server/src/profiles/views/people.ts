import { limits } from '../../../../contract/src/rules/limits.ts';
import { isId } from '../../kernel/ids.ts';
import { type Stretch, visiblePage } from '../../kernel/visible-page.ts';
import {
  findFollowersPage,
  findFollowingPage,
  findFollowersAmong,
  type FollowPlace,
  newestFollow,
  peoplePage,
} from '../../people/store/follows.ts';
import { findUsersByTime } from '../../people/store/users.ts';
import { isBlocked } from '../../people/views/exclusions.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { sightOf } from '../../people/views/sight.ts';
import { visibleProfiles } from '../../people/views/visible-profiles.ts';

type People = { items: CachedProfile[]; next: FollowPlace | null };
type Rows = Stretch<FollowPlace, FollowPlace>;

/**
 * Newest first, without users blocked in either direction. A list ends after 500 people, of which
 * `listedCount` are on earlier pages. Null when the viewer may not see the profile.
 */
export async function peopleOf(
  reads: PeopleReads,
  viewerUid: string,
  uid: string,
  list: 'followers' | 'following',
  { before, listedCount }: { before: FollowPlace | null; listedCount: number },
): Promise<People | null> {
  const owner = isId(uid) ? await reads.authors.get(uid) : undefined;
  if (!owner || !(await sightOf(reads, viewerUid, uid))) return null;
  const read = (place: FollowPlace) =>
    list === 'followers' && owner.official
      ? readOfficialFollowers(reads, uid, place)
      : readPeople(list, reads, uid, place);
  const size = Math.min(limits.followListPage, limits.followList - listedCount);
  if (size <= 0) return { items: [], next: null };
  const { items, next } = await visiblePage({
    from: before ?? newestFollow,
    size,
    maxStretches: 10,
    read,
    placeOf: (row) => row,
    show: (rows) => visibleProfiles(reads, viewerUid, rows, isBlocked),
  });
  return { items, next: listedCount + items.length >= limits.followList ? null : next };
}

async function readPeople(
  list: 'followers' | 'following',
  { db }: PeopleReads,
  uid: string,
  place: FollowPlace,
): Promise<Rows> {
  const rows = await (list === 'followers' ? findFollowersPage : findFollowingPage)(db, uid, place);
  return { rows, next: rows.length < peoplePage ? null : (rows.at(-1) ?? null) };
}

// The official account has no follower rows. Nearly everybody follows it, so scan the newest users instead.
async function readOfficialFollowers({ db }: PeopleReads, uid: string, place: FollowPlace): Promise<Rows> {
  const users = await findUsersByTime(db, place, { sort: 'newest', suspended: null });
  const followers = await findFollowersAmong(
    db,
    users.map((user) => user.uid),
    uid,
  );
  const next = users.length < peoplePage ? null : (users.at(-1) ?? null);
  return { rows: users.filter((user) => followers.has(user.uid)), next };
}
