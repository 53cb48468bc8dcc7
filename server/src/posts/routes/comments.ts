import { Problem } from '../../../../contract/src/problem.ts';
import { adminAuthenticationMs } from '../../../../contract/src/rules/recent-sign-in.ts';
import { namesEtag } from '../../http/request-form.ts';
import { attemptOf } from '../../kernel/attempts.ts';
import { readCursor } from '../../kernel/cursors.ts';
import { pageAnswer } from '../../kernel/page-text.ts';
import {
  type CallRequest,
  type Handlers,
  JsonText,
  type CallerReply,
  type CallerRequest,
} from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { visibleAmong } from '../../people/views/sight.ts';
import { andThen } from '../../platform/concurrency/maybe-promise.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { requireAdminAuthentication } from '../../sessions/actions/reauthentication.ts';
import { isAdmin } from '../../sessions/views/session.ts';
import type { CommentLikes } from '../actions/comment-likes.ts';
import {
  commentNotFound,
  deleteCommentAsAdmin,
  deleteOwnComment,
  refuseDeletion,
} from '../actions/comment-removal.ts';
import type { Comments } from '../actions/comments.ts';
import { postNotFound } from '../actions/open-post.ts';
import { commentsPage, commentThread, commentView } from '../views/comments.ts';
import type { PostReads } from '../views/post-reads.ts';
import { postSight } from '../views/posts.ts';

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
  // Unliking works across a block, but the answer must not show the comment.
  const likeHandler =
    (liked: boolean) =>
    async ({ input, session: { uid } }: CallRequest<'likeComment' | 'unlikeComment'>) => {
      const { likes, authorUid } = await commentLikes.set(uid, input, liked);
      const isOpen =
        (await postSight(reads, uid, input.postId)) === 'page' &&
        (await visibleAmong(reads, uid, [authorUid])).has(authorUid);
      if (!isOpen) throw commentNotFound();
      return { likesCount: likes, liked };
    };

  // A repeated attempt and the deletion of an own comment answer across a block too.
  const countOf = async (uid: string, postId: string) => {
    const post = (await postSight(reads, uid, postId)) && (await reads.posts.get(postId));
    return post ? { commentsCount: post.counters.comments } : {};
  };

  return {
    getComments: ({ input: { postId, cursor }, session: { uid }, request, reply }) => {
      const list = `comments ${postId}`;
      const page = andThen(postSight(reads, uid, postId), (sight) => {
        if (!sight) throw postNotFound();
        return commentsPage(reads, { uid, sight }, postId, readCursor(signer, list, cursor));
      });
      return andThen(page, ({ items, next, total, hash }) => {
        if (isUnchanged(request, reply, `${items.length}-${hash.toString(36)}`)) return new JsonText('');
        const more = total === undefined ? undefined : { commentsCount: total };
        return pageAnswer(signer, list, { items, next }, more);
      });
    },
    getCommentThread: ({ input: { postId, commentId }, session: { uid }, request, reply }) => {
      const thread = andThen(postSight(reads, uid, postId), (sight) => {
        if (!sight) throw postNotFound();
        return commentThread(reads, { uid, sight }, postId, commentId);
      });
      return andThen(
        thread,
        ({ text, hash }) => new JsonText(isUnchanged(request, reply, hash.toString(36)) ? '' : text),
      );
    },
    addComment: async ({ input, session, request }) => {
      const row = await comments.add(session.uid, input, attemptOf(request, 'addComment', input));
      const comment = await commentView(reads, row);
      if (!comment) throw new Problem('auth/user-disabled');
      return { comment, ...(await countOf(session.uid, input.postId)) };
    },
    likeComment: likeHandler(true),
    unlikeComment: likeHandler(false),
    deleteComment: async ({ input, session }) => {
      const { uid } = session;
      if (await deleteOwnComment(writes, uid, input)) return countOf(uid, input.postId);
      if (!(await isAdmin(reads.db, uid, superAdminEmail))) return refuseDeletion(reads.db, uid, input);
      await requireAdminAuthentication(writes, session, adminAuthenticationMs);
      await deleteCommentAsAdmin(writes, uid, input);
      return countOf(uid, input.postId);
    },
    adminDeleteComment: async ({ input, session: { uid } }) => {
      await deleteCommentAsAdmin(writes, uid, input);
      return {};
    },
  };
}

// Open pages poll every ten seconds, so an unchanged answer is a 304.
function isUnchanged({ headers }: CallerRequest, reply: CallerReply, tag: string): boolean {
  const etag = `"${tag}"`;
  reply.header('etag', etag);
  if (!namesEtag(headers['if-none-match'], etag)) return false;
  reply.code(304);
  return true;
}
