import { limits } from '../../../../contract/src/rules/limits.ts';
import { lastId, newId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers, isHidden } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findLatestOwners } from '../../posts/store/posts.ts';
import { findFrequentWriters, rankAuthors, rankPosts } from '../store/ranking.ts';
import { replaceHotPosts, replaceSuggestedPeople, type SuggestedPerson } from '../store/suggestions.ts';

const dayMs = 86_400_000;
const peopleDays = 30;

/** Ranks the people and posts that everybody is offered, from the activity of 30 days and of 24 hours. */
export async function refreshSuggestions({ db, now, transaction }: Writes): Promise<void> {
  const [people, postIds] = [await rankPeople(db, now()), await rankPosts(db, daysBefore(now(), 1))];
  await transaction(async (tx) => {
    await replaceSuggestedPeople(tx, people);
    await replaceHotPosts(tx, postIds);
    tx.fact({ type: 'suggestions-changed' });
  });
}

/** The same for the seed, in its transaction: a running site shows it within a minute. */
export async function writeSuggestions(tx: Database, at: Date): Promise<void> {
  await replaceSuggestedPeople(tx, await rankPeople(tx, at));
  await replaceHotPosts(tx, await rankPosts(tx, daysBefore(at, 1)));
}

// Authors of the newest posts fill the list up: on a new site nobody has liked anything yet.
async function rankPeople(db: Database, at: Date): Promise<SuggestedPerson[]> {
  const since = daysBefore(at, peopleDays);
  const latest = await findLatestOwners(db, lastId);
  const ranked = new Set([...(await rankAuthors(db, since)), ...latest.map(({ ownerUid }) => ownerUid)]);
  const users = new Map((await findUsers(db, [...ranked])).map((user) => [user.uid, user]));
  const isGrown = (uid: string) =>
    (users.get(uid)?.created_at ?? at) <= daysBefore(at, limits.suggestedAgeDays);
  const candidates = [...ranked].filter((uid) => {
    const user = users.get(uid);
    return user && !user.official && !isHidden(user);
  });
  // New accounts must not push the others out of the list.
  const young = new Set(candidates.filter((uid) => !isGrown(uid)).slice(0, limits.youngSuggestionCandidates));
  const listed = candidates
    .filter((uid) => young.has(uid) || isGrown(uid))
    .slice(0, limits.suggestionCandidates);
  const writers = await findFrequentWriters(db, listed, newId(since));
  return listed.map((uid) => ({ uid, writesMuch: writers.has(uid) }));
}

function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * dayMs);
}
