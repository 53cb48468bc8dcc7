import { limits } from '../../../../contract/src/rules/limits.ts';
import { isId, lastId } from '../../kernel/ids.ts';
import {
  findFollowersPage,
  findFollowingPage,
  findFollowersAmong,
  type FollowPlace,
  peoplePage,
} from '../../people/store/follows.ts';
import { findUsersByTime } from '../../people/store/users.ts';
import { isBlocked, exclusionsOf } from '../../people/views/exclusions.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { sightOf } from '../../people/views/sight.ts';

type People = { items: CachedProfile[]; next: FollowPlace | null };
type Rows = { rows: FollowPlace[]; next: FollowPlace | null };

// Bounds the work of a page when most people of the list are hidden: the next page continues.
export const readsPerPage = 10;

const newest: FollowPlace = { uid: lastId, at: new Date('9999-12-31T00:00:00Z') };

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
  const items: CachedProfile[] = [];
  if (size <= 0) return { items, next: null };
  let place: FollowPlace | null = before ?? newest;
  for (let n = 0; place !== null && n < readsPerPage; n++) {
    const { rows, next }: Rows = await read(place);
    const uids = rows.map((row) => row.uid);
    const [profiles, exclusions] = await Promise.all([
      reads.profiles.getMany(uids),
      exclusionsOf(reads, viewerUid, uids),
    ]);
    for (const [i, row] of rows.entries()) {
      const cached = profiles.get(row.uid);
      if (cached && !cached.hidden && !isBlocked(exclusions, row.uid)) items.push(cached);
      if (items.length < size) continue;
      const isEnd = listedCount + size >= limits.followList || (i === rows.length - 1 && next === null);
      return { items, next: isEnd ? null : row };
    }
    place = next;
  }
  return { items, next: place };
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
