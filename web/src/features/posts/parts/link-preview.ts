import { queryOptions } from '@tanstack/react-query';

import { query } from '../../../api/client.ts';
import { linkPreviewKey } from '../../../api/query-keys.ts';

/** What a page says of itself, asked once for as long as the page lives; a failure is silent. */
export const linkPreviewQuery = (link: string) =>
  queryOptions({
    queryKey: linkPreviewKey(link),
    queryFn: ({ signal }) => query('linkPreview', { url: link }, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    retryOnMount: false,
    refetchOnReconnect: false,
  });
