import { queryClient } from './query-client.ts';

// Thousands of phones come back at once after a tunnel or a power cut.
const spreadMs = 3000;

/** `retryMore` is for what failed outside the queries. */
export function retryOnline(retryMore: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener('online', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      retryMore();
      void retryFailed();
    }, Math.random() * spreadMs);
  });
}

// A list whose next page failed has its content and a retry button, so it is left alone.
function retryFailed(): Promise<void> {
  const isEmpty = ({ state }: { state: { status: string; data: unknown } }) =>
    state.status === 'error' && state.data === undefined;
  return queryClient.refetchQueries({ type: 'active', predicate: isEmpty });
}
