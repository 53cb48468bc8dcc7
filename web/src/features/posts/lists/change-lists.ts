import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { topicsOf } from '../../../../../contract/src/rules/texts/split-text.ts';
import { forgetPost, putPosts } from '../../../api/post-cache.ts';
import { changeQueries } from '../../../api/query-client.ts';
import { postListKey } from '../../../api/query-keys.ts';
import type { PostPages } from './post-pages.ts';

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
    changeQueries<PostPages>({ queryKey: key, exact: true }, (list) => withPostOnTop(list, post.id));
  }
}

export function unlistPost(id: string): void {
  changeQueries<PostPages>({ queryKey: postListKey() }, (list) => withoutPost(list, id));
  forgetPost(id);
}

export function withPostOnTop(list: PostPages, id: string): PostPages {
  const [first, ...rest] = withoutPost(list, id).pages;
  return first ? { ...list, pages: [{ ...first, ids: [id, ...first.ids] }, ...rest] } : list;
}

/** Unaffected pages keep their identity. */
export function withoutPost(list: PostPages, id: string): PostPages {
  const pages = list.pages.map((page) =>
    page.ids.includes(id) ? { ...page, ids: page.ids.filter((other) => other !== id) } : page,
  );
  return { ...list, pages };
}
