import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../posts/LoadMore.tsx';
import { usePendingPosts } from '../posts/pending-posts.ts';
import type { FeedTab } from '../posts/post-lists.ts';
import { PostCard } from '../posts/PostCard.tsx';
import { PostList } from '../posts/PostList.tsx';
import { PostSkeletons } from '../posts/PostSkeleton.tsx';
import { EmptyFeed } from './EmptyFeed.tsx';
import { IndexWarning } from './IndexWarning.tsx';
import { NewPostsPill } from './NewPostsPill.tsx';
import { useFeed } from './use-feed.ts';
import { useNewPosts } from './use-new-posts.ts';

type Props = { tab: FeedTab; label: string; onTop: () => void };

/** A tab of the feed: its posts, what is new above them, and how it goes on. */
export function Feed({ tab, label, onTop }: Props) {
  const feed = useFeed(tab);
  const pages = feed.data?.pages;
  const pending = usePendingPosts(tab);
  const news = useNewPosts(tab, pages);
  const missing = pages?.find((page) => page.missing)?.missing;

  const showNew = () => {
    news.show();
    onTop();
  };

  if (feed.isPending) return <PostSkeletons count={5} />;
  if (!pages) {
    return (
      <ErrorState onRetry={() => void feed.refetch()} busy={feed.isFetching}>
        No se pudo cargar el feed.
      </ErrorState>
    );
  }
  const empty = pending.length === 0 && pages.every((page) => page.ids.length === 0);
  return (
    <>
      <NewPostsPill count={news.count} onShow={showNew} />
      {missing && <IndexWarning missing={missing} />}
      {/* A feed without an article is none: screen readers would announce an empty list. */}
      {!empty && (
        <PostList name={tab} label={label} pages={pages} busy={feed.isFetchingNextPage}>
          {pending.map((id) => (
            <PostCard key={id} id={id} pending />
          ))}
        </PostList>
      )}
      {empty && !feed.hasNextPage && <EmptyFeed tab={tab} />}
      {feed.hasNextPage && (
        <LoadMore
          loading={feed.isFetchingNextPage}
          failed={feed.isFetchNextPageError}
          onLoad={() => void feed.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}
