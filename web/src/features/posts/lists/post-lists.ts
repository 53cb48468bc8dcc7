import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { putPosts } from '../../../api/post-cache.ts';
import { loadPartsFor } from '../parts/post-parts.ts';
import { postPage, type PostPage } from './post-pages.ts';

export type FeedTab = 'siguiendo' | 'paraVos';

export function currentFeedTab(): FeedTab {
  return new URLSearchParams(location.search).get('tab') === 'paraVos' ? 'paraVos' : 'siguiendo';
}

export async function readPostPage(
  read: () => Promise<{ items: PostView[]; cursor: string | null }>,
): Promise<PostPage> {
  const askedAt = performance.now();
  const { items, cursor } = await read();
  await loadPartsFor(items);
  putPosts(items, askedAt);
  return postPage(items, cursor);
}
