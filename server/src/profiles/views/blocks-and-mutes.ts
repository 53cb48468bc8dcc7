import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { lastId } from '../../kernel/ids.ts';
import { findBlocksPage } from '../../people/store/blocks.ts';
import { type FollowPlace, peoplePage } from '../../people/store/follows.ts';
import { findMutedWords, findMutesPage } from '../../people/store/mutes.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { readsPerPage } from './people.ts';
import { nameOnly } from './profile-views.ts';

const newest: FollowPlace = { uid: lastId, at: new Date('9999-12-31T00:00:00Z') };

/** Newest first. Of blocked users only the name and avatar. */
export async function blockedOrMutedPage(
  reads: PeopleReads,
  uid: string,
  list: 'blocked' | 'muted',
  before: FollowPlace | null,
): Promise<{ items: Profile[]; next: FollowPlace | null }> {
  const read = list === 'blocked' ? findBlocksPage : findMutesPage;
  const items: Profile[] = [];
  let place: FollowPlace | null = before ?? newest;
  for (let n = 0; place !== null && n < readsPerPage; n++) {
    const rows: FollowPlace[] = await read(reads.db, uid, place);
    const profiles = await reads.profiles.getMany(rows.map((row) => row.uid));
    const isLast = rows.length < peoplePage;
    for (const [i, row] of rows.entries()) {
      const cached = profiles.get(row.uid);
      if (!cached || cached.hidden) continue;
      const { profile } = cached;
      items.push(list === 'blocked' ? { ...nameOnly(profile), avatar: profile.avatar } : profile);
      if (items.length < limits.blocksAndMutesPage) continue;
      return { items, next: isLast && i === rows.length - 1 ? null : row };
    }
    place = isLast ? null : (rows.at(-1) ?? null);
  }
  return { items, next: place };
}

export function mutedWordsOf({ db }: Pick<PeopleReads, 'db'>, uid: string): Promise<string[]> {
  return findMutedWords(db, uid);
}
