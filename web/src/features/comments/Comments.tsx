import { type Ref, useState } from 'react';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { usePost } from '../../api/post-cache.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { CommentBox } from './CommentBox.tsx';
import { CommentThread } from './CommentThread.tsx';
import { asDeleted, useWithoutDeleted } from './delete-comment.ts';
import { mergeComments } from './merge-comments.ts';
import { MissingComment } from './TargetComment.tsx';
import { threadsOf } from './threads.ts';
import { useComments, useCommentThread, useOwnComments } from './use-comments.ts';
import { useNewComments } from './watch-comments.ts';

import styles from './Comments.module.css';

type Props = { postId: string; box?: Ref<HTMLTextAreaElement>; target: string | null };

/** Oldest first; the thread of `target`, a comment's id, stands on top. */
export function Comments({ postId, box, target }: Props) {
  const post = usePost(postId);
  const comments = useComments(postId);
  const targetThread = useCommentThread(postId, target);
  const own = useOwnComments(postId);
  useNewComments(postId, target);
  const [answering, setAnswering] = useState<ReadonlyMap<string, Comment>>(new Map());
  const isWaiting = target !== null && targetThread.isPending;
  const pages = comments.data?.pages;
  const { root = null, replies = [] } = targetThread.data ?? {};
  const items = useWithoutDeleted(
    mergeComments([
      // A comment deleted meanwhile keeps its reply box and the text in it.
      { items: [...answering.values()].map(asDeleted) },
      { items: own },
      ...(pages ?? []),
      // The later list wins: the thread is read again with the last page.
      { items: root ? [root, ...replies] : replies },
    ]),
  );
  const threads = threadsOf(items, answering);
  const top = threads.find(
    ({ id, replies: under }) => id === target || under.some((reply) => reply.id === target),
  );
  const first = targetThread.data?.found ? top : undefined;
  const rest = threads.filter((thread) => thread !== first);
  const ownerUid = post?.ownerUid ?? '';
  const mayComment = post?.viewer.mayComment !== false;
  const answer = (comment: Comment, isOpen: boolean) =>
    setAnswering((before) => {
      const after = new Map(before);
      if (isOpen) after.set(comment.id, comment);
      else after.delete(comment.id);
      return after;
    });
  const common = { ownerUid, mayComment, answering, onAnswer: answer };

  return (
    <section aria-label="Comentarios">
      <CommentBox postId={postId} isClosed={!mayComment} ref={box} />
      {!mayComment && !post.authorSuspended && (
        <p className={styles.missing}>Quien publicó eligió quién puede comentar.</p>
      )}
      {(comments.isPending || isWaiting) && <output className={styles.loading}>Cargando…</output>}
      {first && target !== null && (
        <ol aria-label="Comentario de la notificación">
          <CommentThread key={target} thread={first} {...common} target={target} />
        </ol>
      )}
      {target !== null && targetThread.data?.found === false && <MissingComment key={target} id={target} />}
      {!pages && comments.isError && (
        <ErrorState onRetry={() => void comments.refetch()} busy={comments.isFetching}>
          No se pudieron cargar los comentarios.
        </ErrorState>
      )}
      {pages && threads.length === 0 && !isWaiting && <EmptyState>Todavía no hay comentarios.</EmptyState>}
      <ol hidden={isWaiting}>
        {rest.map((thread) => (
          <CommentThread key={thread.id} thread={thread} {...common} />
        ))}
      </ol>
      {!isWaiting && <LoadMore list={comments} />}
    </section>
  );
}
