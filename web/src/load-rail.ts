import { queryClient } from './api/query-client.ts';

const pauseMs = 200;

/** Waits until the screen has its own answers. */
export async function loadRail() {
  do await new Promise((resolve) => setTimeout(resolve, pauseMs));
  while (queryClient.isFetching() > 0);
  return (await import('./Rail.tsx')).Rail;
}
