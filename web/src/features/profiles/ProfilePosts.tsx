import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PostSkeletons } from '../posts/card/PostSkeleton.tsx';
import { PostList } from '../posts/PostList.tsx';
import { useProfilePosts } from './use-profile-posts.ts';

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
      <LoadMore list={posts} />
    </>
  );
}
