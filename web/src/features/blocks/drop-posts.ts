import { findPost, hidePost, postsBy } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { commentsKey, feedTopKey, postListKey } from '../../api/query-keys.ts';
import type { PostPage, PostPages } from '../posts/lists/post-pages.ts';

// What a block hid, by whom it is of: it shows again when the block ends.
const hiddenBy = new Map<string, readonly string[]>();

/**
 * Takes what somebody wrote or reposted out of the feeds at once; `everywhere`, as across a block: out of every list,
 * and of what quotes it.
 */
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

/** Has the feeds read anew, now that they may hold somebody's posts again. */
export function bringBack(uid: string): void {
  for (const id of hiddenBy.get(uid) ?? []) hidePost(id, false);
  hiddenBy.delete(uid);
  renewFeeds();
}

/** Has the feeds and the comments read anew, as what one does not want to see changed. */
export function renewFeeds(): void {
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
