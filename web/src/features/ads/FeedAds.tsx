import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';

import { query } from '../../api/client.ts';
import { adsKey } from '../../api/query-keys.ts';
import type { FeedTab } from '../posts/lists/post-lists.ts';
import { type PostPage, withoutRepeats } from '../posts/lists/post-pages.ts';
import type { Between } from '../posts/PostList.tsx';
import { useSession } from '../session/use-session.ts';
import { isPlaced, placeIn } from './ad-places.ts';
import { AdSlot } from './AdSlot.tsx';
import { expectLate, WaitingSlot } from './WaitingSlot.tsx';

type Props = { tab: FeedTab; pages: readonly PostPage[]; onPlaced: (ads: Between) => void };

const fewMinutesMs = 5 * 60_000;

/** Places the ads among the posts of a tab. Renders nothing; without ads the feed never notices it. */
export function FeedAds({ tab, pages, onPlaced }: Props) {
  const { user } = useSession();
  const list = `${user?.uid} ${tab}`;
  const { data } = useQuery({
    queryKey: adsKey(),
    queryFn: ({ signal }) => query('getAds', {}, { signal }),
    staleTime: fewMinutesMs,
    retry: false,
  });

  // A layout effect, so that the ads of a new page are painted with its posts.
  useLayoutEffect(() => {
    if (!data) return;
    const isLate = !isPlaced(list);
    const postIds = withoutRepeats(pages).flatMap(({ ids }) => ids);
    const slots = new Map<string, ReactNode>();
    for (const [postId, ad] of placeIn(list, postIds, data.items)) {
      const place = `${list} ${postId}`;
      if (isLate) expectLate(place);
      slots.set(
        postId,
        <WaitingSlot place={place}>
          <AdSlot ad={ad} place={place} />
        </WaitingSlot>,
      );
    }
    onPlaced(slots);
  }, [list, pages, data, onPlaced]);

  return null;
}
