import { queryOptions } from '@tanstack/react-query';

import { query } from '../../../api/client.ts';
import { linkPreviewKey } from '../../../api/query-keys.ts';

/** Requested once per page load. Failures are silent. */
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
