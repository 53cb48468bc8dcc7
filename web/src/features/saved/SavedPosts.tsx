import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PostSkeletons } from '../posts/card/PostSkeleton.tsx';
import { PostList } from '../posts/PostList.tsx';
import { useSavedPosts } from './use-saved-posts.ts';

import styles from './SavedPosts.module.css';

export function SavedPosts() {
  const { list, pages, count } = useSavedPosts();
  return (
    <>
      <h1 className={styles.title}>{count === undefined ? 'Guardados' : `Guardados (${count})`}</h1>
      {list.isPending && <PostSkeletons count={4} />}
      {list.isError && !pages && (
        <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
          No se pudieron cargar tus guardados.
        </ErrorState>
      )}
      {pages && count !== 0 && (
        <PostList name="guardados" label="Guardados" pages={pages} busy={list.isFetchingNextPage} />
      )}
      {count === 0 && <EmptyState>No guardaste publicaciones todavía.</EmptyState>}
      {list.hasNextPage && (
        <LoadMore
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}
