import { findPost, hidePost, postsBy } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { commentsKey, feedTopKey, postListKey } from '../../api/query-keys.ts';
import type { PostPage, PostPages } from '../posts/lists/post-pages.ts';

// By uid: the posts that a block hides, for unblocking.
const hiddenBy = new Map<string, readonly string[]>();

/** `everywhere`: from every list and quote too, as after a block. */
export function dropPosts(uid: string, everywhere: boolean): void {
  queryClient.setQueriesData<PostPages>(
    { queryKey: postListKey('feed') },
    (list) => list && { ...list, pages: list.pages.map((page) => withoutPerson(page, uid)) },
  );
  if (everywhere) {
    const ids = postsBy(uid);
    hiddenBy.set(uid, ids);
    for (const id of ids) hidePost(id, true);
  }
  forgetComments();
  queryClient.removeQueries({ queryKey: feedTopKey() });
}

export function showPostsAgain(uid: string): void {
  for (const id of hiddenBy.get(uid) ?? []) hidePost(id, false);
  hiddenBy.delete(uid);
  refreshFeeds();
}

export function refreshFeeds(): void {
  void queryClient.resetQueries({ queryKey: postListKey('feed') });
  void queryClient.resetQueries({ queryKey: feedTopKey() });
  forgetComments();
}

function withoutPerson(page: PostPage, uid: string): PostPage {
  const isTheirs = (id: string) => findPost(id)?.ownerUid === uid || page.reposters?.[id]?.uid === uid;
  return { ...page, ids: page.ids.filter((id) => !isTheirs(id)) };
}

function forgetComments(): void {
  void queryClient.resetQueries({ queryKey: commentsKey() });
}
