import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { PostView } from '../../../../contract/src/calls/shapes.ts';
import { query } from '../../api/client.ts';
import { findPost, usePostsWhere } from '../../api/post-cache.ts';
import { postListKey } from '../../api/query-keys.ts';
import { confirmedReaction } from '../posts/actions/reactions.ts';
import { rereadSavedPosts } from '../posts/actions/reread-saved.ts';
import { readPostPage } from '../posts/lists/post-lists.ts';
import type { PostPage } from '../posts/lists/post-pages.ts';

/** `beyond`: how many saved posts followed this page when it was read. */
type SavedPage = PostPage & { beyond: number };

type Place = { cursor: string; postsBefore: number } | null;

/** `pages` holds the posts that are still saved; `count` includes those not loaded yet. */
export function useSavedPosts() {
  const list = useInfiniteQuery({
    queryKey: postListKey('saved'),
    queryFn: ({ pageParam, signal }) => readSavedPage(pageParam, signal),
    initialPageParam: null as Place,
    getNextPageParam: ({ cursor }: SavedPage, all: SavedPage[]): Place =>
      cursor === null
        ? null
        : { cursor, postsBefore: all.flatMap(({ ids }) => ids.filter(isStillSaved)).length },
    // A refetch would read every loaded page: Back should find the list as it was.
    staleTime: 5 * 60_000,
    gcTime: 60 * 60_000,
  });
  // A post that was saved just before the list was opened may be missing from it.
  useEffect(() => confirmedReaction.subscribe(rereadAfterSave), []);

  const loadedPages = list.data?.pages;
  const savedIds = new Set(usePostsWhere(loadedPages?.flatMap(({ ids }) => ids) ?? [], isSaved));
  const pages = loadedPages?.map((page) => ({ ...page, ids: page.ids.filter((id) => savedIds.has(id)) }));
  const count = loadedPages && savedIds.size + (loadedPages.at(-1)?.beyond ?? 0);
  return { list, pages, count };
}

function rereadAfterSave(): void {
  const reaction = confirmedReaction.read();
  if (reaction) void rereadSavedPosts(reaction);
}

async function readSavedPage(place: Place, signal: AbortSignal): Promise<SavedPage> {
  let total = 0;
  const page = await readPostPage(async () => {
    const answer = await query('getSavedPosts', { cursor: place?.cursor }, { signal });
    total = answer.total;
    return answer;
  });
  const beyond = page.cursor === null ? 0 : Math.max(0, total - (place?.postsBefore ?? 0) - page.ids.length);
  return { ...page, beyond };
}

const isSaved = (post: PostView) => post.viewer.saved;

function isStillSaved(id: string): boolean {
  const post = findPost(id);
  return post !== undefined && isSaved(post);
}
