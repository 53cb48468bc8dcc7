import { Problem } from '../../../contract/src/problem.ts';
import { addComment } from '../actions/comments.ts';
import { postNotFound } from '../actions/posts.ts';
import { isId } from '../platform/ids.ts';
import { commentsPage, commentView } from '../views/comments.ts';
import { attemptOf } from './attempts.ts';
import { readCursor, writeCursor } from './cursors.ts';
import { pageText } from './posts.ts';
import type { Handlers, Site } from './route.ts';

export function commentRoutes({ reads, writes, signer }: Site): Handlers<'getComments' | 'addComment'> {
  return {
    getComments: async ({ input: { postId, cursor } }) => {
      if (!isId(postId) || !(await reads.posts.get(postId))) throw postNotFound();
      const list = `comments ${postId}`;
      const { items, next } = await commentsPage(reads, postId, readCursor(signer, list, cursor));
      return pageText(items, writeCursor(signer, list, next));
    },
    addComment: async ({ input, session, request }) => {
      const row = await addComment(writes, session.uid, input, attemptOf(request, 'addComment', input));
      const comment = await commentView(reads, row);
      if (!comment) throw new Problem('auth/user-disabled');
      return { comment };
    },
  };
}
