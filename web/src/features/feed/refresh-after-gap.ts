import type { Query } from '@tanstack/react-query';

import { ApiError } from '../../api/api-error.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { commentsKey, feedTopKey, postKey, postListKey } from '../../api/query-keys.ts';
import { removePost } from '../posts/lists/live-posts.ts';
import type { FeedTab } from '../posts/lists/post-lists.ts';
import type { PostPages } from '../posts/lists/post-pages.ts';
import { missingFrom } from './missing-from.ts';
import { feedKey, type FeedPage } from './use-feed.ts';

// After a restart every client misses events at once, hence the jitter. It is longer than that of
// check-new-posts.ts, which checks the top of the feed first.
const soonMs = 1_500;
const spreadMs = 3_000;
const maxLookups = 20;

let timer: ReturnType<typeof setTimeout> | undefined;
let gapAt = 0;
/** The hashes of feeds that were not on the screen since, and are checked when they are shown again. */
const unchecked = new Set<string>();

/**
 * Re-reads the visible data after missed events; a hidden page waits until it is visible. Feeds keep their
 * posts and offer new ones, but deleted posts go.
 */
export function refreshAfterGap(): void {
  gapAt = Date.now();
  timer ??= setTimeout(() => void refresh(), soonMs + Math.random() * spreadMs);
}

async function refresh(): Promise<void> {
  await becomesVisible();
  timer = undefined;
  void queryClient.invalidateQueries({ queryKey: postKey() });
  void queryClient.invalidateQueries({ queryKey: commentsKey() });
  void queryClient.invalidateQueries({
    queryKey: postListKey(),
    predicate: ({ queryKey }) => !isFeed(queryKey),
  });
  const lists = queryClient.getQueryCache().findAll({ queryKey: postListKey() });
  const feeds = lists.filter(({ queryKey }) => isFeed(queryKey));
  for (const { queryHash } of feeds) unchecked.add(queryHash);
  for (const feed of feeds) if (feed.isActive()) await check(feed);
}

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed') unchecked.delete(query.queryHash);
  // After the feed has asked for its top.
  if (type === 'observerAdded' && unchecked.has(query.queryHash)) setTimeout(() => void check(query));
});

async function check({ queryHash, queryKey }: Pick<Query, 'queryHash' | 'queryKey'>): Promise<void> {
  if (!unchecked.delete(queryHash)) return;
  await removeDeleted(queryKey[2] as FeedTab, queryKey[3] as string | undefined);
}

function isFeed(key: readonly unknown[]): boolean {
  return key[1] === 'feed';
}

async function removeDeleted(tab: FeedTab, club: string | undefined): Promise<void> {
  const topKey = club === undefined ? feedTopKey(tab) : feedTopKey(tab, club);
  const checkedAt = queryClient.getQueryState(topKey)?.dataUpdatedAt ?? 0;
  if (checkedAt < gapAt) await queryClient.invalidateQueries({ queryKey: topKey });
  const fresh = queryClient.getQueryData<FeedPage>(topKey);
  const list = queryClient.getQueryData<PostPages>(feedKey(tab, club));
  if (!fresh || !list) return;
  // Some only left the feed: a repost was undone, or an author was muted.
  for (const id of missingFrom(fresh, list.pages).slice(0, maxLookups))
    if (await isDeleted(id)) removePost(id);
}

async function isDeleted(postId: string): Promise<boolean> {
  try {
    await query('getPost', { postId });
    return false;
  } catch (error) {
    return error instanceof ApiError && error.code === 'not-found';
  }
}

function becomesVisible(): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
