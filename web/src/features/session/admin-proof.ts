import { useEffect } from 'react';

import { ApiError } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { ignoreMissingChunk } from '../../ui/browser/chunks.ts';

let asking: Promise<boolean> | null = null;
let declined = false;

/** Whether the server refused because an admin has to show who they are first. */
export function asksForProof(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'sign-in-again';
}

/** Asks an admin to show who they are, by one dialog for all who want to know. Resolves to whether they did. */
export function proveOneself(): Promise<boolean> {
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

/** The same when nobody tapped for it: not again on a page where the admin would not. */
export function proveOneselfUnasked(): void {
  if (!declined) void proveOneself();
}

/** For a page of admins: each visit asks once by itself. */
export function useProofVisit(): void {
  useEffect(() => {
    declined = false;
  }, []);
}

/** Does what the server may refuse without a proof; with one it is done again. Throws what it said first without one. */
export async function withProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!asksForProof(error) || !(await proveOneself())) throw error;
    return work();
  }
}

type LongList = {
  fetchNextPage: (options: { cancelRefetch: false }) => Promise<{ error: Error | null }>;
};

/** Loads the next page of a list for admins. */
export async function loadMoreWithProof({ fetchNextPage }: LongList): Promise<void> {
  const { error } = await fetchNextPage({ cancelRefetch: false });
  if (asksForProof(error) && (await proveOneself())) await fetchNextPage({ cancelRefetch: false });
}

async function ask(): Promise<boolean> {
  const dialog = await import('./ProofDialog.tsx').catch(ignoreMissingChunk);
  const proved = dialog !== null && (await dialog.askForProof());
  declined = !proved;
  // Everything on the page that could not be shown for want of it.
  if (proved)
    void queryClient.refetchQueries({
      predicate: ({ state }) => state.data === undefined && asksForProof(state.error),
    });
  return proved;
}
