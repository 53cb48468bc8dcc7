import { limits } from '../../../../contract/src/rules/limits.ts';
import { lastId, lastTime } from '../../kernel/ids.ts';
import { type Stretch, visiblePage } from '../../kernel/visible-page.ts';
import { findFolloweesAmong, findSomeFollowees, someFollowees } from '../../people/store/follows.ts';
import { isExcluded } from '../../people/views/exclusions.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import { visibleProfiles } from '../../people/views/visible-profiles.ts';
import { findMembersAmong, findMembersPage, type MemberPlace, membersPage } from '../store/club-members.ts';
import type { ClubReads } from './club-reads.ts';

/** `followed`: the page ends among the viewer's followees, who are listed first. */
export type MembersPlace = { readonly followed: boolean; readonly after: MemberPlace };

type Members = { items: CachedProfile[]; following: string[]; next: MembersPlace | null };

const newest: MemberPlace = { uid: lastId, since: lastTime };

/** First up to 1001 of the viewer's followees, then the newest fans, among them further followees. */
export async function clubMembers(
  reads: ClubReads,
  viewerUid: string,
  club: string,
  place: MembersPlace | null,
): Promise<Members> {
  const first = new Set(await findSomeFollowees(reads.db, viewerUid));
  const { items, next } = await visiblePage({
    from: place ?? { followed: true, after: newest },
    size: limits.clubMembersPage,
    maxStretches: 10,
    read: ({ followed, after }) =>
      followed ? followedMembers(reads, club, first, after) : furtherMembers(reads, club, after),
    placeOf: (member) => member,
    show: (members) => membersAs(reads, viewerUid, members, first),
  });
  return {
    items: items.map(({ person }) => person),
    following: items.flatMap(({ person, isFollowee }) => (isFollowee ? person.profile.uid : [])),
    next,
  };
}

type Rows = Stretch<MembersPlace, MembersPlace>;

async function followedMembers(
  { db }: ClubReads,
  club: string,
  followees: ReadonlySet<string>,
  { since, uid }: MemberPlace,
): Promise<Rows> {
  const members = await findMembersAmong(db, club, [...followees]);
  const isAfter = (row: MemberPlace) => row.since < since || (+row.since === +since && row.uid < uid);
  const rows = members.filter(isAfter).map((after) => ({ followed: true, after }));
  return { rows, next: { followed: false, after: newest } };
}

async function furtherMembers({ db }: ClubReads, club: string, from: MemberPlace): Promise<Rows> {
  const members = await findMembersPage(db, club, from);
  const rows = members.map((after) => ({ followed: false, after }));
  return { rows, next: rows.length < membersPage ? null : (rows.at(-1) ?? null) };
}

async function membersAs(
  reads: ClubReads,
  viewerUid: string,
  members: readonly MembersPlace[],
  first: ReadonlySet<string>,
) {
  const places = members.map(({ after }) => after);
  const uids = places.map(({ uid }) => uid);
  const allFollowees = first.size < someFollowees || members[0]?.followed;
  const [people, followees] = await Promise.all([
    visibleProfiles(reads, viewerUid, places, isExcluded),
    allFollowees ? first : findFolloweesAmong(reads.db, viewerUid, uids),
  ]);
  return members.map(({ followed, after: { uid } }, i) => {
    const person = people[i];
    if (!person || (!followed && first.has(uid))) return null;
    return { person, isFollowee: followees.has(uid) };
  });
}
