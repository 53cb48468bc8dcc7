import type { QueryFilters } from '@tanstack/react-query';

import { queryClient } from '../../api/query-client.ts';

/** After a change. An invalidation alone joins a first read that is in flight, which may predate the change. */
export async function rereadQueries(filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}
