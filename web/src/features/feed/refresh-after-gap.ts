import type { Query } from '@tanstack/react-query';

import { assertApiError, isPassing } from '../../api/api-error.ts';
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
const retryMs = 30_000;
const maxLookups = 20;

let timer: ReturnType<typeof setTimeout> | undefined;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let gapAt = 0;
/**
 * The hashes of feeds that were not on the screen since, and are checked when they are shown again, and of
 * those whose check got no answer.
 */
const unchecked = new Set<string>();

/**
 * Re-reads the visible data after missed events; a hidden page waits until it is visible. Feeds keep their
 * posts and offer new ones, but deleted posts go.
 */
export function refreshAfterGap(): void {
  gapAt = Date.now();
  // A read in flight may predate the gap, but would end after it.
  void queryClient.cancelQueries({ queryKey: feedTopKey() });
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
  const feeds = queryClient.getQueryCache().findAll({ queryKey: postListKey('feed') });
  for (const { queryHash } of feeds) unchecked.add(queryHash);
  await checkShown();
}

async function checkShown(): Promise<void> {
  const feeds = queryClient.getQueryCache().findAll({ queryKey: postListKey('feed'), type: 'active' });
  for (const feed of feeds) await check(feed);
}

async function retry(): Promise<void> {
  await becomesVisible();
  retryTimer = undefined;
  await checkShown();
}

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed') unchecked.delete(query.queryHash);
  // After the feed has asked for its top.
  if (type === 'observerAdded' && unchecked.has(query.queryHash)) setTimeout(() => void check(query));
});

async function check({ queryHash, queryKey }: Pick<Query, 'queryHash' | 'queryKey'>): Promise<void> {
  if (!unchecked.delete(queryHash)) return;
  if (await removeDeleted(queryKey[2] as FeedTab, queryKey[3] as string | undefined)) return;
  unchecked.add(queryHash);
  retryTimer ??= setTimeout(() => void retry(), retryMs + Math.random() * spreadMs);
}

function isFeed(key: readonly unknown[]): boolean {
  return key[1] === 'feed';
}

/** Returns whether every answer arrived. */
async function removeDeleted(tab: FeedTab, club: string | undefined): Promise<boolean> {
  const topKey = club === undefined ? feedTopKey(tab) : feedTopKey(tab, club);
  const isOld = () => (queryClient.getQueryState(topKey)?.dataUpdatedAt ?? 0) < gapAt;
  if (isOld()) await queryClient.invalidateQueries({ queryKey: topKey }, { cancelRefetch: false });
  // A refusal would only be repeated.
  if (isOld()) return !isPassing(queryClient.getQueryState(topKey)?.error ?? null);
  const fresh = queryClient.getQueryData<FeedPage>(topKey);
  const list = queryClient.getQueryData<PostPages>(feedKey(tab, club));
  if (!fresh || !list) return true;
  // Some only left the feed: a repost was undone, or an author was muted.
  for (const id of missingFrom(fresh, list.pages).slice(0, maxLookups)) {
    const outcome = await lookUp(id);
    if (outcome === 'unknown') return false;
    if (outcome === 'deleted') removePost(id);
  }
  return true;
}

async function lookUp(postId: string): Promise<'present' | 'deleted' | 'unknown'> {
  try {
    await query('getPost', { postId });
    return 'present';
  } catch (error) {
    assertApiError(error);
    if (error.code === 'not-found') return 'deleted';
    return isPassing(error) ? 'unknown' : 'present';
  }
}

function becomesVisible(): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
