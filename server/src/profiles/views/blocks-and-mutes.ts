import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { visiblePage } from '../../kernel/visible-page.ts';
import { findBlocksPage } from '../../people/store/blocks.ts';
import { type FollowPlace, newestFollow, peoplePage } from '../../people/store/follows.ts';
import { findMutedWords, findMutesPage } from '../../people/store/mutes.ts';
import { exclusionsOf, isBlocked } from '../../people/views/exclusions.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { nameOnly } from './profile-views.ts';

/** Newest first. Of blocked users only the name and avatar; of muted ones across a block only the name. */
export async function blockedOrMutedPage(
  reads: PeopleReads,
  uid: string,
  list: 'blocked' | 'muted',
  before: FollowPlace | null,
): Promise<{ items: Profile[]; next: FollowPlace | null }> {
  const find = list === 'blocked' ? findBlocksPage : findMutesPage;
  return visiblePage({
    from: before ?? newestFollow,
    size: limits.blocksAndMutesPage,
    maxStretches: 10,
    read: async (place) => {
      const rows = await find(reads.db, uid, place);
      return { rows, next: rows.length < peoplePage ? null : (rows.at(-1) ?? null) };
    },
    placeOf: (row) => row,
    show: async (rows) => {
      const uids = rows.map((row) => row.uid);
      const [profiles, exclusions] = await Promise.all([
        reads.profiles.getMany(uids),
        exclusionsOf(reads, uid, uids),
      ]);
      return rows.map((row) => {
        const cached = profiles.get(row.uid);
        if (!cached || cached.hidden) return null;
        const { profile } = cached;
        if (list === 'blocked') return { ...nameOnly(profile), avatar: profile.avatar };
        return isBlocked(exclusions, row.uid) ? nameOnly(profile) : profile;
      });
    },
  });
}

export function mutedWordsOf({ db }: Pick<PeopleReads, 'db'>, uid: string): Promise<string[]> {
  return findMutedWords(db, uid);
}
