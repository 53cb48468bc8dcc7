import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { topicsOf } from '../../../../../contract/src/rules/texts/split-text.ts';
import { forgetPost, putPosts } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { postListKey } from '../../../api/query-keys.ts';
import { loadPartsFor } from '../parts/post-parts.ts';
import { postPage, type PostPage, type PostPages, withoutPost, withPostOnTop } from './post-pages.ts';

export type FeedTab = 'siguiendo' | 'paraVos';

/** The tab of the feed in the address; the first one on other screens. */
export function currentFeedTab(): FeedTab {
  return new URLSearchParams(location.search).get('tab') === 'paraVos' ? 'paraVos' : 'siguiendo';
}

/** Reads a page: its posts go to the post cache, its ids form the page. */
export async function readPostPage(
  read: () => Promise<{ items: PostView[]; cursor: string | null }>,
): Promise<PostPage> {
  const askedAt = performance.now();
  const { items, cursor } = await read();
  await loadPartsFor(items);
  putPosts(items, askedAt);
  return postPage(items, cursor);
}

export function listNewPost(post: PostView): void {
  putPosts([post], performance.now());
  for (const key of [
    postListKey('feed', 'siguiendo'),
    postListKey('feed', 'paraVos'),
    postListKey('profile', post.ownerUid),
    ...topicsOf(post.text).map(({ key }) => postListKey('topic', key)),
    ...(post.media ? [postListKey('profile-media', post.ownerUid)] : []),
    ...(post.authorClub
      ? [postListKey('feed', 'paraVos', post.authorClub), postListKey('club', post.authorClub)]
      : []),
  ]) {
    queryClient.setQueryData<PostPages>(key, (list) => list && withPostOnTop(list, post.id));
  }
}

export function unlistPost(id: string): void {
  queryClient.setQueriesData<PostPages>({ queryKey: postListKey() }, (list) => list && withoutPost(list, id));
  forgetPost(id);
}
