import { queryClient } from './query-client.ts';

const pauseMs = 1200;

/** Resolves once what the screen needs first has come and been there for a moment: what can wait begins then. */
export async function quiet(): Promise<void> {
  let calm = 0;
  while (calm < 2) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    calm = queryClient.isFetching() > 0 ? 0 : calm + 1;
  }
}
