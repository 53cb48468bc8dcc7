import type { Ref } from 'react';

import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { CommentBox } from './CommentBox.tsx';
import { CommentItem } from './CommentItem.tsx';
import { mergeComments } from './merge-comments.ts';
import { TargetComment } from './TargetComment.tsx';
import { useComments, useCommentThread } from './use-comments.ts';

import styles from './Comments.module.css';

type Props = { postId: string; box?: Ref<HTMLTextAreaElement>; target: string | null };

/** The comments of a post, oldest first; `target`, the id of one of them, stands on top. */
export function Comments({ postId, box, target }: Props) {
  const comments = useComments(postId);
  const thread = useCommentThread(postId, target);
  const isWaiting = target !== null && thread.isPending;
  const root = thread.data?.root;
  const pages = comments.data?.pages;
  const list = mergeComments(pages ?? []).filter(({ id }) => id !== root?.id);

  return (
    <section aria-label="Comentarios">
      <CommentBox postId={postId} ref={box} />
      {(comments.isPending || isWaiting) && <output className={styles.loading}>Cargando…</output>}
      {root && <TargetComment key={root.id} comment={root} />}
      {thread.data?.found === false && <p className={styles.missing}>Ese comentario ya no está.</p>}
      {!pages && comments.isError && (
        <ErrorState onRetry={() => void comments.refetch()} busy={comments.isFetching}>
          No se pudieron cargar los comentarios.
        </ErrorState>
      )}
      {pages && list.length === 0 && !root && !isWaiting && (
        <EmptyState>Todavía no hay comentarios.</EmptyState>
      )}
      <ol hidden={isWaiting}>
        {list.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ol>
      {comments.hasNextPage && !isWaiting && (
        <LoadMore
          loading={comments.isFetchingNextPage}
          failed={comments.isFetchNextPageError}
          onLoad={() => void comments.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </section>
  );
}
