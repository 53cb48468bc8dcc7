import { readCursor, readSealedCursor, writeSealedCursor } from '../../kernel/cursors.ts';
import { pageAnswer, pageText } from '../../kernel/page-text.ts';
import type { CallRequest, Handlers } from '../../kernel/route.ts';
import { profileNotFound } from '../../people/actions/profile-not-found.ts';
import { exclusionsOf } from '../../people/views/exclusions.ts';
import { profileText } from '../../people/views/profiles.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { peopleOf } from '../views/people.ts';
import type { ProfileReads } from '../views/profile-views.ts';
import { searchPage, type SearchPlace } from '../views/search.ts';

type Needs = { reads: ProfileReads; signer: Signer };

export function peopleRoutes({
  reads,
  signer,
}: Needs): Handlers<'getFollowers' | 'getFollowing' | 'searchUsers'> {
  async function people(
    { input: { uid, cursor }, session }: CallRequest<'getFollowers' | 'getFollowing'>,
    list: 'followers' | 'following',
  ) {
    const name = `${list} ${uid}`;
    // The cursor carries the number of people listed so far: a list ends after 500.
    const [count, time, last] = readCursor(signer, name, cursor)?.split(' ') ?? [];
    const before = time !== undefined && last !== undefined ? { uid: last, at: new Date(time) } : null;
    const position = { before, listedCount: Number(count ?? 0) };
    const page = await peopleOf(reads, session.uid, uid, list, position);
    if (!page) throw profileNotFound();
    const { items, next } = page;
    const place = next && `${position.listedCount + items.length} ${next.at.toISOString()} ${next.uid}`;
    const uids = items.map(({ profile }) => profile.uid);
    const [{ mutes }, following] = await Promise.all([
      exclusionsOf(reads, session.uid, uids),
      reads.follows.followedBy(session.uid, uids),
    ]);
    const mutedUids = mutes.size === 0 ? [] : uids.filter((each) => mutes.has(each));
    return pageAnswer(
      signer,
      name,
      { items: items.map(profileText), next: place },
      { following, muted: mutedUids },
    );
  }

  // The first page of a frequent search ends at the same place each time.
  const cursors = new WeakMap<SearchPlace, { name: string; cursor: string | null }>();

  function sealedCursor(name: string, place: SearchPlace): string | null {
    const cached = cursors.get(place);
    if (cached?.name === name) return cached.cursor;
    const cursor = writeSealedCursor(signer, name, JSON.stringify(place));
    cursors.set(place, { name, cursor });
    return cursor;
  }

  return {
    getFollowers: (request) => people(request, 'followers'),
    getFollowing: (request) => people(request, 'following'),
    searchUsers: async ({ input: { q, cursor }, session }) => {
      const name = `search ${q}`;
      const place = readSealedCursor(signer, name, cursor);
      const from = place === null ? null : (JSON.parse(place) as SearchPlace);
      const { items, next } = await searchPage(reads, session.uid, q, from);
      return pageText(items, next && sealedCursor(name, next));
    },
  };
}
