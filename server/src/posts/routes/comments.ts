import { Problem } from '../../../../contract/src/problem.ts';
import { adminAuthenticationMs } from '../../../../contract/src/rules/recent-sign-in.ts';
import { attemptOf } from '../../kernel/attempts.ts';
import { readCursor, writeCursor } from '../../kernel/cursors.ts';
import { pageText } from '../../kernel/page-text.ts';
import { type CallRequest, type Handlers, JsonText } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { requireAdminAuthentication } from '../../sessions/actions/reauthentication.ts';
import { isAdmin } from '../../sessions/views/session.ts';
import type { CommentLikes } from '../actions/comment-likes.ts';
import { commentNotFound, deleteCommentAsAdmin, deleteOwnComment } from '../actions/comment-removal.ts';
import type { Comments } from '../actions/comments.ts';
import { openPost, postNotFound } from '../actions/open-post.ts';
import { commentsPage, commentThread, commentView } from '../views/comments.ts';
import type { PostReads } from '../views/post-reads.ts';
import { isAuthorOpenTo, isPostOpenTo } from '../views/posts.ts';

type CommentCall =
  | 'getComments'
  | 'getCommentThread'
  | 'addComment'
  | 'likeComment'
  | 'unlikeComment'
  | 'deleteComment'
  | 'adminDeleteComment';

type Needs = {
  reads: PostReads;
  writes: Writes;
  signer: Signer;
  comments: Comments;
  commentLikes: CommentLikes;
  superAdminEmail: string | null;
};

export function commentRoutes({
  reads,
  writes,
  signer,
  comments,
  commentLikes,
  superAdminEmail,
}: Needs): Handlers<CommentCall> {
  // After a block a like can be taken back, but its comment is not shown.
  const liking =
    (liked: boolean) =>
    async ({ input, session: { uid } }: CallRequest<'likeComment' | 'unlikeComment'>) => {
      const { likes, authorUid } = await commentLikes.set(uid, input, liked);
      const isOpen =
        (await isPostOpenTo(reads, uid, input.postId)) && (await isAuthorOpenTo(reads, uid, authorUid));
      if (!isOpen) throw commentNotFound();
      return { likesCount: likes, liked };
    };

  return {
    getComments: async ({ input: { postId, cursor }, session: { uid }, request, reply }) => {
      if (!(await isPostOpenTo(reads, uid, postId))) throw postNotFound();
      const list = `comments ${postId}`;
      const page = await commentsPage(reads, uid, postId, readCursor(signer, list, cursor));
      // Open pages ask again every ten seconds.
      const etag = `"${page.items.length}-${page.hash.toString(36)}"`;
      reply.header('etag', etag);
      if (request.headers['if-none-match'] !== etag)
        return pageText(page.items, writeCursor(signer, list, page.next));
      reply.code(304);
      return new JsonText('');
    },
    getCommentThread: async ({ input: { postId, commentId }, session: { uid } }) => {
      if (!(await isPostOpenTo(reads, uid, postId))) throw postNotFound();
      return new JsonText(await commentThread(reads, uid, postId, commentId));
    },
    addComment: async ({ input, session, request }) => {
      const row = await comments.add(session.uid, input, attemptOf(request, 'addComment', input));
      const comment = await commentView(reads, row);
      if (!comment) throw new Problem('auth/user-disabled');
      return { comment };
    },
    likeComment: liking(true),
    unlikeComment: liking(false),
    deleteComment: async ({ input, session }) => {
      const { uid } = session;
      if (await deleteOwnComment(writes, uid, input)) return {};
      if (!(await isAdmin(reads.db, uid, superAdminEmail))) {
        // Across a block the post looks as if it were gone.
        await openPost(reads.db, uid, input.postId);
        throw new Problem('permission-denied');
      }
      await requireAdminAuthentication(writes, session, adminAuthenticationMs);
      await deleteCommentAsAdmin(writes, uid, input);
      return {};
    },
    adminDeleteComment: async ({ input, session: { uid } }) => {
      await deleteCommentAsAdmin(writes, uid, input);
      return {};
    },
  };
}
