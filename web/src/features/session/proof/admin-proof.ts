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

/** Re-authenticates the admin, with one dialog for all callers. Resolves to whether that succeeded. */
export function reauthenticate(): Promise<boolean> {
  pendingProof ??= ask().finally(() => (pendingProof = null));
  return pendingProof;
}

/** The same without a tap: not again on a page where the admin declined. */
export function reauthenticateUnasked(): void {
  if (!hasDeclined) void reauthenticate();
}

/** Resets that on each visit of an admin page. */
export function useProofVisit(): void {
  useEffect(() => {
    hasDeclined = false;
  }, []);
}

/** Runs `work`, and again after re-authentication if the server demands it. Without that, throws the first error. */
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
  // Retries all queries that failed for want of it.
  if (isProved)
    void queryClient.refetchQueries({
      predicate: ({ state }) => state.data === undefined && needsReauthentication(state.error),
    });
  return isProved;
}
