import { queryClient, rereadQueries } from '../../../api/query-client.ts';
import { postListKey } from '../../../api/query-keys.ts';
import type { PostPages } from '../lists/post-pages.ts';
import type { ConfirmedReaction } from './reactions.ts';

/** Re-reads an open list, unless it holds the post: then it shows by itself whether that is saved. */
export async function rereadSavedPosts({ wish, postId }: ConfirmedReaction): Promise<void> {
  const queryKey = postListKey('saved');
  const pages = queryClient.getQueryData<PostPages>(queryKey)?.pages ?? [];
  if (wish !== 'save' || pages.some(({ ids }) => ids.includes(postId))) return;
  await rereadQueries({ queryKey });
}
