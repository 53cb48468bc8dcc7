import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { query } from '../../api/client.ts';
import type { FeedTab } from '../posts/post-lists.ts';
import { type PostPage, withoutRepeats } from '../posts/post-pages.ts';
import type { Between } from '../posts/PostList.tsx';
import { useSession } from '../session/use-session.ts';
import { placeIn } from './ad-places.ts';
import { AdSlot } from './AdSlot.tsx';

type Props = { tab: FeedTab; pages: readonly PostPage[]; onPlaced: (ads: Between) => void };

const fewMinutesMs = 5 * 60_000;

/** Finds the places of the ads among the posts of a tab. Shows nothing itself, and without ads nobody hears of it. */
export function FeedAds({ tab, pages, onPlaced }: Props) {
  const { user } = useSession();
  const list = `${user?.uid} ${tab}`;
  const { data } = useQuery({
    queryKey: ['ads'],
    queryFn: ({ signal }) => query('getAds', {}, { signal }),
    staleTime: fewMinutesMs,
    retry: false,
  });

  useEffect(() => {
    if (!data) return;
    const postIds = withoutRepeats(pages).flatMap(({ ids }) => ids);
    const places = [...placeIn(list, postIds, data.items)];
    onPlaced(
      new Map(
        places.map(([postId, ad]) => [postId, <AdSlot key="ad" ad={ad} place={`${list} ${postId}`} />]),
      ),
    );
  }, [list, pages, data, onPlaced]);

  return null;
}
