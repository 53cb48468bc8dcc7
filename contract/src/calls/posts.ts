import { Type } from 'typebox';

import { limits } from '../rules/limits.ts';
import { command, query } from './define.ts';
import { Cursor, Id, Input, NoOutput, Page, PostView, Shape } from './shapes.ts';

export const FeedTab = Type.Union([Type.Literal('siguiendo'), Type.Literal('paraVos')]);

export const getFeed = query({
  who: 'user',
  summary: 'Ten posts of a tab, newest first. `source=posts` reads without the feed’s own read model.',
  input: Input({
    tab: FeedTab,
    cursor: Type.Optional(Cursor),
    source: Type.Optional(Type.Union([Type.Literal('summaries'), Type.Literal('posts')])),
  }),
  output: Page(PostView),
});

export const getPost = query({
  who: 'user',
  summary: 'One post.',
  input: Input({ postId: Id }),
  output: Shape({ post: PostView }),
});

export const publishPost = command({
  who: 'user',
  summary: 'Publishes a post. At least a text or a link.',
  input: Input({
    text: Type.Optional(Type.String({ maxLength: limits.postText * 2 })),
    link: Type.Optional(Type.String({ maxLength: limits.linkLength })),
  }),
  output: Shape({ post: PostView }),
  idempotent: true,
});

export const deletePost = command({
  who: 'author',
  summary: 'Deletes one’s own post with everything that hangs on it.',
  input: Input({ postId: Id }),
  output: NoOutput,
});
