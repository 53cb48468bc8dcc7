import { InfiniteQueryObserver, type QueryKey } from '@tanstack/react-query';

import { queryClient } from './query-client.ts';

/** Shows a list in tests that has read its first page and is reading the second. */
export function holdNextPage<Page>(queryKey: QueryKey, first: Page): (second: Page) => Promise<void> {
  const secondPage = Promise.withResolvers<Page>();
  queryClient.setQueryData(queryKey, { pages: [first], pageParams: [0] });
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey,
    queryFn: () => secondPage.promise,
    initialPageParam: 0,
    getNextPageParam: (_, pages: readonly Page[]) => (pages.length === 1 ? 1 : null),
    staleTime: Infinity,
  });
  const leave = observer.subscribe(() => undefined);
  const end = observer.fetchNextPage();
  return async (second) => {
    secondPage.resolve(second);
    await end;
    leave();
  };
}
