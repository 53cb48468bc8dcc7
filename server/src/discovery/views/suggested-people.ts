import { argentine } from '../../../../contract/src/rules/counters.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { countFollowersAmong, findFolloweesAmong, findSomeFollowees } from '../../people/store/follows.ts';
import { exclusionsOf, isExcluded } from '../../people/views/exclusions.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import type { SuggestedPerson } from '../store/suggestions.ts';
import type { DiscoveryReads } from './discovery-reads.ts';

type Suggestions = {
  readonly items: readonly Suggestion[];
  /** The official account does not count. */
  readonly followsOthers: boolean;
};
type Suggestion = { readonly person: CachedProfile; readonly reason: string | null };
type Candidate = { readonly person: CachedProfile; readonly writesMuch: boolean };

const dayMs = 86_400_000;
const chunk = 40;

/**
 * Up to 15 people, best first; fans of `slug` before others, if it is a club. Accounts younger than seven
 * days are left out unless fewer than six people would remain.
 */
export async function suggestedPeople(
  reads: DiscoveryReads,
  viewerUid: string,
  { club: slug, now }: { club: string | undefined; now: Date },
): Promise<Suggestions> {
  const club = slug === undefined ? null : await reads.clubs.find(slug);
  const all = await candidates(reads, club?.slug);
  const profiles = await reads.profiles.getMany(all.map(({ uid }) => uid));
  const adultSince = now.getTime() - limits.suggestedAgeDays * dayMs;
  const adults = all.filter(
    ({ uid }) => Date.parse(profiles.get(uid)?.profile.createdAt ?? '') <= adultSince,
  );
  let found = await eligible(reads, viewerUid, adults, profiles);
  if (found.length < limits.suggestedMin) found = await eligible(reads, viewerUid, all, profiles);
  const uids = found.map(({ person }) => person.profile.uid);
  const followees = await findSomeFollowees(reads.db, viewerUid);
  const [followeeProfiles, exclusions] = await Promise.all([
    reads.profiles.getMany(followees),
    exclusionsOf(reads, viewerUid, followees),
  ]);
  const visibleFollowees = followees.filter(
    (uid) => followeeProfiles.get(uid)?.hidden === false && !isExcluded(exclusions, uid),
  );
  const counts = await countFollowersAmong(reads.db, uids, visibleFollowees);
  const items = found.map(({ person, writesMuch }) => {
    const { uid, club: personClub } = person.profile;
    const reason = [
      followedBy(counts.get(uid) ?? 0),
      club && personClub === club.slug && `Hincha de ${club.short}`,
      writesMuch && 'Escribe mucho',
    ].find(Boolean);
    return { person, reason: reason || null };
  });
  return { items, followsOthers: [...followeeProfiles.values()].some(({ official }) => !official) };
}

// Profiles decide who is a fan: some may have changed or hidden the club since the ranking.
async function candidates(reads: DiscoveryReads, club?: string): Promise<readonly SuggestedPerson[]> {
  const people = await reads.suggestions.people();
  if (club === undefined) return people;
  const rankedUids = await reads.suggestions.fans(club);
  const profiles = await reads.profiles.getMany(rankedUids);
  const fans = new Set(rankedUids.filter((uid) => profiles.get(uid)?.profile.club === club));
  const byUid = new Map(people.map((person) => [person.uid, person]));
  return [
    ...[...fans].map((uid) => byUid.get(uid) ?? { uid, writesMuch: false }),
    ...people.filter(({ uid }) => !fans.has(uid)),
  ];
}

function followedBy(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? 'Lo sigue 1 que seguís' : `Lo siguen ${argentine(count)} que seguís`;
}

async function eligible(
  reads: DiscoveryReads,
  viewerUid: string,
  all: readonly SuggestedPerson[],
  profiles: ReadonlyMap<string, CachedProfile>,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (let from = 0; from < all.length && found.length < limits.suggestedPeople; from += chunk) {
    const batch = all.slice(from, from + chunk);
    const uids = batch.map(({ uid }) => uid);
    const [exclusions, followees] = await Promise.all([
      exclusionsOf(reads, viewerUid, uids),
      findFolloweesAmong(reads.db, viewerUid, uids),
    ]);
    for (const { uid, writesMuch } of batch) {
      const person = profiles.get(uid);
      if (!person || person.hidden || person.official) continue;
      if (uid === viewerUid || followees.has(uid) || isExcluded(exclusions, uid)) continue;
      found.push({ person, writesMuch });
    }
  }
  return found.slice(0, limits.suggestedPeople);
}
