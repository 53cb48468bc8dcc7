import { limits } from '../../../../contract/src/rules/limits.ts';
import { lastId, lastTime } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { visibleAmong } from '../../people/views/sight.ts';
import { countPostsByOwner } from '../../posts/store/posts.ts';
import { findSavedPostIds, findSavesPage, savesPage } from '../../posts/store/saves.ts';
import type { FeedReads } from './feed-reads.ts';
import { listPage } from './feed.ts';

const newest = { postId: lastId, at: lastTime };

/** `place` is the cursor: the number of saved posts before it, and the time and post of a save. */
export async function savedPage(reads: FeedReads, uid: string, place: string | null): Promise<TextPage> {
  const [countText, ...rest] = place?.split(' ') ?? [];
  const position = Number(countText ?? 0);
  const size = Math.min(limits.savedPage, limits.savedMax - position);
  if (size <= 0) return { items: [], next: null };
  const read = async (cursor: string) => {
    const saves = await findSavesPage(reads.db, uid, cursor === lastId ? newest : saveOf(cursor));
    const entries = saves.map(({ postId, at }) => ({
      entryId: `${at.toISOString()} ${postId}`,
      postId,
      reposterUid: null,
    }));
    return { entries, complete: saves.length < savesPage };
  };
  const { items, next } = await listPage(reads, uid, rest.length > 0 ? rest.join(' ') : null, read, size);
  const isEnd = next === null || position + items.length >= limits.savedMax;
  return { items, next: isEnd ? null : `${position + items.length} ${next}` };
}

export async function countSaved(reads: FeedReads, uid: string): Promise<number> {
  const counts = await countPostsByOwner(reads.db, await findSavedPostIds(reads.db, uid));
  const owners = await visibleAmong(reads, uid, [...counts.keys()]);
  return [...counts].reduce((sum, [owner, count]) => sum + (owners.has(owner) ? count : 0), 0);
}

function saveOf(place: string): { postId: string; at: Date } {
  const [time = '', postId = ''] = place.split(' ');
  return { postId, at: new Date(time) };
}
