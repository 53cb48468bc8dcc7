import { useInfiniteQuery } from '@tanstack/react-query';

import { query } from '../../api/client.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../posts/LoadMore.tsx';
import { postLists, readPostPage } from '../posts/post-lists.ts';
import type { PostPage } from '../posts/post-pages.ts';
import { PostList } from '../posts/PostList.tsx';
import { PostSkeletons } from '../posts/PostSkeleton.tsx';

/** What a user published, newest first. */
export function ProfilePosts({ uid }: { uid: string }) {
  const posts = useProfilePosts(uid);
  const pages = posts.data?.pages;
  if (posts.isPending) return <PostSkeletons count={3} />;
  if (!pages) {
    return (
      <ErrorState onRetry={() => void posts.refetch()} busy={posts.isFetching}>
        No se pudieron cargar las publicaciones.
      </ErrorState>
    );
  }
  if (!posts.hasNextPage && pages.every((page) => page.ids.length === 0)) {
    return <EmptyState>Todavía no hay publicaciones.</EmptyState>;
  }
  return (
    <>
      <PostList name={`perfil-${uid}`} label="Publicaciones" pages={pages} busy={posts.isFetchingNextPage} />
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

function useProfilePosts(uid: string) {
  return useInfiniteQuery({
    queryKey: postLists.profile(uid),
    queryFn: ({ pageParam, signal }) =>
      readPostPage(() => query('getProfilePosts', { uid, cursor: pageParam ?? undefined }, { signal })),
    initialPageParam: null as string | null,
    getNextPageParam: (page: PostPage) => page.cursor,
    // Asking again asks every loaded page: Back should find the list as it was.
    staleTime: 5 * 60_000,
    gcTime: 60 * 60_000,
  });
}
