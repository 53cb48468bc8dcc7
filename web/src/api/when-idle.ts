import { queryClient } from './query-client.ts';

export async function whenIdle(pauseMs = 1200): Promise<void> {
  let calm = 0;
  while (calm < 2) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    calm = queryClient.isFetching() > 0 ? 0 : calm + 1;
  }
}
