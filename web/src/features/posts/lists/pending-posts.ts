import { createStore, useStore } from '../../../state/create-store.ts';
import type { FeedTab } from './post-lists.ts';

type Pending = { readonly id: string; readonly tab: FeedTab };

export const pendingPosts = createStore<readonly Pending[]>([]);

export function usePendingPosts(tab: FeedTab): string[] {
  return useStore(pendingPosts)
    .filter((post) => post.tab === tab)
    .map((post) => post.id);
}

const pendingIds = new Map<string, string>();

/** The React key: the same while a post is pending and once it is published, so that it keeps the focus. */
export function listKeyOf(id: string): string {
  return pendingIds.get(id) ?? id;
}

export function keepListKey(pendingId: string, publishedId: string): void {
  pendingIds.set(publishedId, pendingId);
}
