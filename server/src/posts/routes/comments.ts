import { Problem } from '../../../../contract/src/problem.ts';
import { attemptOf } from '../../kernel/attempts.ts';
import { readCursor, writeCursor } from '../../kernel/cursors.ts';
import { pageText } from '../../kernel/page-text.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { deleteCommentAsAdmin } from '../actions/comment-removal.ts';
import { addComment } from '../actions/comments.ts';
import { postNotFound } from '../actions/open-post.ts';
import { commentsPage, commentView, visibleComment } from '../views/comments.ts';
import type { PostReads } from '../views/post-reads.ts';
import { isPostOpenTo } from '../views/posts.ts';

type Needs = { reads: PostReads; writes: Writes; signer: Signer };

export function commentRoutes({
  reads,
  writes,
  signer,
}: Needs): Handlers<'getComments' | 'getCommentThread' | 'addComment' | 'adminDeleteComment'> {
  return {
    getComments: async ({ input: { postId, cursor }, session: { uid } }) => {
      if (!(await isPostOpenTo(reads, uid, postId))) throw postNotFound();
      const list = `comments ${postId}`;
      const { items, next } = await commentsPage(reads, uid, postId, readCursor(signer, list, cursor));
      return pageText(items, writeCursor(signer, list, next));
    },
    getCommentThread: async ({ input: { postId, commentId }, session: { uid } }) => {
      if (!(await isPostOpenTo(reads, uid, postId))) throw postNotFound();
      const root = await visibleComment(reads, uid, postId, commentId);
      return { root, replies: [], found: root !== null };
    },
    addComment: async ({ input, session, request }) => {
      const row = await addComment(writes, session.uid, input, attemptOf(request, 'addComment', input));
      const comment = await commentView(reads, row);
      if (!comment) throw new Problem('auth/user-disabled');
      return { comment };
    },
    adminDeleteComment: async ({ input, session: { uid } }) => {
      await deleteCommentAsAdmin(writes, uid, input);
      return {};
    },
  };
}
