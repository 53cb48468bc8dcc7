import { useDeferredValue } from 'react';

/**
 * Whether the end of a list of posts is still to be shown: until its last page is rendered, which `PostList` defers.
 * Without the end the page would be too short for a moment, and the browser would scroll up.
 */
export function useHasMore(hasNextPage: boolean): boolean {
  return useDeferredValue(hasNextPage);
}
