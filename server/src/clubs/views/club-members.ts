import { limits } from '../../../../contract/src/rules/limits.ts';
import { lastId } from '../../kernel/ids.ts';
import { findFolloweesAmong, findSomeFollowees, someFollowees } from '../../people/store/follows.ts';
import { exclusionsOf, isExcluded } from '../../people/views/exclusions.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { findMembersAmong, findMembersPage, type MemberPlace, membersPage } from '../store/club-members.ts';
import type { ClubReads } from './club-reads.ts';

/** `followed`: the page ends among the viewer's followees, who are listed first. */
export type MembersPlace = { readonly followed: boolean; readonly after: MemberPlace };

type Members = { items: CachedProfile[]; following: string[]; next: MembersPlace | null };
type Stretch = { readonly rows: readonly MemberPlace[]; readonly isLast: boolean };

const newest: MemberPlace = { uid: lastId, since: new Date('9999-12-31T00:00:00Z') };

// A viewer who mutes nearly everybody must not scan a whole club in one request: the next page continues.
const stretchesPerPage = 10;

/** First up to 1001 of the viewer's followees, then the newest fans, among them further followees. */
export async function clubMembers(
  reads: ClubReads,
  viewerUid: string,
  club: string,
  place: MembersPlace | null,
): Promise<Members> {
  const members: Members = { items: [], following: [], next: null };
  let { followed, after } = place ?? { followed: true, after: newest };
  const first = new Set(await findSomeFollowees(reads.db, viewerUid));
  for (let n = 0; n < stretchesPerPage; n++) {
    const { rows, isLast } = followed
      ? await followedMembers(reads, club, first, after)
      : await findStretch(reads, club, after);
    const uids = rows.map(({ uid }) => uid);
    const [people, followees] = await Promise.all([
      visiblePeople(reads, viewerUid, uids),
      followed || first.size < someFollowees ? first : findFolloweesAmong(reads.db, viewerUid, uids),
    ]);
    for (const [i, row] of rows.entries()) {
      after = row;
      const person = people[i];
      if (!person || (!followed && first.has(row.uid))) continue;
      members.items.push(person);
      if (followees.has(row.uid)) members.following.push(row.uid);
      if (members.items.length < limits.clubMembersPage) continue;
      const isEnd = !followed && isLast && i === rows.length - 1;
      return { ...members, next: isEnd ? null : { followed, after } };
    }
    if (isLast && !followed) return members;
    if (isLast) [followed, after] = [false, newest];
  }
  return { ...members, next: { followed, after } };
}

async function followedMembers(
  { db }: ClubReads,
  club: string,
  followees: ReadonlySet<string>,
  { since, uid }: MemberPlace,
): Promise<Stretch> {
  const members = await findMembersAmong(db, club, [...followees]);
  const isAfter = (row: MemberPlace) => row.since < since || (+row.since === +since && row.uid < uid);
  return { rows: members.filter(isAfter), isLast: true };
}

async function findStretch({ db }: ClubReads, club: string, after: MemberPlace): Promise<Stretch> {
  const rows = await findMembersPage(db, club, after);
  return { rows, isLast: rows.length < membersPage };
}

// Null for people whom the viewer must not see.
async function visiblePeople(
  reads: ClubReads,
  viewerUid: string,
  uids: readonly string[],
): Promise<(CachedProfile | null)[]> {
  const [profiles, exclusions] = await Promise.all([
    reads.profiles.getMany(uids),
    exclusionsOf(reads, viewerUid, uids),
  ]);
  return uids.map((uid) => {
    const person = profiles.get(uid);
    return person && !person.hidden && !isExcluded(exclusions, uid) ? person : null;
  });
}
