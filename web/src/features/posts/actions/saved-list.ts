import { queryClient } from '../../../api/query-client.ts';
import { postListKey } from '../../../api/query-keys.ts';

/** Marks the list of saved posts as stale, to be read again when it is opened. */
export function invalidateSavedPosts(): void {
  void queryClient.invalidateQueries({ queryKey: postListKey('saved'), refetchType: 'none' });
}
