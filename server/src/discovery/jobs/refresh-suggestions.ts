import { limits } from '../../../../contract/src/rules/limits.ts';
import { findClubs } from '../../clubs/store/clubs.ts';
import { firstIdAt, lastId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers, isHidden, type UserRow } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findLatestOwners } from '../../posts/store/post-lists.ts';
import { findFrequentWriters, findSuspended, rankAuthors, rankPosts } from '../store/ranking.ts';
import {
  replaceClubSuggestions,
  replaceHotPosts,
  replaceSuggestedPeople,
  type SuggestedPerson,
} from '../store/suggestions.ts';

const dayMs = 86_400_000;
const peopleDays = 30;
const usersPerQuery = 1_000;

export async function refreshSuggestions({ db, now, transaction }: Writes): Promise<void> {
  const ranking = await rankPeople(db, now());
  const postIds = await rankHotPosts(db, now());
  const clubs = await findClubs(db);
  await transaction(async (tx) => {
    await replaceSuggestedPeople(tx, ranking.people);
    await replaceHotPosts(tx, postIds);
    for (const { club } of clubs)
      await replaceClubSuggestions(tx, club.slug, ranking.fans.get(club.slug) ?? []);
    tx.fact({ type: 'suggestions-changed' });
  });
}

/** The seed calls this in its own transaction: a running site shows the result within a minute. */
export async function writeSuggestions(tx: Database, at: Date): Promise<void> {
  const { people, fans } = await rankPeople(tx, at);
  await replaceSuggestedPeople(tx, people);
  for (const [club, uids] of fans) await replaceClubSuggestions(tx, club, uids);
  await replaceHotPosts(tx, await rankHotPosts(tx, at));
}

type Ranking = { people: SuggestedPerson[]; fans: Map<string, string[]> };

// Authors of the newest posts fill up the lists: on a new site nobody has liked anything yet.
async function rankPeople(db: Database, at: Date): Promise<Ranking> {
  const since = daysBefore(at, peopleDays);
  const adultSince = daysBefore(at, limits.suggestedAgeDays);
  const latest = await findLatestOwners(db, lastId);
  const ranking = await rankAuthors(db, { since, without: await findSuspended(db) });
  const uids = new Set([...ranking, ...latest.map(({ ownerUid }) => ownerUid)]);
  const candidates = (await findCandidates(db, [...uids])).map(({ uid, club, created_at: createdAt }) => ({
    uid,
    club,
    isYoung: createdAt > adultSince,
  }));
  const topUids = best(candidates, limits.suggestionCandidates, limits.youngSuggestionCandidates);
  const writers = await findFrequentWriters(db, topUids, firstIdAt(since.getTime()));
  const byClub = Map.groupBy(candidates, ({ club }) => club);
  return {
    people: topUids.map((uid) => ({ uid, writesMuch: writers.has(uid) })),
    fans: new Map(
      [...byClub].flatMap(([club, fans]) =>
        club === null
          ? []
          : [[club, best(fans, limits.clubSuggestionCandidates, limits.youngClubSuggestionCandidates)]],
      ),
    ),
  };
}

async function rankHotPosts(db: Database, at: Date): Promise<string[]> {
  return rankPosts(db, { since: daysBefore(at, 1), without: await findSuspended(db) });
}

async function findCandidates(db: Database, uids: readonly string[]): Promise<UserRow[]> {
  const found: UserRow[] = [];
  for (let from = 0; from < uids.length; from += usersPerQuery) {
    const batch = uids.slice(from, from + usersPerQuery);
    const users = new Map((await findUsers(db, batch)).map((user) => [user.uid, user]));
    for (const uid of batch) {
      const user = users.get(uid);
      if (user && !user.official && !isHidden(user)) found.push(user);
    }
  }
  return found;
}

// The number of new accounts is capped, so that they cannot crowd out the others.
function best(
  candidates: readonly { uid: string; isYoung: boolean }[],
  count: number,
  youngCount: number,
): string[] {
  let young = 0;
  const eligible = candidates.filter(({ isYoung }) => !isYoung || young++ < youngCount);
  return eligible.slice(0, count).map(({ uid }) => uid);
}

function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * dayMs);
}
