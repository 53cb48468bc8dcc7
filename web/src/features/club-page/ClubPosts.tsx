import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PostSkeletons } from '../posts/card/PostSkeleton.tsx';
import { PostList } from '../posts/PostList.tsx';
import { useClubPosts } from './use-club.ts';

export function ClubPosts({ slug, short }: { slug: string; short: string }) {
  const posts = useClubPosts(slug);
  const pages = posts.data?.pages;
  if (posts.isPending) return <PostSkeletons count={3} />;
  if (!pages) {
    return (
      <ErrorState onRetry={() => void posts.refetch()} busy={posts.isFetching}>
        No se pudo cargar.
      </ErrorState>
    );
  }
  if (!posts.hasNextPage && pages.every((page) => page.ids.length === 0)) {
    return <EmptyState>{`Todavía no hay publicaciones de hinchas de ${short}.`}</EmptyState>;
  }
  return (
    <>
      <PostList name={`club-${slug}`} label="Publicaciones" pages={pages} busy={posts.isFetchingNextPage} />
      {posts.hasNextPage && (
        <LoadMore
          loading={posts.isFetchingNextPage}
          failed={posts.isFetchNextPageError}
          onLoad={() => void posts.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}
