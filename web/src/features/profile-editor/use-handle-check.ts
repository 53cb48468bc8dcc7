import { useQuery } from '@tanstack/react-query';

import { isValidHandle } from '../../../../contract/src/rules/handles.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { handleKey } from '../../api/query-keys.ts';
import { useSettled } from '../../ui/browser/use-settled.ts';

const pauseMs = 450;

/**
 * Asks once for each pause in typing whether a handle can be had. An answer belongs to its handle, so a late one
 * for an earlier text says nothing. `available` is undefined until it is known, null when it could not be asked.
 */
export function useHandleCheck(handle: string, own: string) {
  const settled = useSettled(handle, pauseMs);
  const { data, isError } = useQuery({
    queryKey: handleKey(settled),
    queryFn: ({ signal }) => query('checkHandle', { handle: settled }, { signal }),
    enabled: settled === handle && settled !== '' && settled !== own && isValidHandle(settled),
    // Somebody else may take it at any time: each pause asks anew.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return { settled, available: isError ? null : data?.available };
}

/** Saving found that somebody has this handle. */
export function markTaken(handle: string): void {
  queryClient.setQueryData(handleKey(handle), { available: false });
}
