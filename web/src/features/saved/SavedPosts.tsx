import { argentine } from '../../../../contract/src/rules/counters.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { TitleBar } from '../../ui/TitleBar.tsx';
import { PostSkeletons } from '../posts/card/PostSkeleton.tsx';
import { PostList } from '../posts/PostList.tsx';
import { useSavedPosts } from './use-saved-posts.ts';

export function SavedPosts() {
  const { list, pages, count } = useSavedPosts();
  return (
    <>
      <TitleBar title={count === undefined ? 'Guardados' : `Guardados (${argentine(count)})`} />
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
      <LoadMore list={list} />
    </>
  );
}
