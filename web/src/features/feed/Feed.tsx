import { type ComponentType, Suspense, useState } from 'react';

import { findPost } from '../../api/post-cache.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { optionalPart } from '../../ui/optional-part.ts';
import { NoClubPosts } from '../clubs/NoClubPosts.tsx';
import { PostSkeletons } from '../posts/card/PostSkeleton.tsx';
import { usePendingPosts } from '../posts/lists/pending-posts.ts';
import type { FeedTab } from '../posts/lists/post-lists.ts';
import type { PostPage } from '../posts/lists/post-pages.ts';
import { NewPostsPill } from '../posts/NewPostsPill.tsx';
import { type Between, PostList } from '../posts/PostList.tsx';
import { useSession } from '../session/use-session.ts';
import { useFeed } from './use-feed.ts';
import { useNewPosts } from './use-new-posts.ts';

import styles from './Feed.module.css';

type Props = {
  tab: FeedTab;
  club: string | undefined;
  label: string;
  onTop: () => void;
  Ads: ComponentType<{
    tab: FeedTab;
    club: string | undefined;
    pages: readonly PostPage[];
    onPlaced: (ads: Between) => void;
  }>;
  Newcomer: ComponentType<{ isEmpty: boolean }>;
};

const IndexWarning = optionalPart(async () => (await import('./IndexWarning.tsx')).IndexWarning);

// By tab and club; outlives the screen, so that Back renders the list at its old height.
const placements = new Map<string, Between>();

export function Feed({ tab, club, label, onTop, Ads, Newcomer }: Props) {
  const { user } = useSession();
  const name = `${tab}${club ?? ''}`;
  const [ads, setAds] = useState(placements.get(name));
  const feed = useFeed(tab, club);
  const pages = feed.data?.pages;
  const own = usePendingPosts(tab);
  const pending = club === undefined || club === user?.club ? own : [];
  const newPosts = useNewPosts(tab, club, pages);
  const missing = pages?.find((page) => page.missing)?.missing;

  const showNew = () => {
    newPosts.show();
    onTop();
  };

  const place = (next: Between) => {
    placements.set(name, next);
    setAds(next);
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
  const isEmptyList = empty && !feed.hasNextPage;
  const newcomer = (pages[0]?.isNewcomer || (isEmptyList && tab === 'siguiendo')) && (
    <Suspense fallback={<div className={styles.newcomer} />}>
      <Newcomer isEmpty={empty} />
    </Suspense>
  );
  // A newcomer's own first post stays on top.
  const hasOwn =
    pending.length > 0 || pages[0]?.ids.some((id) => findPost(id)?.ownerUid === user?.uid) === true;
  return (
    <>
      {!hasOwn && newcomer}
      <NewPostsPill count={newPosts.count} onShow={showNew} />
      {missing && (
        <Suspense>
          <IndexWarning missing={missing} />
        </Suspense>
      )}
      {/* An empty feed role would be announced as an empty list. */}
      {!empty && (
        <PostList
          name={name}
          label={label}
          pages={pages}
          busy={feed.isFetchingNextPage}
          between={ads}
          pending={pending}
        />
      )}
      <Suspense fallback={null}>
        <Ads tab={tab} club={club} pages={pages} onPlaced={place} />
      </Suspense>
      {isEmptyList && !newcomer && (
        <EmptyState>
          {club === undefined ? 'Aún no hay publicaciones.' : <NoClubPosts club={club} />}
        </EmptyState>
      )}
      <LoadMore list={feed} />
      {hasOwn && !feed.hasNextPage && newcomer}
    </>
  );
}
