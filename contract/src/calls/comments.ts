import { Type } from 'typebox';

import { limits } from '../rules/limits.ts';
import { command, query } from './define.ts';
import { Comment, Count, Cursor, Id, Input, NoOutput, Nullable, Shape } from './shapes.ts';

export const getComments = query({
  access: 'user',
  group: 'read',
  summary:
    'The comments of a post, oldest first, up to 200 per page. `commentsCount` counts all of the post; an empty later page has none.',
  input: Input({ postId: Id, cursor: Type.Optional(Cursor) }),
  output: Shape({
    items: Type.Array(Comment),
    cursor: Nullable(Type.String()),
    commentsCount: Type.Optional(Count),
  }),
});

export const getCommentThread = query({
  access: 'user',
  group: 'read',
  summary:
    'The thread of one comment, wherever it stands in the list: the comment that it stands under, and up to 200 replies. `found` is false when it is gone or hidden.',
  input: Input({ postId: Id, commentId: Id }),
  output: Shape({
    root: Nullable(Comment),
    replies: Type.Array(Comment, { maxItems: limits.commentsListed }),
    found: Type.Boolean(),
  }),
});

export const addComment = command({
  access: 'user',
  group: 'comment',
  summary:
    'Comments on a post, or replies to the comment `replyTo`. The text is truncated to 1000 characters.',
  // Much wider than 1000: longer texts are truncated, not rejected.
  input: Input({
    postId: Id,
    text: Type.String({ maxLength: 20_000 }),
    replyTo: Type.Optional(Id),
  }),
  output: Shape({ comment: Comment, commentsCount: Type.Optional(Count) }),
  idempotent: true,
});

const CommentLikes = Shape({ likesCount: Type.Integer({ minimum: 0 }), liked: Type.Boolean() });

export const likeComment = command({
  access: 'user',
  group: 'react',
  summary: 'Likes a comment. Repeating it changes nothing.',
  input: Input({ postId: Id, commentId: Id }),
  output: CommentLikes,
});

export const unlikeComment = command({
  access: 'user',
  group: 'react',
  summary: 'Takes back a like of a comment. Repeating it changes nothing.',
  input: Input({ postId: Id, commentId: Id }),
  output: CommentLikes,
});

export const deleteComment = command({
  access: 'user',
  group: 'delete',
  summary:
    'Deletes a comment of the caller, or one under the caller’s own post; admins delete any. Its replies stay.',
  input: Input({ postId: Id, commentId: Id }),
  output: Shape({ commentsCount: Type.Optional(Count) }),
});

export const adminDeleteComment = command({
  access: 'admin',
  group: 'moderate',
  summary: 'Deletes any comment and its notifications.',
  input: Input({ postId: Id, commentId: Id }),
  output: NoOutput,
});
