import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

import { query } from '../../api/client.ts';
import { adsKey } from '../../api/query-keys.ts';
import type { FeedTab } from '../posts/lists/post-lists.ts';
import { type PostPage, withoutRepeats } from '../posts/lists/post-pages.ts';
import type { Between } from '../posts/PostList.tsx';
import { useSession } from '../session/use-session.ts';
import { placeIn } from './ad-places.ts';
import { AdSlot } from './AdSlot.tsx';
import { expectLate, WaitingSlot } from './WaitingSlot.tsx';

type Props = {
  tab: FeedTab;
  club: string | undefined;
  pages: readonly PostPage[];
  onPlaced: (ads: Between) => void;
};

export function FeedAds({ tab, club = '', pages, onPlaced }: Props) {
  const { user } = useSession();
  const list = `${user?.uid} ${tab} ${club}`;
  const visit = useRef<boolean>(undefined);
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: adsKey(),
    queryFn: ({ signal }) => query('getAds', {}, { signal }),
    // Ads may have started or ended meanwhile.
    refetchOnMount: 'always',
    retry: false,
  });

  // A layout effect, so that the ads of a new page are painted with its posts.
  useLayoutEffect(() => {
    if (!data) return;
    const isVisit = visit.current !== isFetchedAfterMount;
    visit.current = isFetchedAfterMount;
    const postIds = withoutRepeats(pages).flatMap(({ ids }) => ids);
    const slots = new Map<string, ReactNode>();
    for (const { postId, ad, place, isLate } of placeIn(list, postIds, data.items, { isVisit })) {
      if (isLate) expectLate(place);
      slots.set(
        postId,
        <WaitingSlot place={place}>
          <AdSlot ad={ad} place={place} />
        </WaitingSlot>,
      );
    }
    onPlaced(slots);
  }, [list, pages, data, isFetchedAfterMount, onPlaced]);

  return null;
}
