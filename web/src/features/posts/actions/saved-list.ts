import { queryClient } from '../../../api/query-client.ts';
import { postListKey } from '../../../api/query-keys.ts';

export function invalidateSavedPosts(): void {
  void queryClient.invalidateQueries({ queryKey: postListKey('saved'), refetchType: 'none' });
}
