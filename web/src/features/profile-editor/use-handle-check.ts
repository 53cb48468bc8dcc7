import { useQuery } from '@tanstack/react-query';

import { isValidHandle } from '../../../../contract/src/rules/handles.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { handleKey } from '../../api/query-keys.ts';
import { useDebounced } from '../../ui/browser/use-debounced.ts';

const pauseMs = 450;

/**
 * `available` is undefined until the answer for exactly this handle arrives, and null when the check failed.
 */
export function useHandleCheck(handle: string, own: string) {
  const debouncedHandle = useDebounced(handle, pauseMs);
  const { data, isError } = useQuery({
    queryKey: handleKey(debouncedHandle),
    queryFn: ({ signal }) => query('checkHandle', { handle: debouncedHandle }, { signal }),
    enabled:
      debouncedHandle === handle &&
      debouncedHandle !== '' &&
      debouncedHandle !== own &&
      isValidHandle(debouncedHandle),
    // Anybody may take it at any time, so nothing is cached.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return { debouncedHandle, available: isError ? null : data?.available };
}

export function markTaken(handle: string): void {
  queryClient.setQueryData(handleKey(handle), { available: false });
}
