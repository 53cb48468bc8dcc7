import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PostSkeletons } from '../posts/card/PostSkeleton.tsx';
import { NewPostsPill } from '../posts/NewPostsPill.tsx';
import { PostList } from '../posts/PostList.tsx';
import { useClubPosts } from './use-club.ts';

type Props = {
  slug: string;
  short: string;
  onTop: () => void;
};

export function ClubPosts({ slug, short, onTop }: Props) {
  const { list: posts, pages, newPosts, showNew } = useClubPosts(slug);
  const pill = (
    <NewPostsPill
      count={newPosts}
      onShow={() => {
        showNew();
        onTop();
      }}
    />
  );
  if (posts.isPending) return <PostSkeletons count={3} />;
  if (!pages) {
    return (
      <ErrorState onRetry={() => void posts.refetch()} busy={posts.isFetching}>
        No se pudo cargar.
      </ErrorState>
    );
  }
  if (!posts.hasNextPage && pages.every((page) => page.ids.length === 0)) {
    return (
      <>
        {pill}
        <EmptyState>{`Todavía no hay publicaciones de hinchas de ${short}.`}</EmptyState>
      </>
    );
  }
  return (
    <>
      {pill}
      <PostList name={`club-${slug}`} label="Publicaciones" pages={pages} busy={posts.isFetchingNextPage} />
      <LoadMore list={posts} />
    </>
  );
}
