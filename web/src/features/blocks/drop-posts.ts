import { findPost, hidePost, postsBy } from '../../api/post-cache.ts';
import { changeQueries, queryClient } from '../../api/query-client.ts';
import {
  commentsKey,
  commentThreadKey,
  feedTopKey,
  hotPostsKey,
  listTopKey,
  postListKey,
} from '../../api/query-keys.ts';
import type { PostPage, PostPages } from '../posts/lists/post-pages.ts';

// Not a profile's lists: they show a muted person's posts.
const lists = ['feed', 'club', 'topic'] as const;

// By uid: the posts that a block hides, for unblocking.
const hiddenBy = new Map<string, readonly string[]>();

/** `everywhere`: from every list and quote too, as after a block. */
export function dropPosts(uid: string, everywhere: boolean): void {
  for (const list of lists) {
    changeQueries<PostPages>({ queryKey: postListKey(list) }, (posts) => ({
      ...posts,
      pages: posts.pages.map((page) => withoutPerson(page, uid)),
    }));
  }
  if (everywhere) {
    const ids = postsBy(uid);
    hiddenBy.set(uid, ids);
    for (const id of ids) hidePost(id, true);
  }
  forgetComments();
  forgetTops();
  rereadHotPosts();
}

export function showPostsAgain(uid: string): void {
  for (const id of hiddenBy.get(uid) ?? []) hidePost(id, false);
  hiddenBy.delete(uid);
  refreshLists();
}

export function refreshLists(): void {
  for (const list of lists) void queryClient.resetQueries({ queryKey: postListKey(list) });
  forgetTops();
  forgetComments();
  rereadHotPosts();
}

function withoutPerson(page: PostPage, uid: string): PostPage {
  const isTheirs = (id: string) => findPost(id)?.ownerUid === uid || page.reposters?.[id]?.uid === uid;
  return { ...page, ids: page.ids.filter((id) => !isTheirs(id)) };
}

function forgetComments(): void {
  for (const queryKey of [commentsKey(), commentThreadKey()]) void queryClient.resetQueries({ queryKey });
}

// A reset would bring back the first page from before, and offer the posts it holds as new ones.
function forgetTops(): void {
  for (const queryKey of [feedTopKey(), listTopKey()]) queryClient.removeQueries({ queryKey });
}

// The next posts take the places of those that go.
function rereadHotPosts(): void {
  void queryClient.invalidateQueries({ queryKey: hotPostsKey() });
}
