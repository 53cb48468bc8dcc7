import { limits } from '../../../../contract/src/rules/limits.ts';
import { lastId } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { visibleAmong } from '../../people/views/sight.ts';
import { countPostsByOwner } from '../../posts/store/posts.ts';
import { findSavedPostIds, findSavesPage, savesPage } from '../../posts/store/saves.ts';
import type { FeedReads } from './feed-reads.ts';
import { listPage } from './feed.ts';

const newest = { postId: lastId, at: new Date('9999-12-31T00:00:00Z') };

/**
 * A page of a user's saved posts, newest save first, 2000 at most in all. The cursor holds the number of posts before
 * it, and the time and post of a save.
 */
export async function savedPage(reads: FeedReads, uid: string, place: string | null): Promise<TextPage> {
  const [shownText, ...rest] = place?.split(' ') ?? [];
  const listed = Number(shownText ?? 0);
  const size = Math.min(limits.savedPage, limits.savedMax - listed);
  if (size <= 0) return { items: [], next: null };
  const read = async (before: string) => {
    const saves = await findSavesPage(reads.db, uid, before === lastId ? newest : saveOf(before));
    const entries = saves.map(({ postId, at }) => ({
      entryId: `${at.toISOString()} ${postId}`,
      postId,
      reposterUid: null,
    }));
    return { entries, complete: saves.length < savesPage };
  };
  const { items, next } = await listPage(reads, uid, rest.length > 0 ? rest.join(' ') : null, read, size);
  const isEnd = next === null || listed + items.length >= limits.savedMax;
  return { items, next: isEnd ? null : `${listed + items.length} ${next}` };
}

/** How many saved posts are listed in all: not those whose authors the user may not see. */
export async function countSaved(reads: FeedReads, uid: string): Promise<number> {
  const counts = await countPostsByOwner(reads.db, await findSavedPostIds(reads.db, uid));
  const owners = await visibleAmong(reads, uid, [...counts.keys()]);
  return [...counts].reduce((sum, [owner, count]) => sum + (owners.has(owner) ? count : 0), 0);
}

function saveOf(place: string): { postId: string; at: Date } {
  const [time = '', postId = ''] = place.split(' ');
  return { postId, at: new Date(time) };
}
