import { useEffect } from 'react';

import { ApiError } from '../../../api/api-error.ts';
import { queryClient } from '../../../api/query-client.ts';
import { ignoreMissingChunk } from '../../../ui/browser/chunks.ts';
import type { PagedList } from '../../../ui/LoadMore.tsx';

let pendingProof: Promise<boolean> | null = null;
let hasDeclined = false;

export function needsReauthentication(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'sign-in-again';
}

/**
 * One dialog for all callers.
 * @returns whether the admin re-authenticated
 */
export function reauthenticate(): Promise<boolean> {
  pendingProof ??= ask().finally(() => (pendingProof = null));
  return pendingProof;
}

/** Without a tap: not again on a page where the admin declined. */
export function reauthenticateUnasked(): void {
  if (!hasDeclined) void reauthenticate();
}

/** Each visit of an admin page may ask again. */
export function useProofVisit(): void {
  useEffect(() => {
    hasDeclined = false;
  }, []);
}

/** Throws the first error when re-authentication fails. */
export async function withProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!needsReauthentication(error) || !(await reauthenticate())) throw error;
    return work();
  }
}

export async function loadMoreWithProof({ fetchNextPage }: Pick<PagedList, 'fetchNextPage'>): Promise<void> {
  const { error } = await fetchNextPage({ cancelRefetch: false });
  if (needsReauthentication(error) && (await reauthenticate())) await fetchNextPage({ cancelRefetch: false });
}

async function ask(): Promise<boolean> {
  const dialog = await import('./ProofDialog.tsx').catch(ignoreMissingChunk);
  const isProved = dialog !== null && (await dialog.askForProof());
  hasDeclined = !isProved;
  // Retries the queries that failed for lack of it. A next page is requested by `loadMoreWithProof`.
  if (isProved)
    void queryClient.refetchQueries({
      predicate: ({ state }) => needsReauthentication(state.error) && !state.fetchMeta?.fetchMore,
    });
  return isProved;
}
