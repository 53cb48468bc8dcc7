import type { Ref } from 'react';

import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { CommentBox } from './CommentBox.tsx';
import { CommentItem } from './CommentItem.tsx';
import { mergeComments } from './merge-comments.ts';
import { useComments } from './use-comments.ts';

import styles from './Comments.module.css';

type Props = { postId: string; box?: Ref<HTMLTextAreaElement> };

export function Comments({ postId, box }: Props) {
  const comments = useComments(postId);
  const pages = comments.data?.pages;
  const list = mergeComments(pages ?? []);

  return (
    <section aria-label="Comentarios">
      <CommentBox postId={postId} ref={box} />
      {comments.isPending && <output className={styles.loading}>Cargando…</output>}
      {!pages && comments.isError && (
        <ErrorState onRetry={() => void comments.refetch()} busy={comments.isFetching}>
          No se pudieron cargar los comentarios.
        </ErrorState>
      )}
      {pages && list.length === 0 && <EmptyState>Todavía no hay comentarios.</EmptyState>}
      <ol>
        {list.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ol>
      {comments.hasNextPage && (
        <LoadMore
          loading={comments.isFetchingNextPage}
          failed={comments.isFetchNextPageError}
          onLoad={() => void comments.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </section>
  );
}
