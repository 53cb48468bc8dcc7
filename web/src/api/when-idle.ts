import { queryClient } from './query-client.ts';

const pauseMs = 1200;

/** Resolves once no query has run for a moment: background work starts then. */
export async function whenIdle(): Promise<void> {
  let calm = 0;
  while (calm < 2) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    calm = queryClient.isFetching() > 0 ? 0 : calm + 1;
  }
}
