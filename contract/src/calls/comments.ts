import { Type } from 'typebox';

import { command, query } from './define.ts';
import { Comment, Cursor, Id, Input, NoOutput, Page, Shape } from './shapes.ts';

export const getComments = query({
  access: 'user',
  group: 'read',
  summary: 'The comments of a post, oldest first, up to 200 per page.',
  input: Input({ postId: Id, cursor: Type.Optional(Cursor) }),
  output: Page(Comment),
});

export const addComment = command({
  access: 'user',
  group: 'comment',
  summary: 'Comments on a post. The text is truncated to 1000 characters.',
  // Much wider than 1000: longer texts are truncated, not rejected.
  input: Input({ postId: Id, text: Type.String({ maxLength: 20_000 }) }),
  output: Shape({ comment: Comment }),
  idempotent: true,
});

export const adminDeleteComment = command({
  access: 'admin',
  group: 'moderate',
  summary: 'Deletes any comment and its notifications.',
  input: Input({ postId: Id, commentId: Id }),
  output: NoOutput,
});
